"""Announcements say when they were edited."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("challenges", "0009_hidden_title")]

    operations = [migrations.AddField("announcement", "edited", models.DateTimeField(null=True, blank=True))]
