"""A suite of two tasks with a test each, and an average, as challenges of a platform."""

import shutil

from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.suites.services import add_task, describe_suite
from probierz.web.suites.shapes import SuiteIn

PETS = {"cats": ["tak", "nie", "tak", "tak"], "dogs": ["a", "b", "b", "a", "b"]}


def publish_pets(organiser, folder, expected=PETS, before=lambda challenge: None, *, train=False):
    """Two tasks with a test each, and an average. before: what is done to a challenge before its data come.

    train: whether there are training data, with the labels of the test.
    """
    shown = {"metric": "Accuracy", "split": "test-A", "highest": 100, "is_percentage": True}
    tasks = [{"name": name, "title": name.title(), **shown} for name in expected]
    card = SuiteIn.model_validate({"title": "Pets", "has_average": True, "tasks": tasks})
    suite, _ = describe_suite("pets", card, by=organiser)
    for name, gold in expected.items():
        task = folder / name
        (task / "test-A").mkdir(parents=True)
        (task / "config.txt").write_text("--metric Accuracy --show-as-percentage\n")
        (task / "README.md").write_text(f"# {name.title()}\n\nText.\n")
        (task / ".gitignore").write_text("*~\n*.swp\n*.bak\n*.pyc\n.DS_Store\n.token\n")
        (task / "test-A" / "in.tsv").write_text("".join(f"text {number}\n" for number in range(len(gold))))
        (task / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in gold))
        if train:
            shutil.copytree(task / "test-A", task / "train")
            (task / "train" / "in.tsv").write_text("".join(f"other {number}\n" for number in range(len(gold))))
        challenge = create_unasked(f"pets-{name}", organiser)
        before(challenge)
        add_task(suite, name, challenge, by=organiser)  # first: tasks of a suite are not compared then
        publish_version(challenge, task)
    Challenge.objects.update(is_published=True)
    return suite
