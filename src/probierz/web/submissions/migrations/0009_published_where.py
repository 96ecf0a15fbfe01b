from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0008_by_test_makers"),
    ]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="published_source",
            field=models.CharField(blank=True, default="", max_length=500),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="submission",
            name="published_year",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="submission",
            name="published_link",
            field=models.CharField(blank=True, default="", max_length=1000),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="submission",
            name="is_counted",
            field=models.BooleanField(default=False),
        ),
    ]
