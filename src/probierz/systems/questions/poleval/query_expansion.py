"""Several queries of one question, as a public service of PolEval 2021 made them: each finds what the others miss.

the question           without words that stand in any question
capitalised runs       names, but for the first word
quotations             what stands in quotation marks
adjective and noun     pairs of words of which the first ends as adjectives do
"""

from __future__ import annotations

import re
from itertools import pairwise

_MOST = 12
"""Queries of a question: of one that is a page long there would be hundreds."""

_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_RUN = re.compile(r"(?<!^)(?<![.?!] )\b[A-ZĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŮÝŽ]\w*(?:[ -][A-ZĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŮÝŽ]\w*)*")
_QUOTED = re.compile(r"[„“”\"»«]([^„“”\"»«]{2,})[„“”\"»«]")
_ADJECTIVE = re.compile(r"\w{2,}(?:y|i|a|e|ą|ego|ej|ym|im|ych|ich|ský|ské|ská|ného|ný|né|ná)$", re.IGNORECASE)
_ASKING_WORDS = (
    "kto kogo komu kim co czego czemu czym jaki jaka jakie jakiego jakiej jakim który która które którego której "
    "którym ile ilu gdzie skąd dokąd kiedy dlaczego czy jak w we z ze na do od po za przez dla o u i a oraz lub "
    "to jest są był była było były się nie ten ta te tego tej nazywa nazywał nazywała proszę podać kdo který "
    "která které kde kdy kolik je jsou byl byla v ve s se"
)
_ASKING = frozenset(_ASKING_WORDS.split())


def expanded(question: str) -> tuple[str, ...]:
    """Return the queries, the question itself first, each once; those without a word are left out.

    >>> expanded("Kiedy Jan Matejko namalował „Hołd pruski”?")[1:]
    ('Jan Matejko namalował Hołd pruski', 'Jan Matejko', 'Hołd pruski')
    """
    words = _WORD.findall(question)
    telling = [word for word in words if word.lower() not in _ASKING]
    pairs = [
        f"{one} {other}"
        for one, other in pairwise(words)
        if _ADJECTIVE.fullmatch(one) and len(other) > 3 and not {one.lower(), other.lower()} & _ASKING
    ]
    runs = [run for run in _RUN.findall(question) if len(run.split()) > 1]
    found = [question, " ".join(telling), *runs, *(one.strip() for one in _QUOTED.findall(question)), *pairs]
    return tuple(dict.fromkeys(one for one in found if _WORD.search(one)))[:_MOST]
