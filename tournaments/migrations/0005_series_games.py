"""The games of a series over the board."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournaments", "0004_jobs")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="table",
            name="games",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
