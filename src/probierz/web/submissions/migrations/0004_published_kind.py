from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0003_parts_and_ladder"),
    ]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="is_ranked",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="submission",
            name="published_kind",
            field=models.CharField(
                blank=True,
                choices=[
                    ("official", "published: official submission"),
                    ("variant", "published: variant"),
                    ("ablation", "published: ablation"),
                    ("baseline", "baseline"),
                ],
                max_length=12,
            ),
        ),
    ]
