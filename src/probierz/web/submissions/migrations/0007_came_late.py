from django.db import migrations, models
from django.db.models import F, Q


def note_what_came_late(apps, schema_editor):
    """Only organisers could hand in when a phase was over; rows of labelling come when it ends."""
    Submission = apps.get_model("submissions", "Submission")
    late = Submission.objects.filter(created__gt=F("phase__closes"), is_reference=False, row_name="")
    by_organisers = Q(submitter__is_staff=True) | Q(submitter=F("challenge__organisers__user"))
    numbers = late.filter(by_organisers).values_list("pk", flat=True)
    Submission.objects.filter(pk__in=list(numbers)).update(came_late=True)


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0006_conflict"),
    ]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="came_late",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(note_what_came_late, migrations.RunPython.noop),
    ]
