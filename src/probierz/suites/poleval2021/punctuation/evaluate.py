"""Precision, recall and F1 of each mark, in all texts and in each, and the weighted score of the challenge.

The score is the challenge's own: the lines that the documents stand for are scored by its metric, so that a folder of
JSON files and the lines of an out.tsv with the same marks have the same score to the last digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from probierz.errors import ChallengeError
from probierz.metrics.tallies import Hits, ratio
from probierz.suites.poleval2021.punctuation.displaced import displaced_tallies, weighted_f1
from probierz.suites.poleval2021.punctuation.documents import MARKS, MarkedText, refuse_other_words
from probierz.suites.poleval2021.punctuation.folders import Form, Texts, read_texts
from probierz.text import first_few

SCHEME = (
    r"BIO-Weighted-F1:cs<[^\s,!\?\.:-]+><O>s<(^|\s)([\s,!\?\.:-]+)(\s|$)><\10\2>"
    r"s<\S+-+><B-HYPHEN>s<\S+,+><B-COMMA>s<\S+\.\.\.+><B-ELLIPSIS>s<\S+\.+><B-FULLSTOP>"
    r"s<\S+\?+><B-QMARK>s<\S+!+><B-XCL>s<\S+:+><B-KOLON>N<Weighted-F1>"
)
"""The main metric in the config.txt of the challenge: a token is labelled by the mark at its end."""

FORGIVEN = 1
"""How many words off its place a mark may be in the forgiving score."""

_LABELS = {"FULLSTOP": ".", "COMMA": ",", "QMARK": "?", "XCL": "!", "HYPHEN": "-", "KOLON": ":", "ELLIPSIS": "..."}


@dataclass(frozen=True)
class MarkScore:
    """What became of a mark: how often it was expected, given, and right.

        P = TP / (TP + FP),  R = TP / (TP + FN),  F1 = 2 P R / (P + R)

    As the challenge has it, a mark counts as given only in texts that expect it; P is 1 where it was never given, R and
    F1 are 1 where it was never expected.
    """

    mark: str
    expected: int
    output: int
    hits: int

    @property
    def precision(self) -> float:
        """TP / (TP + FP)."""
        return ratio(self.hits, self.output)

    @property
    def recall(self) -> float:
        """TP / (TP + FN)."""
        return ratio(self.hits, self.expected)

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return Hits(self.hits, self.expected, self.output).f() if self.expected else 1.0


@dataclass(frozen=True)
class DocumentScore:
    """The marks of one text, and its weighted score."""

    name: str
    words: int
    marks: tuple[MarkScore, ...]
    weighted_f1: float


@dataclass(frozen=True)
class PunctuationReport:
    """Scores of a folder of texts.

        score = 1/N Σ n(p) F1(p)

    p: the seven marks; n(p): how often p is expected in all texts together; N: their sum. F1(p) is counted over all
    texts together (micro). scored_as: the metric and its version, to repeat the number.
    forgiving: the same score with marks that may be one word off, see `displaced`.
    """

    weighted_f1: float
    marks: tuple[MarkScore, ...]
    documents: tuple[DocumentScore, ...]
    scored_as: str
    warnings: tuple[str, ...] = ()
    forgiving: float = 1.0


def evaluate_folders(
    gold: Path, system: Path, *, form: Form | None = None, output: str = "out.tsv"
) -> PunctuationReport:
    """Score a folder of texts against one with the expected marks; each may be JSON, CSV or TSV.

    form: of both, where a folder has several. output: the file with the system's marks, where `system` has in.tsv.
    Raises ChallengeError for a missing text, DataError for other words or an unreadable file.
    """
    wanted = read_texts(gold, form=form)
    if not any(entry.has_marks for entry in wanted.entries):
        raise ChallengeError(f"{gold}: these texts are without marks; give the folder with the expected ones")
    given = read_texts(system, form=form, punctuated=output)
    pairs = _pairs(wanted, given)
    extra = set(given.documents) - set(wanted.documents)
    return evaluate_lines(
        [one for one, _ in pairs], [other for _, other in pairs], warnings=[*_extra(extra, system), *_odd_marks(given)]
    )


def _pairs(wanted: Texts, given: Texts) -> list[tuple[MarkedText, MarkedText]]:
    entries = {entry.document.name: entry for entry in given.entries}
    missing = [name for name in wanted.documents if name not in entries]
    if missing:
        raise ChallengeError(
            f"{given.path}: there is no text {first_few(missing, 1)}; give every text of {wanted.path}"
        )
    pairs = []
    for name, document in wanted.documents.items():
        entry = entries[name]
        refuse_other_words(document, entry.document, path=_place(entry.path, entry.line), lines=_lines_of(entry.path))
        pairs.append((document, entry.document))
    return pairs


def _place(path: Path, line: int | None) -> str:
    return f"{path} line {line}" if line else str(path)


def _lines_of(path: Path) -> Iterable[int]:
    """Where the words of a JSON or CSV file stand; read only when somebody asks."""
    if path.suffix == ".json":
        from probierz.suites.poleval2021.punctuation.json_files import read_text, word_lines

        yield from word_lines(read_text(path))
    elif path.suffix == ".csv":
        yield from range(2, 10**9)


def _extra(names: set[str], system: Path) -> list[str]:
    if not names:
        return []
    count = "one text is" if len(names) == 1 else f"{len(names)} texts are"
    return [f"{system}: {count} not expected and left out, such as {min(names)}"]


def _odd_marks(given: Texts) -> list[str]:
    known = {*MARKS, "", ";"}
    odd = [
        (entry.path, at, word.punctuation)
        for entry in given.entries
        for at, word in enumerate(entry.document.words, 1)
        if word.punctuation not in known
    ]
    if not odd:
        return []
    path, at, mark = odd[0]
    return [f"{path} word {at}: {mark!r} is none of the marks {' '.join(MARKS)}; {len(odd)} such in all"]


# --- counting --------------------------------------------------------------------------------------------------------


def evaluate_lines(
    gold: Sequence[MarkedText], system: Sequence[MarkedText], *, warnings: Iterable[str] = ()
) -> PunctuationReport:
    """Score documents against those with the expected marks, which must be of the same texts in the same order."""
    from probierz.scoring.score import score

    scored = score(SCHEME, [one.line for one in gold], [one.line for one in system])
    assert scored.rows is not None
    tallies: Sequence[Mapping[str, Hits]] = scored.rows.tallies
    documents = [
        DocumentScore(document.name, len(document.words), _marks([tally]), value)
        for document, tally, value in zip(gold, tallies, scored.rows.values, strict=True)
    ]
    displaced = [displaced_tallies(one, other, FORGIVEN) for one, other in zip(gold, system, strict=True)]
    return PunctuationReport(
        scored.value,
        _marks(tallies),
        tuple(documents),
        str(scored.signature),
        tuple(dict.fromkeys(warnings)),
        weighted_f1(displaced),
    )


def _marks(tallies: Sequence[Mapping[str, Hits]]) -> tuple[MarkScore, ...]:
    found = []
    for label, mark in sorted(_LABELS.items(), key=lambda one: list(MARKS).index(one[1])):
        hits = [tally[label] for tally in tallies if label in tally]
        columns = [int(sum(column)) for column in zip(*hits, strict=True)] or [0, 0, 0]
        found.append(MarkScore(mark, columns[1], columns[2], columns[0]))
    return tuple(found)
