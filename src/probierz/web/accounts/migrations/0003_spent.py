from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_confirmed_email"),
    ]

    operations = [
        migrations.CreateModel(
            name="Spent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("amount", models.BigIntegerField()),
                ("until", models.DateTimeField(db_index=True)),
            ],
            options={
                "indexes": [models.Index(fields=["key", "until"], name="spent_key")],
            },
        ),
    ]
