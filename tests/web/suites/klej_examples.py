"""The nine tasks of KLEJ on a platform, with a few test lines each, and archives of predictions for them."""

import io
import random
import zipfile

from probierz.suites.catalogue import find_suite
from probierz.suites.klej.builders import format_of
from probierz.suites.publishing import slug_of, suite_card
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.suites.services import add_task, describe_suite
from probierz.web.suites.shapes import SuiteIn

# Three expected results of each task; what they are does not matter to the platform.
GOLD = {
    "nkjp-ner": ["persName", "time", "noEntity"], "cdsc-e": ["NEUTRAL", "ENTAILMENT", "CONTRADICTION"],
    "cdsc-r": ["0.5", "5.0", "2.17"], "cbd": ["1", "0", "0"],
    "polemo2.0-in": ["__label__meta_zero", "__label__meta_minus_m", "__label__meta_plus_m"],
    "polemo2.0-out": ["__label__meta_zero", "__label__meta_minus_m", "__label__meta_plus_m"],
    "dyk": ["1", "0", "1"], "psc": ["0", "1", "0"], "ar": ["1.0", "3.0", "5.0"],
}  # fmt: skip


def drawn_gold(lines, seed=7):
    """Expected results of each task, drawn among its labels or numbers."""
    generator = random.Random(seed)
    forms = {task.name: format_of(task) for task in find_suite("klej").tasks}
    labels = {name: form.labels or [f"{form.lowest + step:.1f}" for step in range(5)] for name, form in forms.items()}
    return {name: generator.choices(sorted(some), k=lines) for name, some in labels.items()}


def described(name, organiser):
    suite, _ = describe_suite(name, SuiteIn.model_validate(suite_card(find_suite(name))), by=organiser)
    return suite


def publish_klej(organiser, folder, gold, *, undecided=()):
    """Put the tasks onto the platform, with these expected results of their tests, as folders below `folder`.

    undecided: tasks that have dev-0 instead of the test that decides.
    """
    suite = described("klej", organiser)
    for task in find_suite("klej").tasks:
        place = folder / task.name
        split = place / ("dev-0" if task.name in undecided else "test-A")
        split.mkdir(parents=True)
        config = task.config.replace(" --in-header in-header.tsv", "").split(" --out")[0]
        (place / "config.txt").write_text(f"{config}\n")
        (place / "README.md").write_text(f"# {task.title}\n\nText.\n")
        (place / ".gitignore").write_text("*~\n*.swp\n*.bak\n*.pyc\n.DS_Store\n.token\n")
        (split / "in.tsv").write_text("".join(f"text {n}\n" for n in range(len(gold[task.name]))))
        (split / "expected.tsv").write_text("".join(f"{line}\n" for line in gold[task.name]))
        challenge = create_unasked(slug_of(task), organiser)
        add_task(suite, task.name, challenge, by=organiser)  # first: tasks of a suite are not compared then
        publish_version(challenge, place)
    Challenge.objects.update(is_published=True)
    return suite


def packed(contents, *, header="target"):
    """The bytes of an archive with a file of predictions for each task."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for task, lines in contents.items():
            archive.writestr(
                f"test_pred_{task}.tsv", "".join(f"{line}\n" for line in [*filter(None, [header]), *lines])
            )
    return file.getvalue()
