from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="confirmed_email",
            field=models.EmailField(blank=True, default="", max_length=254),
        ),
    ]
