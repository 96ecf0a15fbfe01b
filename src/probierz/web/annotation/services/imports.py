"""Records that exist already: taken from a folder or an archive, to be listed, mended and corrected."""

from __future__ import annotations

import re
import tempfile
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, When
from django.utils.translation import gettext as _

from probierz.archives.limits import ArchiveLimits
from probierz.archives.members import archive_members
from probierz.archives.unpacking import inner_folder, unpack
from probierz.errors import ProbierzError, Refused
from probierz.suites.sqad.cross_record_rules import article_address
from probierz.suites.sqad.drafts import TEXTS, draft_of
from probierz.suites.sqad.full_lines import full_line, on_known_article
from probierz.suites.sqad.json_lines import read_lines
from probierz.suites.sqad.records import Record, find_records, part_of, read_record, write_record
from probierz.suites.sqad.squad_files import holds_squad, read_squad_records
from probierz.suites.sqad.tagging import paragraph_sentences, tagged_tokens
from probierz.web.accounts.models import User
from probierz.web.annotation.files import PackedArticle, article_of, record_of
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject, RecordRevision
from probierz.web.annotation.queries import Seat, known_article, known_digest
from probierz.web.annotation.ready import ReadyState, ready
from probierz.web.annotation.services.folders import paths_in, write_in_folder
from probierz.web.annotation.services.makers import mark_makers
from probierz.web.annotation.services.projects import create_project
from probierz.web.annotation.services.records import check_coordinator, free_names, keep_state, locked_record
from probierz.web.configuration.limits import archive_limits, upload_bytes
from probierz.web.html.engine_words import in_this_language

_SIGNS = re.compile("[\x00-\x08\x0e-\x1f\ufffd]")
LOCAL_PROJECT = "sqad"
MOST_RECORDS = 5_000
"""Of an archive; they are taken while somebody waits, in less than a minute."""
ENTRIES_OF_RECORD = 12
"""The folder of a record, its eight files, and some that are no part of it."""
State = AnnotatedRecord.State
Cause = RecordRevision.Cause


class TakenRecords(NamedTuple):
    """How many records were new, how many changed, and how many were there already, just so.

    renamed: of the new ones, those whose number another record has, by the number that they got instead.
    left_out: questions of a SQuAD file that its article does not answer.
    """

    new: int
    changed: int
    same: int
    renamed: Mapping[str, str] = MappingProxyType({})
    left_out: Sequence[str] = ()


class Taking(NamedTuple):
    """How records are taken. replaces: one whose number is known becomes the next state of that record, else it gets
    a number that is free. author: whose work new ones are; None where they are nobody's here, and in no quota.
    writes: also into the folder of the project; not where they come from there. are_texts: they come from lines, so
    that what says the same is the same, whatever lemmas and tags it has here.
    """

    by: User
    replaces: bool
    author: User | None
    writes: bool = True
    are_texts: bool = False

    def is_same(self, here: Record, record: Record) -> bool:
        """Whether a record is just what is here."""
        if self.are_texts:
            return full_line(Record(record.path, here.parts, {})) == full_line(record)
        return here.files == record.files

    def next_state(self, here: Record, record: Record) -> Record:
        """What becomes of a record that is replaced; of texts, parts that say what they said keep their bytes."""
        if not self.are_texts:
            return record
        kept = {part: here.parts[part] for part in (*TEXTS, "text") if part in here.parts and part in record.parts
                and here.says(part) == record.says(part)}  # fmt: skip
        return Record(record.path, {**record.parts, **kept}, here.others)


def import_archive(seat: Seat, path: Path, *, replaces: bool = False, author: User | None = None) -> TakenRecords:
    """Take the records of an archive, or of a file of JSON lines or of SQuAD's form, into a project, see `Taking`.

    A record with files missing is taken, too, and listed under the rule that it breaks. Raises Refused.
    """
    check_coordinator(seat)
    if author is not None and not seat.project.members.filter(user=author).exists():
        raise Refused(_("Records are of members of the project alone, or of nobody here."), "unknown")
    are_texts = _holds_lines(path)
    with tempfile.TemporaryDirectory(prefix="probierz-records-") as folder:
        place = Path(folder)
        try:
            left_out: list[str] = []
            home = _write_lines(path, place, left_out) if are_texts else _unpacked(path, place)
            if len(find_records(home)) > MOST_RECORDS:
                raise _too_many_records()
            taking = Taking(seat.user, replaces, seat.user if seat.project.folder else author, are_texts=are_texts)
            return _take(seat.project, find_records(home), taking)._replace(left_out=left_out)
        except ProbierzError as error:
            said = str(error).replace(f"{place}/", "")
            for hidden in (place, path):
                said = said.replace(str(hidden), _("the file") if are_texts else _("the archive"))
            raise Refused(in_this_language(said), "archive") from error


def _holds_lines(path: Path) -> bool:
    """Whether a file begins as an object of JSON does; no archive does."""
    with path.open("rb") as file:
        return file.read(64).removeprefix(BOM_UTF8).lstrip().startswith(b"{")


def _is_text(path: Path) -> bool:
    """Whether a file begins as a text does; archives have bytes there that no text has."""
    with path.open("rb") as file:
        head = file.read(512)
    return b"\0" not in head and _SIGNS.search(head.decode("utf-8", "replace")[:-1]) is None


def _write_lines(path: Path, place: Path, left_out: list[str]) -> Path:
    """Make a folder of the records that a file of texts says, with lemmas and tags as those that are typed have them.

    Sentences of SQuAD's contexts are cut as those of pasted articles.
    """
    if holds_squad(path):
        records = read_squad_records(
            path, left_out=left_out, tokens=tagged_tokens, cut=paragraph_sentences, most_letters=upload_bytes()
        )
    else:
        records = read_lines(path, tokens=tagged_tokens)
    for number, record in enumerate(records):
        if number == MOST_RECORDS:
            raise _too_many_records()
        write_record(record, place)
    return place


def _unpacked(path: Path, place: Path) -> Path:
    if _is_text(path):
        message = _("This is neither an archive nor JSON lines or SQuAD, which begin with {; choose one of those.")
        raise Refused(message, "archive")
    limits = replace(archive_limits(), entries=MOST_RECORDS * ENTRIES_OF_RECORD)
    _check_names(path, limits)
    unpack(path, place, limits)
    return inner_folder(place)


def _check_names(path: Path, limits: ArchiveLimits) -> None:
    """Refuse what holds many things that are no records before it is unpacked, which takes long. Raises Refused."""
    folders, others = set(), 0
    for member in archive_members(path, limits):
        folder, _slash, name = member.name.rpartition("/")
        if part_of(name):
            folders.add(folder)
        elif member.is_file:
            others += 1
        if len(folders) > MOST_RECORDS:
            raise _too_many_records()
        if others > archive_limits().entries:
            message = _("More than %(most)d files in the archive are no part of a record; pack the records alone.")
            raise Refused(message % {"most": archive_limits().entries}, "records")


def _too_many_records() -> Refused:
    message = _("There are more than %(most)d records in the archive; import them in parts.")
    return Refused(message % {"most": MOST_RECORDS}, "records")


class _Seen(NamedTuple):
    """What of a project decides what becomes of a record that comes: where it is another, that is decided anew.

    rows: number and revision of the records that it may be. article: where it is new, the digest of that which its
    address has.
    """

    rows: tuple[tuple[int, int], ...]
    article: str


class _Coming(NamedTuple):
    """A record that comes, and what becomes of it.

    known: the record that it is, or replaces. state: that which is to be kept; None where nothing is new in it.
    """

    path: Path
    question: str
    url: str
    seen: _Seen
    known: int | None
    state: ReadyState | None


def _take(project: AnnotationProject, paths: Sequence[Path], taking: Taking) -> TakenRecords:
    """Make the records in these folders records of the project; what takes long is done before the lock."""
    coming: list[_Coming] = []
    articles: dict[str, PackedArticle] = {}
    for path in paths:
        one = _looked_at(project, path, taking, articles)
        coming.append(one)
        if one.state is not None and one.state.article is not None:
            articles.setdefault(article_address(one.url), one.state.article)
    return _keep(project, coming, taking)


@transaction.atomic
def _keep(project: AnnotationProject, coming: Sequence[_Coming], taking: Taking) -> TakenRecords:
    """Keep what comes; where the project is another by now than when it was looked at, it is looked at again."""
    project = AnnotationProject.objects.select_for_update().get(pk=project.pk)
    free = free_names([*project.records.values_list("name", flat=True), *(one.path.name for one in coming)])
    new = changed = same = 0
    renamed: dict[str, str] = {}
    for before in coming:
        one = before if _sees(project, before, taking) == before.seen else _looked_at(project, before.path, taking, {})
        name = one.path.name
        if one.known is not None:
            _take_over(locked_record(project.records.only("pk").get(pk=one.known)), one.state, taking)
            project.records.filter(pk=one.known, state=State.WITHDRAWN).update(state=State.DONE)  # it is there again
            changed, same = (changed, same + 1) if one.state is None else (changed + 1, same)
        elif one.state is not None:
            if project.records.filter(name=name).exists():
                renamed[name] = next(free)
            _keep_imported(project, one.state, renamed.get(name, name), taking)
            new += 1
    return TakenRecords(new, changed, same, renamed)


def _take_over(row: AnnotatedRecord, state: ReadyState | None, taking: Taking) -> None:
    """Make a record that is here what came, or, where nothing is new in it, take it once more."""
    if state is None:
        _take_again(row, taking)
    else:
        keep_state(row, state, by=taking.by, cause=Cause.IMPORTED, writes=taking.writes)


def _looked_at(
    project: AnnotationProject, path: Path, taking: Taking, articles: Mapping[str, PackedArticle]
) -> _Coming:
    """Say what becomes of a record. articles: those of records that come before it, by their address."""
    record = read_record(path)
    question, url = draft_of(record).question, record.url
    rows = list(_alike(project, path.name, question, url, taking).select_related("article"))
    found = _Coming(path, question, url, _Seen(tuple((row.pk, row.revision) for row in rows), ""), None, None)
    same = next((row for row in rows if taking.is_same(record_of(row), record) or _was(row, record, taking)), None)
    if same is not None:
        return found._replace(known=same.pk)
    if taking.replaces and rows:
        return found._replace(known=rows[0].pk, state=ready(taking.next_state(record_of(rows[0]), record)))
    article = _article_for(project, url, articles) if taking.are_texts else None
    if article is None:
        return found._replace(state=ready(record))
    said = on_known_article(record, article_of(article), tagged_tokens)
    return found._replace(state=ready(said), seen=found.seen._replace(article=article.digest))


def _sees(project: AnnotationProject, one: _Coming, taking: Taking) -> _Seen:
    rows = _alike(project, one.path.name, one.question, one.url, taking).values_list("pk", "revision")
    return _Seen(tuple(rows), known_digest(project, one.url) if taking.are_texts and one.known is None else "")


def _alike(project: AnnotationProject, name: str, question: str, url: str, taking: Taking) -> QuerySet[AnnotatedRecord]:
    """The records that one may be: that of its name, which comes last, and those that ask the same of its article.

    The latter are looked at where names do not tell, as an import before gave them other ones.
    """
    if taking.replaces:
        return project.records.filter(name=name)
    asks = Q(question=question, address=article_address(url))
    return project.records.filter(asks | Q(name=name)).order_by(Case(When(name=name, then=1), default=0), "name")


def _article_for(project: AnnotationProject, url: str, articles: Mapping[str, PackedArticle]) -> PackedArticle | None:
    known = known_article(project, url)
    return PackedArticle(known.digest, bytes(known.content)) if known else articles.get(article_address(url))


def _was(row: AnnotatedRecord, record: Record, taking: Taking) -> bool:
    """Whether a record has been just this one: then it was corrected since, and no other one has its number."""
    if taking.replaces or row.name != record.name:
        return False
    states = row.revisions.select_related("article", "record").exclude(number=row.revision)
    return any(taking.is_same(record_of(one), record) for one in states)


def _keep_imported(project: AnnotationProject, state: ReadyState, name: str, taking: Taking) -> None:
    """Keep a record that is new in the project, under a name that is free there."""
    row = AnnotatedRecord(
        project=project, name=name, author=taking.author or taking.by, is_imported=True,
        is_theirs=taking.author is not None, revision=0,
    )  # fmt: skip
    keep_state(row, state, by=taking.by, cause=Cause.IMPORTED, writes=taking.writes)


def _take_again(row: AnnotatedRecord, taking: Taking) -> None:
    """Take what is here already: say whose it is, where nobody said so before, and write it once more."""
    if taking.author is not None and not row.is_theirs:
        row.author, row.is_theirs = taking.author, True
        row.save(update_fields=["author", "is_theirs"])
        mark_makers(row.project, [taking.author.pk])
    if taking.writes:  # a withdrawn one lies aside, and an import that found no room is done again
        write_in_folder(row)


def open_folder(folder: Path, user: User) -> tuple[AnnotationProject, TakenRecords]:
    """Return the project of a folder, with the records as they lie there now. Raises DataError, ChallengeError."""
    paths = paths_in(folder)
    project = AnnotationProject.objects.filter(slug=LOCAL_PROJECT).first()
    if project is None:
        project = create_project(LOCAL_PROJECT, folder.name, by=user, folder=str(folder))
    AnnotationProject.objects.filter(pk=project.pk).update(folder=str(folder))  # it may have been moved
    taken = _take(project, paths, Taking(user, replaces=True, author=user, writes=False))
    names = {path.name for path in paths}
    alive = project.records.exclude(state=State.WITHDRAWN).values_list("pk", "name")
    gone = [number for number, name in alive if name not in names]
    project.records.filter(pk__in=gone).update(  # somebody removed their folders
        state=State.WITHDRAWN, withdrawn_from=F("state"), withdrawn_by=None
    )
    return project, taken
