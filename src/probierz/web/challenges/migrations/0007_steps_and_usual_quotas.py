"""New challenges show scores in steps and have quotas by their lines; those that are there go on as they were."""

from django.db import migrations, models

LADDERS = [
    ("lines", "always, as finely as the lines of the test justify"),
    ("", "always, with all digits"),
    ("paired", "if it is better than their best by more than chance"),
    ("step", "if it is better than their best by a step"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("challenges", "0006_private_was_out"),
    ]

    operations = [
        migrations.AddField("challenge", "has_usual_quotas", models.BooleanField(default=False)),
        migrations.AlterField("challenge", "has_usual_quotas", models.BooleanField(default=True)),
        migrations.AlterField(
            "challenge", "ladder", models.CharField(max_length=12, choices=LADDERS, default="lines", blank=True)
        ),
    ]
