"""What tells of moved scores tells of those that a version took, too; nothing is stored otherwise."""

from django.db import migrations, models

KINDS = [
    ("scored", "a submission of mine was scored"),
    ("failed", "the evaluation of a submission of mine failed"),
    ("deadline", "a phase in which I take part ends within a day, or its end was moved"),
    ("gold", "a new version of a challenge moved or took a score or rank of mine"),
    ("beaten", "somebody else has taken the first place from me"),
    ("announced", "organisers of a challenge in which I take part announce something"),
]


class Migration(migrations.Migration):
    dependencies = [("notifications", "0003_channels")]

    operations = [
        migrations.AlterField("choice", "kind", models.CharField(choices=KINDS, max_length=12)),
        migrations.AlterField("notice", "kind", models.CharField(choices=KINDS, max_length=12)),
    ]
