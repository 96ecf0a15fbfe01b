from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0010_runs_of_authors"),
    ]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="published_team",
            field=models.CharField(blank=True, default="", max_length=200),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="submission",
            name="published_kind",
            field=models.CharField(
                blank=True,
                choices=[
                    ("official", "published: official submission"),
                    ("authors", "published: run by the authors"),
                    ("variant", "published: variant"),
                    ("ablation", "published: ablation"),
                    ("baseline", "published: baseline"),
                ],
                max_length=12,
            ),
        ),
    ]
