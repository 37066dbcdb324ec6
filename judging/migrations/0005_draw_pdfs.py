from typing import Any

from django.db import migrations


def wait(apps: Any, schema_editor: Any) -> None:
    """Have PDFs drawn that came before, but where notes on pages count a PDF as one page."""
    upload, submitted, marking = (
        apps.get_model("judging", name) for name in ("Upload", "SubmittedPage", "Marking")
    )
    noted = marking.objects.exclude(annotations=[]).values("round__script__submission")
    uploads = submitted.objects.filter(submission__in=noted).values("upload")
    upload.objects.filter(media_type="application/pdf").exclude(pk__in=uploads).update(
        pictures="waiting"
    )


class Migration(migrations.Migration):

    dependencies = [
        ('judging', '0004_pdf_pages'),
    ]

    operations = [
        migrations.RunPython(wait, migrations.RunPython.noop, elidable=True),
    ]
