"""Tasks that KLEJ took as they were: CDSC-E and CDSC-R of one corpus, CBD of PolEval 2019."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from probierz.challenges.files import find_file
from probierz.errors import ChallengeError, DataError
from probierz.lines import LineReader, all_lines
from probierz.suites.klej.format import TaskExample
from probierz.suites.klej.making.folders import Made, one_line

# --- CDSCorpus -------------------------------------------------------------------------------------------------------

CDSC_COLUMNS = ("pair_ID", "sentence_A", "sentence_B", "relatedness_score", "entailment_judgment")
_CDSC_FILES = ("train", "dev", "test")


def make_cdsc(folder: Path) -> tuple[Made, Made]:
    """Return CDSC-E and CDSC-R of a folder with train.tsv, dev.tsv, test.tsv, which have the columns of the corpus.

    The columns may stand in any order, beside others. Raises ChallengeError or DataError.
    """
    rows = [list(_rows(_existing(folder, f"{name}.tsv"))) for name in _CDSC_FILES]
    return _of_column(rows, 4), _of_column(rows, 3)


def _of_column(rows: Sequence[Sequence[list[str]]], column: int) -> Made:
    train, dev, test = ([TaskExample((*row[:3],), row[column]) for row in part] for part in rows)
    return Made(train, dev, test)


def _rows(path: Path) -> Iterator[list[str]]:
    with LineReader(path) as reader:
        header = str(next(reader, "")).split("\t")
        missing = [name for name in CDSC_COLUMNS if name not in header]
        if missing:
            raise DataError(f"the header lacks {', '.join(missing)}", path=path, line=1)
        places = [header.index(name) for name in CDSC_COLUMNS]
        for number, line in enumerate(reader, 2):
            fields = str(line).split("\t")
            if len(fields) != len(header):
                raise DataError(f"{len(header)} columns are wanted, found {len(fields)}", path=path, line=number)
            yield [fields[place] for place in places]


# --- PolEval 2019, task 6 --------------------------------------------------------------------------------------------

_CBD_CLASSES = {"0": "0", "1": "1", "2": "1"}
"""Task 6-2 tells cyberbullying (1) from hate speech (2); both are 1 in task 6-1 and in KLEJ."""


def make_cbd(folder: Path) -> Made:
    """Return CBD of the files of PolEval 2019: `*train*text*.txt` with `*train*tags*`, and the same for test.

    Line n of the tags belongs to line n of the texts. Tags of task 6-2 are merged to the two classes.
    Raises ChallengeError or DataError.
    """
    train, test = (_tagged(folder, split) for split in ("train", "test"))
    return Made(train, [], test)


def _tagged(folder: Path, split: str) -> list[TaskExample]:
    texts, tags = (_matching(folder, split, word) for word in ("text", "tags"))
    lines, labels = ([*map(one_line, all_lines(path))] for path in (texts, tags))
    if len(lines) != len(labels):
        raise DataError(f"{len(labels)} tags for {len(lines)} lines of {texts.name}", path=tags)
    for number, label in enumerate(labels, 1):
        if label not in _CBD_CLASSES:
            raise DataError(f"a tag is one of {', '.join(_CBD_CLASSES)}, found {label!r}", path=tags, line=number)
    return [TaskExample((text,), _CBD_CLASSES[label]) for text, label in zip(lines, labels, strict=True)]


def _matching(folder: Path, split: str, word: str) -> Path:
    """The one file of a folder with these two words in its name."""
    found = sorted(path for path in folder.glob("*") if split in path.name and word in path.name)
    if len(found) != 1:
        names = ", ".join(path.name for path in found) or "none"
        raise ChallengeError(f"{folder}: one file *{split}*{word}* is wanted, found {names}")
    return found[0]


def _existing(folder: Path, name: str) -> Path:
    path = find_file(str(folder), name)
    if path is None:
        raise ChallengeError(f"{folder}: there is no {name}")
    return Path(path)
