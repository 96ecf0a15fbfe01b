"""Addresses on the net in words, as they are dictated or heard: no mark stands inside of one.

    więcej na www gazeta pl albo tu                       →  Więcej na www gazeta pl albo tu.
    napisz na anna kropka nowak małpa wp kropka pl        →  Napisz na anna kropka nowak małpa wp kropka pl.
    kupiłem to na allegro pl                              →  Kupiłem to na allegro pl.
    mieszka przy pl wolności 5, w zoo jest małpa          no addresses

A network knows none of them, so it reads one word in place of each, and tells how the sentence goes on around that.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy

from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.texts import LOWER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from probierz.systems.punctuation.tagger import Labels

_STAND_IN = "radio"  # as any neuter that has no endings
_NONE, _STOP = MARKS.index(""), MARKS.index(".")

_ENDS = frozenset("com org net edu gov pl eu de uk cz sk info biz".split())
_NO_NAMES = (
    "i|a|o|u|w|z|we|ze|na|do|od|po|za|przy|dla|pod|nad|przed|przez|bez|lub|albo|oraz|czy|że|to|jest|są|nie|się|jak|co"
    "|ul|ulicy|ulica|al|os|plac|placu|placem|tel|ale|bo|ma|już|ten|ta|te|tej|tego|małpa|małpka|małpę|kropka|kropkę|www"
)
_NAME = rf"(?!(?:{_NO_NAMES}) )(?=[^ ]*[^\W\d_])[\w'-]+ "
_AT = r"(?:(?:małpa|małpka) |at (?=(?:[^ ]+ ){1,3}?kropka ))"
_SIGN = r"(?:kropka|podkreślnik|podkreślenie|myślnik|minus) "
_KIND = "(?:com|org|net|edu|gov)"
_TOP = rf"(?:(?:{_KIND} )?(?:kropka )?(?:pl|eu|de|uk|cz|sk|info|biz)|{_KIND}) "
_SLASHES = r"(?:h ?t ?t ?p ?s? (?:dwukropek )?(?:(?:ukośnik|slash) ){2})"
_TAIL = rf"{_NAME}(?:(?:{_SIGN})?{_NAME}){{0,3}}?(?:kropka )?{_TOP}"
_RUN = re.compile(
    rf"(?<![^ ])(?:{_SLASHES}?(?:www|w w w) (?:kropka )?{_TAIL}"
    rf"|{_NAME}(?:{_SIGN}{_NAME})*{_AT}{_TAIL}"
    rf"|{_SLASHES}?{_NAME}(?:kropka {_NAME})*kropka {_TOP}"
    rf"|{_NAME}(?:{_KIND} )?pl (?!(?:[^ ]+ ){{0,2}}\d)"  # no square with the number of a house
    rf"|{_NAME}(?:com|org|net) )"
)


class Run(NamedTuple):
    """The words of a text from `begin` to before `end`, which are one address."""

    begin: int
    end: int


def runs_of(words: Sequence[str]) -> list[Run]:
    """The addresses among words, in order."""
    if _ENDS.isdisjoint(words):
        return []
    begins = [0, *accumulate(len(word) + 1 for word in words)]
    text = "".join(f"{word} " for word in words)
    return [Run(bisect(begins, found.start()) - 1, bisect(begins, found.end()) - 1) for found in _RUN.finditer(text)]


def closed(words: Sequence[str], runs: Sequence[Run]) -> Sequence[str]:
    """Words with one in place of each address."""
    last_of = {run.end - 1 for run in runs}
    return [_STAND_IN if at in last_of else words[at] for at in _kept(len(words), runs)] if runs else words


def closed_pauses(pauses: Sequence[int], runs: Sequence[Run]) -> Sequence[int]:
    """The pauses behind the words of `closed`."""
    return [pauses[at] for at in _kept(len(pauses), runs)] if runs else pauses


def _kept(count: int, runs: Sequence[Run]) -> Iterator[int]:
    """The numbers of words, of each address that of the last one."""
    inside = {at for run in runs for at in range(run.begin, run.end - 1)}
    return (at for at in range(count) if at not in inside)


def widened(found: Labels, count: int, runs: Sequence[Run]) -> Labels:
    """The labels of `count` words from those of `closed`: inside of an address there is nothing."""
    if not runs:
        return found
    kept = numpy.fromiter(_kept(count, runs), int)
    return type(found)(*(_spread(one, kept, count) for one in found))


def _spread(one: NDArray[Any], kept: NDArray[Any], count: int) -> NDArray[Any]:
    spread = numpy.zeros((count, *one.shape[1:]), one.dtype)
    spread[kept] = one
    return spread


def with_closed_runs(
    runs: Sequence[Run], found: Labels, marks: list[int], cases: list[int], adjoins: list[int]
) -> None:
    """Take out what rules have set inside of addresses, in place, and full stops of `pl` as an abbreviation."""
    for begin, end in runs:
        marks[begin : end - 1] = [_NONE] * (end - begin - 1)
        cases[begin:end] = [LOWER] * (end - begin)
        adjoins[begin : end - 1] = [0] * (end - begin - 1)
        if marks[end - 1] == _STOP:
            marks[end - 1] = int(found.marks[end - 1])
