"""A platform with something on it: two small challenges, made-up people, baselines and submissions.

Everything goes the way that people's submissions go, so that what one sees is what the platform does.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.db.models import F
from django.utils import timezone

from probierz.lines import save_lines
from probierz.web.accounts.models import Membership, Team, User
from probierz.web.challenges.models import Challenge, Phase, Tag
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.jobs import worker
from probierz.web.submissions import services
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import Handing
from probierz.web.submissions.services.handing_in import Uploaded

LOGIN = "demo"
Outputs = Mapping[str, Sequence[str]]
"""Lines of an output by split."""


@dataclass(frozen=True)
class DemoSubmission:
    """A submission of the demonstration, and how many days ago it was."""

    by: str
    days: int
    description: str
    outputs: Outputs
    name: str = "out.tsv"
    tags: tuple[str, ...] = ()
    is_baseline: bool = False


def fill(scans: Path, outputs: Path, tell: Callable[[str], None] = lambda _step: None) -> str:
    """Fill an empty platform and return the password of `LOGIN`.

    scans, outputs: the challenge that ships with the package, and two outputs for it. tell: is told what is done now.
    """
    password = secrets.token_urlsafe(9)
    people = _people(password)
    for name in ("baseline", "rules", "neural"):
        Tag.objects.create(name=name)
    with tempfile.TemporaryDirectory(prefix="probierz-demo-") as folder:
        _publish(people, "scanned-text", scans, _scan_entries(scans, outputs), tell)
        Phase.objects.filter(challenge__slug="scanned-text").update(closes=timezone.now() + timedelta(days=12))
        numbers = Path(folder) / "numbers"
        _write_numbers(numbers)
        _publish(people, "number-words", numbers, _number_entries(), tell)
    return password


def _people(password: str) -> dict[str, User]:
    administrator = User(username=LOGIN, name="Demo", is_staff=True)
    administrator.set_password(password)
    administrator.save()
    people = {LOGIN: administrator}
    for login, name in (("ala", "Ala Nowak"), ("bartek", "Bartek Lis"), ("celina", "Celina Wójcik")):
        people[login] = User.objects.create(username=login, name=name)
        people[login].set_unusable_password()
        people[login].save()
    team = Team.objects.create(slug="two-owls", name="Two Owls")
    for login in ("bartek", "celina"):
        Membership.objects.create(team=team, user=people[login], is_captain=login == "bartek")
    return people


def _publish(
    people: Mapping[str, User], slug: str, folder: Path, entries: Sequence[DemoSubmission], tell: Callable[[str], None]
) -> None:
    tell(f"challenge {slug}")
    challenge = create_unasked(slug, people[LOGIN])
    publish_version(challenge, folder, change="major", description="The first version")
    Challenge.objects.filter(pk=challenge.pk).update(is_published=True)
    challenge.refresh_from_db()
    made = []
    for number, entry in enumerate(entries, 1):
        tell(f"{slug}: submission {number} of {len(entries)}")
        made.append(_hand_in(challenge, people, entry))
    worker.work(until_empty=True)
    for pk, entry in zip(made, entries, strict=True):
        when = timezone.now() - timedelta(days=entry.days, minutes=17 * entry.days)
        Submission.objects.filter(pk=pk).update(created=when, is_baseline=entry.is_baseline)
    Challenge.objects.filter(pk=challenge.pk).update(revision=F("revision") + 1)


def _hand_in(challenge: Challenge, people: Mapping[str, User], entry: DemoSubmission) -> int:
    by = people[entry.by]
    team = by.teams.first()
    with tempfile.TemporaryDirectory(prefix="probierz-demo-") as folder:
        files = []
        for split, lines in entry.outputs.items():
            path = Path(folder) / split
            save_lines(path, lines)
            files.append(Uploaded(path, entry.name, split))
        handing = Handing(by, team, entry.description, entry.tags)
        made = services.submit_files(challenge, files, handing).submission
    if not by.is_staff:
        worker.work(until_empty=True)  # people may not have many evaluations waiting
    return made.pk


# --- scanned text ----------------------------------------------------------------------------------------------------


def _scan_entries(folder: Path, outputs: Path) -> list[DemoSubmission]:
    """Outputs between the input and the printed text, by the share of lines that somebody corrected by hand."""
    unchanged, rules = _files(outputs, "out-baseline.tsv"), _files(outputs, "out-better.tsv")
    printed = _files(folder, "expected.tsv")
    return [
        DemoSubmission(LOGIN, 30, "The input, unchanged", unchanged, tags=("baseline",), is_baseline=True),
        DemoSubmission("ala", 21, "A few rules for confused letters", rules, tags=("rules",)),
        DemoSubmission(
            "bartek", 16, "A first model", _mixed(unchanged, printed, every=3), "out-epochs=1.tsv", ("neural",)
        ),
        DemoSubmission(
            "celina", 9, "A longer training", _mixed(rules, printed, every=3), "out-epochs=5.tsv", ("neural",)
        ),
        DemoSubmission("ala", 4, "Rules, and a word list", _mixed(rules, printed, every=2), tags=("rules",)),
    ]


def _files(folder: Path, name: str) -> dict[str, list[str]]:
    return {split: (folder / split / name).read_text("utf-8").splitlines() for split in ("dev-0", "test-A")}


def _mixed(some: Outputs, others: Outputs, *, every: int) -> dict[str, list[str]]:
    """Lines of the first; each so-many-th is of the second."""
    return {
        split: [
            other if at % every == 0 else one for at, (one, other) in enumerate(zip(lines, others[split], strict=True))
        ]
        for split, lines in some.items()
    }


# --- numbers in words ------------------------------------------------------------------------------------------------

UNITS = (
    "zero", "jeden", "dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć", "dziesięć", "jedenaście",
    "dwanaście", "trzynaście", "czternaście", "piętnaście", "szesnaście", "siedemnaście", "osiemnaście",
    "dziewiętnaście",
)  # fmt: skip
TENS = (
    "dwadzieścia", "trzydzieści", "czterdzieści", "pięćdziesiąt", "sześćdziesiąt", "siedemdziesiąt", "osiemdziesiąt",
    "dziewięćdziesiąt",
)  # fmt: skip

NUMBERS = {"dev-0": range(3, 100, 7), "test-A": range(0, 100, 2)}


def _word(number: int) -> str:
    """The Polish name of a number below 100."""
    if number < len(UNITS):
        return UNITS[number]
    tens = TENS[number // 10 - 2]
    return tens if number % 10 == 0 else f"{tens} {UNITS[number % 10]}"


def _write_numbers(folder: Path) -> None:
    for split, numbers in NUMBERS.items():
        (folder / split).mkdir(parents=True)
        save_lines(folder / split / "in.tsv", map(_word, numbers))
        save_lines(folder / split / "expected.tsv", map(str, numbers))
    (folder / "config.txt").write_text("--metric MAE --metric Accuracy --precision 3\n")
    (folder / "README.md").write_text("# Number words\n\nTurn Polish number words into digits.\n", "utf-8")
    (folder / ".gitignore").write_text("*~\n")


def _number_entries() -> list[DemoSubmission]:
    first_words = {_word(number): number for number in [*range(20), *range(20, 100, 10)]}
    return [
        DemoSubmission(LOGIN, 25, "Always 50", _each(lambda _: 50), tags=("baseline",), is_baseline=True),
        DemoSubmission(
            "celina", 12, "Only the first word", _each(lambda number: first_words[_word(number).split()[0]])
        ),
        DemoSubmission(
            "ala", 8, "A table without the teens", _each(lambda number: number % 10 if 10 < number < 20 else number)
        ),
        DemoSubmission("bartek", 2, "Tens and units added, six and seven confused", _each(_confused), tags=("rules",)),
    ]


def _each(answer: Callable[[int], int]) -> dict[str, list[str]]:
    return {split: [str(answer(number)) for number in numbers] for split, numbers in NUMBERS.items()}


def _confused(number: int) -> int:
    return number + 1 if number % 10 == 6 else number
