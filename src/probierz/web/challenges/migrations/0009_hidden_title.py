"""A challenge that is hidden for a while keeps its title; of those that are hidden now, what was public is on record."""

from django.db import migrations, models
from django.db.models import F


def keep_titles(apps, _editor):
    entries = apps.get_model("accounts", "AuditEntry").objects.filter(action="challenge.unpublish")
    hidden = [int(number) for number in entries.values_list("object_id", flat=True) if number.isdecimal()]
    challenges = apps.get_model("challenges", "Challenge").objects
    challenges.filter(pk__in=hidden, is_published=False).update(hidden_title=F("title"))


class Migration(migrations.Migration):
    dependencies = [
        ("challenges", "0008_far_scores"),
        ("accounts", "0005_begins_of_links"),
    ]

    operations = [
        migrations.AddField("challenge", "hidden_title", models.CharField(max_length=300, blank=True, default="")),
        migrations.RunPython(keep_titles, migrations.RunPython.noop),
    ]
