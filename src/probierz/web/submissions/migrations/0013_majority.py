from datetime import timedelta

from django.db import migrations, models

NAMES = r"^(Majority of|Większość z|Většina z) \d+ "
"""How labelling names the labels of most people, in the languages of the platform."""

TOGETHER = timedelta(minutes=1)
"""Rows of one round are handed in together."""


def mark_majorities(apps, schema_editor):
    """The labels of most, beside those of people each by itself, of the same round."""
    human = apps.get_model("submissions", "Submission").objects.filter(is_human=True)
    for one in human.filter(row_name__regex=NAMES):
        beside = human.filter(challenge=one.challenge_id, submitter=one.submitter_id).exclude(row_name__regex=NAMES)
        if beside.filter(created__range=(one.created, one.created + TOGETHER)).exists():
            human.filter(pk=one.pk).update(is_majority=True)


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0012_not_rescored"),
    ]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="is_majority",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(mark_majorities, migrations.RunPython.noop),
    ]
