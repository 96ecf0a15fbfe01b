from django.db import migrations, models
from django.db.models.functions import Coalesce


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0013_majority"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="submission",
            name="one_submission_of_a_commit",
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.UniqueConstraint(
                models.F("challenge"),
                models.F("phase"),
                models.F("submitter"),
                Coalesce("team", 0),
                models.F("url"),
                models.F("branch"),
                models.F("commit"),
                condition=models.Q(
                    models.Q(("commit", ""), _negated=True),
                    models.Q(("url", ""), _negated=True),
                    ("deleted", None),
                    models.Q(("state__in", ["failed", "cancelled"]), _negated=True),
                ),
                name="one_submission_of_a_commit",
            ),
        ),
    ]
