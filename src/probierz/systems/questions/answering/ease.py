"""Whether a question about an article is too easy, or cannot be answered: what our search and reader make of it.

It is told of a question that people write, with its answer and the sentence that has it, so that they may ask another.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from probierz.systems.questions.answering.asking import LIKELY, PASSAGES, as_typed_well, best_reading
from probierz.systems.questions.finding.index import FoundPassage, IndexRecipe, PassageIndex, build_index
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.questions.reading.asked_question import AskedQuestion, best_sentence
from probierz.systems.questions.reading.reader import PassageReading
from probierz.systems.questions.wanted.kinds import Wanted, wanted_by
from probierz.systems.questions.wording.lemmas import shares_word
from probierz.systems.questions.wording.words import STEM, terms

_LOOKED_AT = 200
_WORD = re.compile(r"\w+")
_ASKS = ("kter", "jak", "koli", "proč", "któr", "dlac", "czem")
_FEWEST_LETTERS = 4


class Ease(StrEnum):
    """What is found.

    ELSEWHERE: other articles answer it, without the article. OVERLAP: the sentence that shares most words with the
    question has the answer, and the reader takes it out. NOTHING: neither title nor text of the article has a word of
    the question that does not ask, neither by its first letters (of those with four) nor in another form, as far as
    lemmas are known. FINE: none of these.
    """

    ELSEWHERE = "elsewhere"
    OVERLAP = "overlap"
    NOTHING = "nothing"
    FINE = "fine"


@dataclass(frozen=True)
class QuestionEase:
    """What is found, what the reader answered, how sure it was (0 to 1), and the title of the article it read."""

    ease: Ease
    answer: str = ""
    confidence: float = 0.0
    title: str = ""


def question_ease(
    question: str, answer: str, sentence: str, article: SourceDocument, others: Sequence[SourceDocument]
) -> QuestionEase:
    """Tell how easy a question is. answer, sentence: the right ones, as the article has them; others: other articles.

    The reader is right where its answer has the words of the right one, or the right one has all of its own, in any
    case of letters; an answer counts that is as sure as `asking.LIKELY`. Yes-or-no questions it cannot read, so that of
    them NOTHING alone is told. What an article is about counts as its words, so that its title may be asked for.
    Raises what `build_index` raises.
    """
    question = as_typed_well(question)
    told = {word[:STEM] for word in _WORD.findall(question.lower()) if _tells(word)}
    if not told:
        return QuestionEase(Ease.FINE)
    whole = f"{article.title} {article.text}"
    if not told & set(terms(whole)) and not shares_word(_named_by(question), whole):
        return QuestionEase(Ease.NOTHING)
    if wanted_by(question) is Wanted.BOOLEAN:
        return QuestionEase(Ease.FINE)
    with tempfile.TemporaryDirectory(prefix="probierz-ease-") as place:
        path = Path(place) / "articles.index"
        build_index(path, [article, *others], IndexRecipe("sentences-90"))
        with PassageIndex(path) as index:
            found = index.search(question, _LOOKED_AT, dense=False)
            rarity = index.rarity(question)
    own = [one for one in found if one.document == article.name]
    elsewhere = _right(question, [one for one in found if one.document != article.name], rarity, answer)
    if elsewhere is not None:
        return _told(Ease.ELSEWHERE, elsewhere)
    begin, end = best_sentence(AskedQuestion(question, rarity), article.text)
    if _holds(article.text[begin:end], sentence):
        overlap = _right(question, own, rarity, answer)
        if overlap is not None:
            return _told(Ease.OVERLAP, overlap)
    return QuestionEase(Ease.FINE)


def _tells(word: str) -> bool:
    return len(word) >= _FEWEST_LETTERS and not word.startswith(_ASKS)


def _named_by(question: str) -> list[str]:
    """All words that do not ask, short ones too: their lemmas are compared, which is slower than first letters."""
    return [word for word in _WORD.findall(question) if not word.lower().startswith(_ASKS)]


def _right(
    question: str, found: Sequence[FoundPassage], rarity: Mapping[str, float], answer: str
) -> PassageReading | None:
    """What the reader says, where it is sure and right."""
    said = best_reading(question, found[:PASSAGES], rarity) if found else None
    return said if said is not None and said.confidence >= LIKELY and _holds(said.answer, answer) else None


def _holds(one: str, other: str) -> bool:
    """Whether one text has the words of the other in a row, or the other way round."""
    left, right = (f" {' '.join(_WORD.findall(text.lower()))} " for text in (one, other))
    return bool(left.strip() and right.strip()) and (left in right or right in left)


def _told(ease: Ease, said: PassageReading) -> QuestionEase:
    return QuestionEase(ease, said.answer, said.confidence, said.found.title)
