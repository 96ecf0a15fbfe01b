"""What an e-mail about a deadline tells is said anew; nothing is stored otherwise."""

from django.db import migrations, models

KINDS = [
    ("scored", "a submission of mine was scored"),
    ("failed", "the evaluation of a submission of mine failed"),
    ("deadline", "a phase in which I take part ends within a day, or its end was moved"),
    ("gold", "expected results of a challenge in which I take part were repaired"),
    ("beaten", "somebody else has taken the first place from me"),
    ("announced", "organisers of a challenge in which I take part announce something"),
]


class Migration(migrations.Migration):
    dependencies = [("notifications", "0001_initial")]

    operations = [
        migrations.AlterField("choice", "kind", models.CharField(choices=KINDS, max_length=12)),
        migrations.AlterField("notice", "kind", models.CharField(choices=KINDS, max_length=12)),
    ]
