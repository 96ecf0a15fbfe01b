from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0004_published_kind"),
    ]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="row_name",
            field=models.CharField(blank=True, default="", max_length=250),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="submission",
            name="is_human",
            field=models.BooleanField(default=False),
        ),
    ]
