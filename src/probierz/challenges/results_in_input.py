"""Expected results that stand in the input of their split, as they are or written otherwise, where all read them.

Written otherwise they are parts of ids, the choice that is right, a word in front of a text, in it or behind it, as
fastText has its labels, texts without diacritics or with entities of HTML, and plain codes; labels also backwards.
"""

from __future__ import annotations

import html
import re
import string
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from probierz.challenges.answers_beside import answers_beside
from probierz.challenges.chosen_answers import answers_among_choices
from probierz.challenges.file_tables import Row, split_rows
from probierz.challenges.given_away import HiddenLabels, hidden_labels, results_in_ids
from probierz.challenges.item_columns import are_dates, item_columns
from probierz.challenges.labels import are_classes
from probierz.challenges.problems import Severity
from probierz.challenges.revealed_results import (
    FEW_BITS,
    FEWEST_BITS,
    RevealedResults,
    SoughtResults,
    columns_of,
    says_enough,
)
from probierz.text import plain_letters

_OF_FASTTEXT = "__label__"
_LABEL = re.compile(rf"(?<!\S){_OF_FASTTEXT}(\S+)")
_AROUND = string.punctuation + string.whitespace + "„”“’«»"


class ResultsInInput(NamedTuple):
    """Where expected results stand in an input, how grave that is, and whether finding them may be the task."""

    results: RevealedResults
    severity: Severity
    may_be_task: bool = False


def results_in_input(
    inputs: Path, expected: Path, in_header: Sequence[str] = (), out_header: Sequence[str] = (), *, is_test: bool = True
) -> ResultsInInput | None:
    """Return where the expected results stand in the input, and how grave that is.

    Of training data all is a question, and so is what may be the text of the task, or what it asks for: a word of each
    text, or a part of each date. To turn whole texts round is hardly anything else, a note. Raises ProbierzError where
    a file cannot be read.
    """
    files, headers = (inputs, expected), (in_header, out_header)
    sought = SoughtResults(expected, out_header)
    whole = sought.found_in(inputs)
    found = whole or results_in_ids(*files, *headers)
    may_be_task = found is not None and found is not whole and _are_of_dates(found, inputs, in_header)
    found = found or answers_among_choices(*files, *headers) or answers_beside(*files, *headers)
    is_sure = found is not None and not may_be_task
    if found is None and (found := labels_in_part(*files, *headers)) is not None:
        is_sure = 2 * found.known >= sought.lines
    labels = hidden_labels(expected, out_header) if sought.are_labels else None
    if found is None and (found := sought.found_among(_words(inputs, in_header, labels))) is not None:
        told = (row[found.place] for row in _words(inputs, in_header, labels) if found.place in row)
        may_be_task = not found.are_renamed or _are_words_of_texts(told)
        is_sure = sought.are_labels and not may_be_task
    found = found or sought.found_in(inputs, share=1.0, fewest_bits=FEW_BITS)
    found = found or _in_other_letters(inputs, expected, in_header, out_header)
    if found is None:
        return None
    if not sought.are_labels and _are_written_otherwise(*files, *headers):
        severity: Severity = "note" if found is whole and found.known == sought.lines else "warning"
        return ResultsInInput(found, severity, may_be_task=True)
    return ResultsInInput(found, "error" if is_test and is_sure else "warning", may_be_task)


def _are_of_dates(found: RevealedResults, inputs: Path, header: Sequence[str]) -> bool:
    """Whether the column of which parts are the results has dates: to read a month may be what is asked for."""
    column = found.place.rpartition(" of ")[2]
    return are_dates([row.get(column, "") for row in split_rows(inputs, header)])


def _are_written_otherwise(inputs: Path, expected: Path, in_header: Sequence[str], out_header: Sequence[str]) -> bool:
    """Whether the input is one text on each line and mostly not the expected one: to turn it round may be the task."""
    rows = zip(split_rows(inputs, in_header), split_rows(expected, out_header), strict=False)
    texts = [(list(row.values()), list(wanted.values())) for row, wanted in rows]
    return all(len(given) == 1 for given, _ in texts) and 2 * sum(one == other for one, other in texts) < len(texts)


def _are_words_of_texts(values: Iterable[str]) -> bool:
    """Whether most of what tells the labels are words that texts have anyway, as `good`, and no names or codes."""
    different = {*values} - {""}
    return 2 * sum(map(_is_word, different)) > len(different)


def _is_word(value: str) -> bool:
    return value.isalpha() and value[1:].islower() and len(set(value.casefold())) > 1


def _words(inputs: Path, header: Sequence[str], labels: HiddenLabels | None) -> Iterator[Row]:
    """The first and the last word of each text, without the marks around it, labels as fastText writes them, and the
    one label that stands anywhere in it.
    """
    for row in split_rows(inputs, header):
        found: Row = {}
        for name, text in row.items():
            if _OF_FASTTEXT in text:
                found[f"the word {_OF_FASTTEXT} of {name}"] = " ".join(_LABEL.findall(text))
            first, _, rest = text.strip().partition(" ")
            if rest:
                found[f"the first word of {name}"] = first.strip(_AROUND)
                found[f"the last word of {name}"] = rest.rpartition(" ")[2].strip(_AROUND)
            if labels:
                found[f"a word of {name}"] = labels.only_one_in(text)
        yield found


def _in_other_letters(
    inputs: Path, expected: Path, in_header: Sequence[str], out_header: Sequence[str]
) -> RevealedResults | None:
    """Look for texts without case, diacritics and entities in columns beside the text.

    An input that is one text may be there to get them back.
    """
    if len(item_columns([str(inputs)], in_header).words) < 2:
        return None
    rows = ({name: _bare(text) for name, text in row.items()} for row in split_rows(inputs, in_header))
    found = SoughtResults(expected, out_header, spelt=_bare).found_among(rows)
    return None if found is None else found._replace(are_respelt=True)


def _bare(text: str) -> str:
    return plain_letters(html.unescape(text)).casefold()


# --- labels on a part of the lines ------------------------------------------------------------------------------------


_MOSTLY = 0.95
"""Which part of the labels that stand there are those of their lines: others may begin as a label by chance."""
_LEAST = 0.05
"""Of the lines, on which a label stands."""


def labels_in_part(
    inputs: Path, expected: Path, in_header: Sequence[str] = (), out_header: Sequence[str] = ()
) -> RevealedResults | None:
    """Look in each column beside others for labels that it is, or begins or ends with where it is one word.

    That is on a part of its lines, with something else on the others: `placeName_0001` among `doc_0002`.
    Where several have them, that which has most. Raises ProbierzError where a file cannot be read.
    """
    wanted = columns_of(expected, out_header, has_alternatives=True)
    if len(wanted) != 1 or not are_classes(wanted[0]):
        return None
    labels = HiddenLabels({label for label in wanted[0] if label.strip()})
    rows = [*split_rows(inputs, in_header)]
    names = list(rows[0]) if rows and len(rows[0]) > 1 and len(rows) == len(wanted[0]) else []
    found = [
        one
        for name in names
        for place, told in _told(name, [row.get(name, "").strip() for row in rows], labels)
        if (one := _revealed(place, told, wanted[0])) is not None
    ]
    return max(found, key=lambda one: one.known, default=None)


def _told(name: str, values: Sequence[str], labels: HiddenLabels) -> Iterator[tuple[str, list[str]]]:
    """The places of a column that may have labels, with the label of each line; an empty one where there is none."""
    yield name, [labels.whole(value) for value in values]
    words = ["" if " " in value else value for value in values]
    yield f"the first part of {name}", [*map(labels.at_start, words)]
    yield f"the last part of {name}", [*map(labels.at_end, words)]


def _revealed(place: str, told: Sequence[str], wanted: Sequence[str]) -> RevealedResults | None:
    import numpy as np

    numbers = {label: number for number, label in enumerate(dict.fromkeys(wanted))}
    sought = np.array([numbers[label] for label in wanted], np.int32)
    found = np.array([numbers.get(label, -1) for label in told], np.int32)
    lines = np.flatnonzero(found >= 0)
    if len(lines) < _LEAST * len(wanted) or not says_enough(sought, lines, found[lines], _MOSTLY, FEWEST_BITS):
        return None
    return RevealedResults(place, found == sought)
