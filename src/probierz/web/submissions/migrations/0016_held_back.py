"""Why a submission was not published has a place of its own; so far it stood among what its metadata had wrong."""

import re

from django.db import migrations, models

SENTENCE = re.compile(
    r"(?:(?P<file>.+): )?(?P<message>a personal token stands in (?:this file|the name of a file(?: or in what the commit "
    r"says)?|the commit's message or in a name in it), so nothing that was handed in was published; revoke that token on "
    r"the page of your account, (?:and hand in again without it|take it out with git commit --amend \(with --author "
    r"where it stands there\), and push again))",
    re.DOTALL,
)


def take_out_of_problems(apps, _editor):
    submissions = apps.get_model("submissions", "Submission").objects
    for one in submissions.exclude(problems=[]).only("problems").iterator():
        found = [held for held in map(SENTENCE.fullmatch, one.problems) if held]
        if found:
            failure = {"class": "TokenInText", **found[-1].groupdict(), "line": None, "fault": "submission"}
            others = [problem for problem in one.problems if not SENTENCE.fullmatch(problem)]
            submissions.filter(pk=one.pk).update(held_back=failure, problems=others)


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0015_interval_notes"),
    ]

    operations = [
        migrations.AddField("submission", "held_back", models.JSONField(blank=True, null=True)),
        migrations.RunPython(take_out_of_problems, migrations.RunPython.noop),
    ]
