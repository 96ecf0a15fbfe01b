"""What leaves a project: records as files, and a challenge of the platform made of them."""

from __future__ import annotations

import re
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from probierz.errors import ProbierzError, Refused
from probierz.suites.sqad.builders import build_selection
from probierz.suites.sqad.exports import WrittenRecord, squad_text, written_lines, written_table
from probierz.suites.sqad.records import Record
from probierz.suites.sqad.splits import FEWEST, PARTS, Item, split_records
from probierz.web.accounts.services import audit
from probierz.web.annotation.files import record_of
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject
from probierz.web.annotation.queries import Seat, awaited_answers, marked_own
from probierz.web.annotation.services.makers import mark_all_makers
from probierz.web.annotation.services.records import check_coordinator
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import admit_new, create_challenge, publish_version
from probierz.web.html.engine_words import in_this_language
from probierz.web.html.plain_text import on_one_line

FORMATS = {
    "zip": "application/zip",
    "jsonl": "application/jsonl",
    "squad.json": "application/json",
    "csv": "text/csv; charset=utf-8",
}
MOST_IN_CHALLENGE = 2000
"""Records of which a challenge is made while somebody waits; the command makes one of any number."""

_ANNOTATOR = re.compile(r"(<annotator>)[^<>]*(</annotator>)", re.I)
"""Of metadata: who wrote a record, as some folders of SQAD say it."""

State = AnnotatedRecord.State

_ABOUT = """\
The data are the %d records of the annotation project “%s”, written there or imported into it.
They have the form of SQAD 3.0, and are not its data set."""


class RecordsChosen(NamedTuple):
    """Which records leave, and how: only_accepted: those that a reviewer accepted; anonymous: people by numbers."""

    only_accepted: bool = False
    anonymous: bool = False


class MadeChallenge(NamedTuple):
    """A challenge that is made of records. sizes: how many of them each split got, also one that got none."""

    challenge: Challenge
    sizes: dict[str, int]


def export(seat: Seat, ending: str, chosen: RecordsChosen) -> IO[bytes]:
    """Return the records in a format of `FORMATS`, as a file that is removed once it is closed. Raises Refused."""
    if not seat.reviews:
        raise Refused(_("Only a reviewer can do this."), "forbidden")
    _check_answered(seat)
    seat.project.saw_all.add(seat.user)
    if ending != "zip":
        _check_letters(seat, chosen)
    file = tempfile.TemporaryFile()  # noqa: SIM115 - whoever sends it closes it
    records = _records(seat, chosen)
    if ending == "zip":
        _write_zip(file, records, seat.project.slug)
    elif ending == "squad.json":
        file.write(squad_text(records).encode())
    else:
        written = written_lines if ending == "jsonl" else written_table
        file.writelines(line.encode() for line in written(records))
    file.seek(0)
    return file


def _check_answered(seat: Seat) -> None:
    """Refuse who owes second answers: what leaves has the first ones. Raises Refused."""
    if awaited_answers(seat).exists():
        message = _("Questions wait for your second answers; answer them first, as what leaves has the first answers.")
        raise Refused(message, "second")


MOST_NAMED = 5


def _check_letters(seat: Seat, chosen: RecordsChosen) -> None:
    """Refuse a form of texts for records with bytes that are no letters. Raises Refused, with which they are."""
    broken = [record.name for record, *_rest in _records(seat, chosen) if _is_broken(record)]
    if not broken:
        return
    message = _(
        "Records with bytes that are no UTF-8, which only the folders of SQAD can hold: %(names)s. Mend them by rule "
        "or correct them, or choose the folders."
    )
    names = ", ".join([*broken[:MOST_NAMED], *(["…"] if len(broken) > MOST_NAMED else [])])
    raise Refused(message % {"names": names}, "letters")


def _is_broken(record: Record) -> bool:
    return any(part.vertical.is_broken for part in record.parts.values())


def _leaving(project: AnnotationProject, *, only_accepted: bool) -> QuerySet[AnnotatedRecord]:
    """The records that may leave: those that were not withdrawn, or only the accepted ones."""
    rows = project.records.exclude(state=State.WITHDRAWN)
    return rows.filter(state=State.ACCEPTED) if only_accepted else rows


def leaving_counts(seat: Seat) -> tuple[int, int]:
    """Return how many records may leave, and how many of them are accepted. Raises Refused."""
    if not seat.reviews:
        raise Refused(_("Only a reviewer can do this."), "forbidden")
    return _leaving(seat.project, only_accepted=False).count(), _leaving(seat.project, only_accepted=True).count()


def _records(seat: Seat, chosen: RecordsChosen) -> Iterator[WrittenRecord]:
    """The records with who made each."""
    leaving = _leaving(seat.project, only_accepted=chosen.only_accepted)
    rows = marked_own(leaving).select_related("article", "author")
    numbers = {member.user_id: f"A{member.number}" for member in seat.project.members.all()}
    for row in rows.iterator(chunk_size=100):
        record, is_theirs = record_of(row), row.is_theirs or not row.is_imported
        if chosen.anonymous:
            name = numbers.get(row.author_id, "A0") if is_theirs else "A0"
            yield WrittenRecord(_without_names(record, name), name, bool(row.accepted_by_author))
        else:
            yield WrittenRecord(record, row.author.username if is_theirs else "", bool(row.accepted_by_author))


def _without_names(record: Record, number: str) -> Record:
    """A record that came with files of its own, without those that may name people."""
    if "metadata" in record.parts:
        lines = record.parts["metadata"].vertical.lines
        mended = tuple(_ANNOTATOR.sub(rf"\g<1>{number}\g<2>", line) for line in lines)
        record = record.with_part("metadata", mended) if mended != lines else record
    return Record(record.path, record.parts, {})


def _write_zip(file: IO[bytes], records: Iterator[WrittenRecord], folder: str) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for record, *_ in records:
            for name, content in record.files.items():
                archive.writestr(f"{folder}/{record.name}/{name}", content)


def make_challenge(seat: Seat, slug: str, title: str, kind: str, chosen: RecordsChosen) -> MadeChallenge:
    """Make a challenge of the records, seen by its maker alone until it is published. Raises Refused.

    kind: "sentences" or "documents", see `suites.sqad.selection`. Records of one article stay in one split, and types
    are in proportion as nearly as that allows.
    """
    check_coordinator(seat)
    _check_answered(seat)
    records = [record for record, *_rest in _records(seat, chosen)]
    if len(records) > MOST_IN_CHALLENGE:
        message = _("There are more than %(most)d records; export them, and make the challenge by  probierz sqad build")
        raise Refused(message % {"most": MOST_IN_CHALLENGE}, "records")
    with tempfile.TemporaryDirectory(prefix="probierz-annotation-") as place:
        folder = Path(place) / "challenge"
        try:
            admission = admit_new(slug, seat.user)
            about = _ABOUT % (len(records), on_one_line(seat.project.title))
            build_selection(records, folder, kind, by_article=True, title=on_one_line(title), about=about)
            if not (folder / "test-A").is_dir():
                raise Refused(_("There are too few articles to test on; write about three at least."), "records")
            with transaction.atomic():
                challenge = create_challenge(admission, title=title)
                seat.project.challenges.add(challenge)
                mark_all_makers(seat.project, seat.user)
                publish_version(challenge, folder, change="major", description=f"{len(records)} records")
            sizes = {split: _records_in(folder / split) for split in PARTS}
        except ProbierzError as error:
            raise Refused(in_this_language(str(error).replace(str(folder), slug)), "records") from error
        except ValidationError as error:
            raise Refused(" ".join(error.messages), "slug") from error
    audit(seat.user, "annotation.challenge", seat.project, challenge=slug, records=len(records))
    return MadeChallenge(challenge, sizes)


def expected_sizes(seat: Seat, *, only_accepted: bool) -> dict[str, int]:
    """Return how many records each split of a challenge would get now; nothing where it cannot be made of so few.

    Records of a project have an article under an address, as `build_selection` counts articles. Raises Refused.
    """
    check_coordinator(seat, of_archived=True)
    rows = _leaving(seat.project, only_accepted=only_accepted)
    fields = ("name", "question_type", "answer_type", "address", "article")
    items = [
        Item(name, question_type, answer_type, address or f"text {article}")
        for name, question_type, answer_type, address, article in rows.values_list(*fields)
    ]
    if not FEWEST <= len(items) <= MOST_IN_CHALLENGE:
        return {}
    counts = Counter(split_records(items, by_article=True).values())
    return {split: counts[split] for split in PARTS}


def _records_in(split: Path) -> int:
    if not split.is_dir():
        return 0
    with open(split / "expected.tsv", "rb") as file:
        return sum(1 for _line in file)
