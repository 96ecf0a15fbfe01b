"""Second answers: drawing records whose questions somebody else answers, and giving such an answer."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.suites.sqad.tagging import run_in, tagged_tokens
from probierz.suites.sqad.types import ANSWER_TYPES, QUESTION_TYPES
from probierz.suites.sqad.vertical import VerticalSentence
from probierz.web.accounts.services import audit
from probierz.web.annotation.models import (
    AnnotatedRecord,
    AnnotationMember,
    AnnotationProject,
    RecordRemark,
    RecordRevision,
    SecondAnswer,
)
from probierz.web.annotation.queries import Seat
from probierz.web.annotation.second_answers import question_of
from probierz.web.annotation.services.makers import mark_makers
from probierz.web.annotation.services.records import check_coordinator, check_member

Role = AnnotationMember.Role
UNSAID = "unsaid"
"""In the place of a type that somebody cannot say; it is kept as an empty one."""
MOST_DRAWN = 500
"""Records at a time."""


@transaction.atomic
def draw_second(seat: Seat, size: int, seed: int) -> int:
    """Draw random records without a second answer, and ask somebody who has not had a hand in them; return how many.

    Annotators come before those who see all records, and of these whoever has least to answer; the same seed draws the
    same of the same records. Raises Refused.
    """
    check_coordinator(seat)
    project = AnnotationProject.objects.select_for_update().get(pk=seat.project.pk)
    members = list(project.members.order_by("number"))
    rows = project.records.exclude(state=AnnotatedRecord.State.WITHDRAWN).exclude(article=None).exclude(question="")
    rows = rows.filter(second_answers=None).exclude(selection="").order_by("name").only("pk", "author_id", "revision")
    draw = random.Random(seed)
    hands = _hands(project)
    able = [row for row in rows if any(one.user_id not in hands[row.pk] for one in members)]
    if not able:
        why = _("No record is left that somebody else in the project could answer; let in another member, or wait.")
        raise Refused(why, "records")
    load = Counter(SecondAnswer.objects.filter(record__project=project).values_list("user", flat=True))
    drawn = draw.sample(able, min(size, MOST_DRAWN, len(able)))
    asked: set[int] = set()
    for row in drawn:
        others = [one for one in members if one.user_id not in hands[row.pk]]
        chosen = min(others, key=lambda one: (one.role != Role.ANNOTATOR, load[one.user_id])).user_id
        load[chosen] += 1
        SecondAnswer.objects.create(record=row, user_id=chosen, revision=row.revision)
        asked.add(chosen)
    mark_makers(project, asked)
    audit(seat.user, "annotation.second", project, records=len(drawn), seed=seed)
    return len(drawn)


def _hands(project: AnnotationProject) -> dict[int, set[int]]:
    """By record, who has written, changed or judged it, and so knows its answer."""
    found: dict[int, set[int]] = defaultdict(set)
    for rows in (
        project.records.values_list("pk", "author"),
        RecordRevision.objects.filter(record__project=project).values_list("record", "author"),
        RecordRemark.objects.filter(record__project=project).values_list("record", "author"),
    ):
        for record, user in rows:
            found[record].add(user)
    return found


def _why_not_there(extraction: str, sentence: VerticalSentence) -> str:
    missing = [token.word for token in tagged_tokens(extraction) if token.word not in sentence.words]
    if missing:
        message = _("The sentence has no “%(words)s”; take the exact answer as it is written there.")
        return message % {"words": " ".join(missing)[:100]}
    return _("The words of the exact answer do not follow one another in the sentence; take it as it is written there.")


@transaction.atomic
def give_second(
    seat: Seat, second: SecondAnswer, *, sentence: int | None, extraction: str, question_type: str, answer_type: str
) -> None:
    """Answer a question that was drawn. sentence: None where the article does not answer it. Raises Refused.

    A type may be `UNSAID`; where the article does not answer, no type is asked.
    Who sees all records knows the first answer from then on, and does not change their own.
    """
    check_member(seat)
    if second.user_id != seat.user.pk:
        raise Refused(_("Somebody else is asked this question."), "forbidden")
    if second.is_decided and seat.reviews:
        raise Refused(_("You have answered this question, and see its record since; your answer stays."), "state")
    sentences = question_of(second).parts["text"].vertical.sentences
    if sentence is None and extraction.strip():
        message = _("You wrote an answer, and said that the article has none: which is it? Empty one of the two.")
        raise Refused(message, "extraction")
    if sentence is None:
        extraction = ""
    elif not 0 <= sentence < len(sentences):
        raise Refused(_("Choose the sentence that answers."), "sentence")
    elif not extraction.strip():
        raise Refused(_("Write the words that answer."), "extraction")
    elif answer_type != "YES_NO" and not run_in(extraction, sentences[sentence].tokens):
        raise Refused(_why_not_there(extraction, sentences[sentence]), "extraction")
    if question_type not in (UNSAID, *QUESTION_TYPES) and sentence is not None:
        raise Refused(_("Choose the type of the question, or that you cannot say."), "types")
    if answer_type not in (UNSAID, *ANSWER_TYPES) and sentence is not None:
        raise Refused(_("Choose the type of the answer, or that you cannot say."), "types")
    second.sentence, second.extraction = sentence, " ".join(extraction.replace("\0", "").split())[:2000]
    second.question_type = question_type if question_type in QUESTION_TYPES else ""
    second.answer_type = answer_type if answer_type in ANSWER_TYPES else ""
    second.is_decided = True
    second.save()
