"""Tests know which scores are far from any in earnest; of those that are there it is found when it is first asked."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("challenges", "0007_steps_and_usual_quotas"),
    ]

    operations = [
        migrations.AddField("test", "far_score", models.FloatField(null=True, blank=True)),
    ]
