"""Who is one person in ratings is said, and no longer guessed by the name."""

from typing import ClassVar

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def count_anew(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournaments", "RatingPool").objects.update(counted=["anew"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("tournaments", "0005_series_games"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="SamePerson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("same", models.BooleanField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="tournaments.ratingpool",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={"ordering": ["pool", "-at", "pk"]},
        ),
        migrations.AddConstraint(
            model_name="sameperson",
            constraint=models.UniqueConstraint(
                fields=("pool", "first", "second"), name="same_person_once"
            ),
        ),
        migrations.RunPython(count_anew, migrations.RunPython.noop),
    ]
