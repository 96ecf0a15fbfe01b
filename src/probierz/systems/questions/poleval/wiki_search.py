"""The baseline WIKI_SEARCH of PolEval 2021, task 4, offline: the title of an article that the question finds.

    query      the words of the question that have more than one character
    answer     the first title none of whose words is like a word of the question, without what stands in parentheses
    nothing    without such a title the first word of the query is dropped, and the search begins again

The paper asks Wikipedia's own search; here it is an index of the user's articles, so answers are others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from probierz.errors import OptionError
from probierz.systems.questions.finding.index import PassageIndex
from probierz.systems.questions.learning.quiz_rule import are_alike
from probierz.systems.system import System

_WORD = re.compile(r"\w+")
_MOST_WORDS = 64  # of a question, each of which may be a search: the longest of the quiz has 32


@lru_cache(4)
def opened_index(path: str) -> PassageIndex:
    """Open an index once for all that read it. Raises OptionError where none is named or there, SystemFileError."""
    if not path:
        raise OptionError("this system reads an index of passages: --set index=FILE, made by `probierz index build`")
    return PassageIndex(path)


@dataclass
class WikiSearch(System):
    """Answers with a title. index: the file of an index of articles. titles: looked at in each search."""

    kind: ClassVar[str] = "wiki-search"
    learns: ClassVar[bool] = False
    later: ClassVar[tuple[str, ...]] = ("index", "titles")
    index: str = ""
    titles: int = 10

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield a title for each question; empty where no search finds one."""
        return (self._title(_WORD.findall(question)[:_MOST_WORDS]) for question in inputs)

    def _title(self, asked: Sequence[str]) -> str:
        words = [word for word in asked if len(word) > 1]
        for begin in range(len(words)):
            for title in self._titles(" ".join(words[begin:])):
                if not _shares_word(title, asked):
                    return title.partition("(")[0].strip()
        return ""

    def _titles(self, query: str) -> list[str]:
        """The titles of the passages that are found, each once, the best first."""
        found = opened_index(self.index).search(query, 5 * self.titles)
        return list(dict.fromkeys(one.title for one in found if one.title))[: self.titles]


def _shares_word(title: str, asked: Sequence[str]) -> bool:
    """Whether a word of the title is at least half like one of the question."""
    return any(are_alike(word, other) for word in _WORD.findall(title) for other in asked)
