"""What an index holds, for those who open the page: its size, when it was made, questions that it answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from probierz.systems.questions.rows.fields import fields_of, is_row

if TYPE_CHECKING:
    from probierz.systems.questions.answering.asking import Said
    from probierz.systems.questions.finding.index import PassageIndex

_LOOKED_AT, _TRIED, _EXAMPLES = 400, 24, 3
_HEADING = re.compile(r"[^\W\d_][^\n:;|]{2,48}")
_CODE = re.compile(r"\S*\d\S*")
"""A heading that only tells rows apart, `S-01`, and says nothing to those who ask."""
_QUESTIONS = (
    (r"(?:^|; )[Cc]ena\b[^\n:;]*: ", "Ile kosztuje {}?"),
    (r"(?:^|; )(?:[Gg]odzina|[Oo]djazd)\b[^\n:;]*: ", "O której jest {}?"),
    (r"(?:^|\n|; )[Tt]elefon: ", "Jaki telefon ma {}?"),
    (r"\burodził się w ", "Gdzie urodził się {}?"),
    (r"\burodziła się w ", "Gdzie urodziła się {}?"),
    (r"\buchodzi do ", "Dokąd uchodzi {}?"),
    (r"\bzmarła ", "Kiedy zmarła {}?"),
    (r"\bzmarł ", "Kiedy zmarł {}?"),
    (r"\bnarodil se v", "Kde se narodil {}?"),
)
_ABOUT = [(re.compile(said), question) for said, question in _QUESTIONS]
"""What a passage says about its heading, and the question that it answers then."""


@dataclass(frozen=True)
class IndexFacts:
    """What is said of an index. made: when its file was written; examples: questions that it answers, at most three."""

    documents: int
    passages: int
    made: datetime
    examples: tuple[str, ...] = ()


def facts_of(index: PassageIndex, asking: Callable[[str], Said]) -> IndexFacts:
    """Look into an index. asking: answers as the page does, with its confidence and reader. Raises what it raises."""
    about, made = index.about, datetime.fromtimestamp(index.path.stat().st_mtime).astimezone()
    return IndexFacts(int(about["documents"]), index.count, made, tuple(_examples(index, asking)))


def _examples(index: PassageIndex, asking: Callable[[str], Said]) -> Iterator[str]:
    """Questions about headings that get one sure answer, and no other row fits; of other files where such are."""
    others: list[str] = []
    files: set[str] = set()
    for question in _made(index)[:_TRIED]:
        said = asking(question)
        if said.is_sure and not said.other_rows and said.evidence:
            file = said.evidence.file or said.evidence.document
            if file in files:
                others.append(question)
            else:
                yield question
            files.add(file)
        if len(files) == _EXAMPLES:
            return
    yield from others[: _EXAMPLES - len(files)]


def _name_beside(row: str) -> str:
    """What a row says in its second cell, where the first one is a code; empty for other texts."""
    cells = fields_of(row)[1:2] if is_row(row) else ()
    return cells[0].value if cells else ""


def _made(index: PassageIndex) -> list[str]:
    """Questions by what passages say about their headings; those of new forms come first."""
    made: list[tuple[int, str]] = []
    count: dict[str, int] = {}
    for title, text in index.first_passages(_LOOKED_AT):
        name = _name_beside(text) if _CODE.fullmatch(title) else title
        for said, question in _ABOUT:
            if said.search(text) and _HEADING.fullmatch(name):
                count[question] = count.get(question, 0) + 1
                made.append((count[question], question.format(name)))
                break
    return list(dict.fromkeys(question for _, question in sorted(made, key=lambda one: one[0])))
