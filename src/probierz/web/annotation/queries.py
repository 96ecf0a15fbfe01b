"""What is read of annotation: who sits where, what they may see, how far they are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import (
    BooleanField,
    Case,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.http import Http404, HttpRequest

from probierz.suites.sqad.cross_record_rules import article_address
from probierz.suites.sqad.drafts import DraftFinding, draft_findings, findings_of
from probierz.suites.sqad.records import Record
from probierz.suites.sqad.types import QUESTION_TYPES
from probierz.web.accounts.models import User
from probierz.web.accounts.requester import person_of
from probierz.web.annotation.files import PackedArticle, article_of, packed_article
from probierz.web.annotation.models import (
    AnnotatedArticle,
    AnnotatedRecord,
    AnnotationMember,
    AnnotationProject,
    RecordRemark,
    SecondAnswer,
    UnfinishedRecord,
)

Role = AnnotationMember.Role


@dataclass(frozen=True)
class Seat:
    """Somebody in a project. member: None for administrators who are none; they may do what a coordinator may."""

    project: AnnotationProject
    user: User
    member: AnnotationMember | None

    @property
    def works(self) -> bool:
        """Whether they are in the project."""
        return self.user.is_staff or self.member is not None

    @property
    def coordinates(self) -> bool:
        """Whether they say who does what."""
        return self.user.is_staff or (self.member is not None and self.member.role == Role.COORDINATOR)

    @property
    def reviews(self) -> bool:
        """Whether they see and correct what others made."""
        return self.coordinates or (self.member is not None and self.member.role == Role.REVIEWER)

    def may_change(self, record: AnnotatedRecord) -> bool:
        """Whether they may correct a record."""
        return self.reviews or record.author_id == self.user.pk


@dataclass(frozen=True)
class Quota:
    """How many records of a type of question somebody shall make, and how many there are.

    together: how many the whole project has and shall have; None for who does not coordinate it.
    """

    question_type: str
    says: str
    wanted: int
    made: int
    together: tuple[int, int] | None

    @property
    def left(self) -> int:
        """How many are missing."""
        return max(0, self.wanted - self.made)


def projects_of(user: User) -> QuerySet[AnnotationProject]:
    """Return the projects that somebody sees."""
    every = AnnotationProject.objects.all()
    return every if user.is_staff else every.filter(members__user=user)


def seat_in(request: HttpRequest, slug: str) -> Seat:
    """Return who asks, in the project of that name. Raises Http404 for everybody who is not in it."""
    user = person_of(request)
    project = projects_of(user).filter(slug=slug).first()
    if project is None:
        raise Http404
    return Seat(project, user, project.members.filter(user=user).first())


def records_for(seat: Seat) -> QuerySet[AnnotatedRecord]:
    """Return the records that somebody sees: their own, or all."""
    records = seat.project.records.select_related("author").defer("files")
    return records if seat.reviews else records.filter(author=seat.user)


def to_review(seat: Seat) -> QuerySet[AnnotatedRecord]:
    """Return the records of others that nobody has accepted or returned yet."""
    waiting = seat.project.records.filter(state=AnnotatedRecord.State.DONE)
    return waiting.exclude(author=seat.user, is_theirs=True)


def to_judge(seat: Seat, verdict: str) -> QuerySet[AnnotatedRecord]:
    """Return the records that somebody may give a verdict together with others; none for who does not review.

    Accepted can be what waits for their review, and sent back (done) what is accepted. What they shall answer first
    can be neither, and nobody accepts their own so.
    """
    State = AnnotatedRecord.State  # noqa: N806
    waiting = {
        State.ACCEPTED.value: to_review(seat),
        State.DONE.value: seat.project.records.filter(state=State.ACCEPTED),
    }
    if not seat.reviews or seat.project.folder or verdict not in waiting:
        return seat.project.records.none()
    return waiting[verdict].exclude(pk__in=awaited_answers(seat).values("record"))


def next_to_review(seat: Seat, name: str) -> str:
    """Return the name of the record that waits for review after this one, from the first again; empty where none does.

    Those that one shall answer first are no reviewer's yet.
    """
    waiting = to_judge(seat, AnnotatedRecord.State.ACCEPTED).exclude(name=name)
    names = list(waiting.order_by("name").values_list("name", flat=True))
    return next((one for one in names if one > name), names[0] if names else "")


class ReturnedRecord(NamedTuple):
    """A record that came back to its author, and what was said then."""

    name: str
    remark: str


def returned_to(seat: Seat) -> list[ReturnedRecord]:
    """Return the records of somebody that reviewers returned to them, each with what others said of it last."""
    returned = seat.project.records.filter(author=seat.user, state=AnnotatedRecord.State.RETURNED)
    said = RecordRemark.objects.filter(~Q(author=seat.user), record=OuterRef("pk")).exclude(text="").order_by("-pk")
    rows = returned.order_by("name").values_list("name", Subquery(said.values("text")[:1]))
    return [ReturnedRecord(name, remark or "") for name, remark in rows]


def with_last_word(records: QuerySet[AnnotatedRecord]) -> QuerySet[AnnotatedRecord]:
    """Return records that know who made the last remark on each: `last_word`, a number of somebody, or None.

    A verdict without a word ends what was said before.
    """
    remarks = RecordRemark.objects.filter(record=OuterRef("pk")).order_by("-pk")
    said = remarks.annotate(speaker=Case(When(text="", then=None), default="author"))
    return records.annotate(last_word=Subquery(said.values("speaker")[:1]))


def marked_own(records: QuerySet[AnnotatedRecord]) -> QuerySet[Any]:
    """Return records that know whether their own author accepted each: `accepted_by_author`, true, false or None.

    Who works alone has nobody else for it, and no record of theirs is marked.
    """
    verdicts = RecordRemark.objects.filter(record=OuterRef("pk")).exclude(verdict="").order_by("-pk").values("author")
    others = _reviewers().filter(project=OuterRef("project")).exclude(user=OuterRef("author"))
    is_own = Q(Exists(others), state=AnnotatedRecord.State.ACCEPTED, is_theirs=True, author=F("judged_by"))
    marked = records.annotate(judged_by=Subquery(verdicts[:1]))
    return marked.annotate(accepted_by_author=ExpressionWrapper(is_own, BooleanField()))


def is_own_before_others(seat: Seat, row: AnnotatedRecord) -> bool:
    """Whether a record is somebody's own work, and another person could review it."""
    others = _reviewers().filter(project=seat.project).exclude(user=seat.user)
    return row.is_theirs and row.author_id == seat.user.pk and others.exists()


def _reviewers() -> QuerySet[AnnotationMember]:
    return AnnotationMember.objects.filter(role__in=(Role.REVIEWER, Role.COORDINATOR))


def awaited_answers(seat: Seat) -> QuerySet[SecondAnswer]:
    """Return the questions of others that somebody is asked, and has not answered yet."""
    mine = SecondAnswer.objects.filter(record__project=seat.project, user=seat.user, is_decided=False)
    return mine.select_related("record")


def record_in(seat: Seat, name: str) -> AnnotatedRecord:
    """Return a record. Raises Http404 where there is none that they see."""
    records = marked_own(records_for(seat)).defer(None).select_related("article", "author")
    found: AnnotatedRecord | None = records.filter(name=name).first()
    if found is None:
        raise Http404
    return found


def own_draft(seat: Seat, number: int) -> UnfinishedRecord | None:
    """Return what somebody is typing, or nothing; nobody sees what others type."""
    drafts = seat.project.drafts.select_related("article", "record", "record__article")
    return drafts.filter(user=seat.user, pk=number).first()


def made_by(project: AnnotationProject, user: User) -> Counter[str]:
    """Return how many records somebody has made of each type of question; those withdrawn do not count."""
    made = project.records.filter(author=user, is_theirs=True).exclude(state=AnnotatedRecord.State.WITHDRAWN)
    return Counter(made.values_list("question_type", flat=True))


def quotas_of(seat: Seat) -> list[Quota]:
    """Return how far somebody is with each type of question, and, where they coordinate, all together."""
    made, wanted = made_by(seat.project, seat.user), seat.member.quotas if seat.member is not None else {}
    together = _together(seat.project) if seat.coordinates else None
    return [
        Quota(name, says, wanted.get(name, 0), made[name], together[name] if together else None)
        for name, says in QUESTION_TYPES.items()
    ]


def _together(project: AnnotationProject) -> dict[str, tuple[int, int]]:
    """By type, how many records the project has, imported ones too, and how many its members shall make."""
    made = Counter(_alive(project, None).values_list("question_type", flat=True))
    wanted: Counter[str] = Counter()
    for quotas in project.members.values_list("quotas", flat=True):
        wanted.update(quotas)
    return {name: (made[name], wanted[name]) for name in QUESTION_TYPES}


@dataclass(frozen=True)
class MemberProgress:
    """How far a member is."""

    member: AnnotationMember
    wanted: int
    made: int
    accepted: int
    returned: int
    last: datetime | None


def progress_of(project: AnnotationProject) -> list[MemberProgress]:
    """Return how far each member is, by their numbers."""
    State = AnnotatedRecord.State  # noqa: N806
    made = project.records.filter(is_theirs=True).exclude(state=State.WITHDRAWN)
    counted = made.values("author").annotate(
        made=Count("pk"), last=Max("created"),
        accepted=Count("pk", filter=Q(state=State.ACCEPTED)), returned=Count("pk", filter=Q(state=State.RETURNED)),
    )  # fmt: skip
    counts: dict[int, dict[str, Any]] = {row["author"]: dict(row) for row in counted}
    found = []
    for member in project.members.select_related("user"):
        row = counts.get(member.user_id, {"made": 0, "accepted": 0, "returned": 0, "last": None})
        wanted = sum(member.quotas.values())
        found.append(MemberProgress(member, wanted, row["made"], row["accepted"], row["returned"], row["last"]))
    return found


# --- what is wrong with a record -------------------------------------------------------------------------------------


def known_article(project: AnnotationProject, url: str, *, but: int | None = None) -> AnnotatedArticle | None:
    """Return the article that records with an address have, if there are any. but: the record that does not count."""
    first = _with_article(project, url, but).select_related("article").first()
    return first.article if first is not None else None


def known_digest(project: AnnotationProject, url: str) -> str:
    """Return the digest of the article that `known_article` returns; empty where there is none."""
    return _with_article(project, url, None).values_list("article__digest", flat=True).first() or ""


def _with_article(project: AnnotationProject, url: str, but: int | None) -> QuerySet[AnnotatedRecord]:
    return records_at(project, url, but=but).exclude(article=None).order_by("name")


def records_at(project: AnnotationProject, url: str, *, but: int | None = None) -> QuerySet[AnnotatedRecord]:
    """Return the records about the article at an address. but: the record that does not count."""
    address = article_address(url.strip())
    return _alive(project, but).filter(address=address) if address else project.records.none()


def record_findings(
    project: AnnotationProject, record: Record, *, but: int | None = None, is_typed: bool = False
) -> list[DraftFinding]:
    """Return what the rules say of a record, compared with all others of the project.

    but: its own number. is_typed: it is being written, see `draft_findings`.
    """
    findings = draft_findings(record) if is_typed else findings_of(record)
    article = packed_article(record.parts["text"].vertical) if "text" in record.parts else None
    return findings + findings_beside(project, record.url, record.says("question"), article, but=but)


def findings_beside(
    project: AnnotationProject, url: str, said: str, article: PackedArticle | None, *, but: int | None = None
) -> list[DraftFinding]:
    """Return what the rules say of a record compared with all others of the project. said: its question."""
    findings = []
    others = records_at(project, url, but=but)
    known = known_article(project, url, but=but)
    if known is not None and article is not None and not _is_same(known, article):
        findings.append(DraftFinding("same-url-same-text", "error", "url", ""))
    question = _plain(said)
    twins = [
        name for name, other in others.order_by("name").values_list("name", "question") if _plain(other) == question
    ]
    if question and twins:
        findings.append(DraftFinding("no-repeated-question", "error", "question", twins[0]))
    return findings


def _plain(question: str) -> str:
    """A question as the rule compares it; databases do not know the case of every letter."""
    return " ".join(question.casefold().split())


def _is_same(known: AnnotatedArticle, article: PackedArticle) -> bool:
    if known.digest == article.digest:
        return True
    return [one.words for one in article_of(known).sentences] == [one.words for one in article_of(article).sentences]


def _alive(project: AnnotationProject, but: int | None) -> QuerySet[AnnotatedRecord]:
    records = project.records.exclude(state=AnnotatedRecord.State.WITHDRAWN)
    return records.exclude(pk=but) if but is not None else records
