"""Raw text made fit to learn from: whole texts of one language, long enough, of words, each once.

    kept        at least `words` words, `letters` of its signs are letters, most likely in `language`
    twice       the share of shingles (five words in a row) that two texts have in common reaches `near`:
                    |A and B| / |A or B|,  estimated from MinHash; the later one of the file goes

The corpus is read once. What passes goes to a file beside the result, with 512 bytes for each text in another; copies
are then looked for with 16 bytes of memory a text, and the result is written. So memory hardly grows with the corpus.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import numpy
from numpy.typing import NDArray

from probierz.errors import DataError, OptionError
from probierz.systems.libraries import library
from probierz.systems.pretraining.corpora import RawText
from probierz.systems.system import Progress, no_progress
from probierz.whole_files import unfinished_folder, whole_file

ROWS = 128
"""Minima of which a signature is made."""

_SHINGLE = 5
_LOOKED_AT = 1_000
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028\u2029\ufeff\ufffe\uffff]")
_BLANKS = re.compile(r"[^\S\n]+")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class CleaningRules:
    """What is kept. language: as ISO 639-1 has it; empty: any. near: the likeness that makes a copy; 0: none is one."""

    language: str = "pl"
    words: int = 20
    letters: float = 0.6
    near: float = 0.8

    def __post_init__(self) -> None:
        if self.language and self.language not in _languages():
            raise OptionError(f"no language {self.language!r} is known; say a code such as pl or cs, or any")
        if self.words < 1:
            raise OptionError(f"words={self.words}: a text has at least one word")
        for name in ("letters", "near"):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"{name}={getattr(self, name)}: say a share from 0 to 1")

    def fault(self, text: str) -> str:
        """Say why a text is left out; empty where it is kept."""
        if len(_WORD.findall(text)) < self.words:
            return "short"
        signs = [sign for sign in text if not sign.isspace()]
        if sum(map(str.isalpha, signs)) < self.letters * len(signs):
            return "symbols"
        if self.language and _language_of(text) != self.language:
            return "another language"
        return ""


@dataclass
class CleaningReport:
    """How many texts were read and kept, how many words these have, and why others were left out."""

    texts: int = 0
    kept: int = 0
    words: int = 0
    left_out: Counter[str] = field(default_factory=Counter)


def clean_corpus(
    texts: Iterable[RawText], target: Path, rules: CleaningRules, *, progress: Progress = no_progress
) -> CleaningReport:
    """Write the texts that are kept: paragraphs in lines, an empty line behind each text.

    The file is whole or not there. Raises DataError where nothing is kept, and what reading the texts raises.
    """
    report = CleaningReport()
    with unfinished_folder(target) as folder:
        waiting, rows = folder / "texts", folder / "signatures"
        with waiting.open("wb") as kept, rows.open("wb") as signatures:
            for one in texts:
                _take(one.text, rules, report, kept, signatures)
                progress("reads", report.texts, 0)
        if not report.kept:
            raise DataError(f"no text is kept: {_counted(report.left_out) or 'there is none'}")
        copies = _copies(rows, rules.near, progress)
        report.left_out["copies"] = int(copies.sum())
        _write(waiting, target, copies, report)
    return report


def _take(text: str, rules: CleaningRules, report: CleaningReport, kept: IO[bytes], signatures: IO[bytes]) -> None:
    report.texts += 1
    text = _tidied(text)
    fault = rules.fault(text)
    if fault:
        report.left_out[fault] += 1
        return
    report.kept += 1
    kept.write(f"{text}\n\n".encode("utf-8", "replace"))
    if rules.near:
        signatures.write(signature(text).tobytes())


def _tidied(text: str) -> str:
    """Without control characters, blanks as one space, letters with their signs as one character."""
    plain = _BLANKS.sub(" ", _CONTROL.sub("", unicodedata.normalize("NFC", text)))
    return "\n".join(filter(None, (line.strip() for line in plain.split("\n"))))


def _copies(rows: Path, near: float, progress: Progress) -> NDArray[numpy.bool_]:
    if not near:
        return numpy.zeros(0, bool)
    signatures = numpy.memmap(rows, numpy.uint32, "r").reshape(-1, ROWS)
    return near_duplicates(signatures, near, progress)


def _write(waiting: Path, target: Path, copies: NDArray[numpy.bool_], report: CleaningReport) -> None:
    report.kept -= int(copies.sum())
    with waiting.open("rb") as source, whole_file(target) as file:
        number = 0
        for line in source:
            is_kept = number >= len(copies) or not copies[number]
            if is_kept:
                file.write(line)
                report.words += len(line.split())
            number += line == b"\n"


def _counted(left_out: Counter[str]) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in left_out.most_common())


# --- languages -------------------------------------------------------------------------------------------------------


def _languages() -> set[str]:
    identify = library("py3langid.langid")
    identify.classify("a")  # which loads the model
    return set(identify.IDENTIFIER.nb_classes)


def _language_of(text: str) -> str:
    """The likeliest language of the middle of a text: the beginning may be a title or a list of names."""
    begin = max(0, (len(text) - _LOOKED_AT) // 2)
    return str(library("py3langid").classify(text[begin : begin + _LOOKED_AT])[0])


# --- copies ----------------------------------------------------------------------------------------------------------


def signature(text: str) -> NDArray[numpy.uint32]:
    """Return the minima of a text's shingles, ROWS numbers; two are equal as often as shingles are in common."""
    words = _WORD.findall(text.lower())
    shingles = {" ".join(words[at : at + _SHINGLE]) for at in range(max(1, len(words) - _SHINGLE + 1))}
    made = library("rensa").RMinHash(num_perm=ROWS, seed=1)
    made.update(list(shingles))
    return numpy.array(made.digest(), numpy.uint32)


def near_duplicates(
    signatures: NDArray[numpy.uint32], near: float, progress: Progress = no_progress
) -> NDArray[numpy.bool_]:
    """Say of each text whether it is nearly an earlier one. signatures: a row a text.

    Texts that agree in all numbers of a band are compared; bands are as wide as lets hardly a pair go by:
        P(a pair of likeness s is compared) = 1 - (1 - s^width)^(ROWS / width)
    """
    copies = numpy.zeros(len(signatures), bool)
    width = _band_width(near)
    bands = range(0, ROWS - width + 1, width)
    for done, begin in enumerate(bands):
        progress("looks for copies", done, len(bands))
        for group in _equal_rows(signatures[:, begin : begin + width]):
            _mark_copies(signatures, group, near, copies)
    return copies


def _band_width(near: float) -> int:
    """The widest band with which at least 99 % of pairs that are just near enough are compared."""
    widths = [width for width in (32, 16, 8, 4, 2) if 1 - (1 - near**width) ** (ROWS // width) >= 0.99]
    return widths[0] if widths else 1


def _equal_rows(band: NDArray[numpy.uint32]) -> Iterator[NDArray[numpy.int64]]:
    """Groups of two or more rows that are equal, or have the same hash, each in ascending order."""
    keys = numpy.zeros(len(band), numpy.uint64)
    with numpy.errstate(over="ignore"):
        for column in band.T:
            keys = (keys ^ column) * numpy.uint64(0x9E3779B97F4A7C15)
            keys ^= keys >> numpy.uint64(29)
    order = numpy.argsort(keys, kind="stable")
    ends = numpy.flatnonzero(numpy.append(numpy.diff(keys[order]) != 0, True)) + 1
    begins = numpy.append(0, ends[:-1])
    for at in numpy.flatnonzero(ends - begins > 1):
        yield order[begins[at] : ends[at]]


_MOST_KINDS = 16


def _mark_copies(
    signatures: NDArray[numpy.uint32], group: NDArray[numpy.int64], near: float, copies: NDArray[numpy.bool_]
) -> None:
    """Compare texts of a group with the first one of each kind in it: of some kinds at most, so that time is level."""
    rest = group
    for _ in range(_MOST_KINDS):
        if len(rest) < 2:
            return
        first, others = rest[0], rest[1:]
        is_near = (signatures[others] == signatures[first]).mean(axis=1) >= near
        copies[others[is_near]] = True
        rest = others[~is_near]
