"""How far sentence BLEU and GLEU go with people's ratings: the table of the proceedings (Wróbel, Table 1)."""

from __future__ import annotations

from pathlib import Path

from probierz.challenges.files import find_file
from probierz.errors import ChallengeError, LengthError
from probierz.lines import LineReader
from probierz.reports.tables import Column, Table
from probierz.suites.poleval2021.quality import METHODS, baseline_lines


def correlations_table(challenge: Path) -> Table:
    """Return Pearson's correlation of each method on each split that has expected ratings.

    Raises ChallengeError where there is none, DataError for lines that cannot be read, LengthError where files
    differ in length.
    """
    splits = [
        path
        for path in sorted(challenge.iterdir() if challenge.is_dir() else ())
        if path.is_dir() and find_file(str(path), "in.tsv") and find_file(str(path), "expected.tsv")
    ]
    if not splits:
        raise ChallengeError(f"{challenge}: there is no split with in.tsv and expected.tsv")
    columns = [[f"{_correlation(split, method):.4f}" for method in METHODS] for split in splits]
    names = ["GLEU" if method == "gleu" else f"BLEU {method}" for method in METHODS]
    best = frozenset((column.index(max(column)), at) for at, column in enumerate(columns, 1))
    head = (Column("method"), *(Column(split.name, True, "higher") for split in splits))
    return Table(head, tuple(zip(names, *columns, strict=True)), best)


def _correlation(split: Path, method: str) -> float:
    from probierz.scoring.score import score

    path = find_file(str(split), "expected.tsv")
    assert path is not None
    with LineReader(path, is_digested=False) as lines:
        expected = list(lines)
    output = list(baseline_lines(split, method))
    if len(expected) != len(output):
        raise LengthError(f"there are {len(expected)} lines, and {len(output)} in in.tsv", path=path)
    return score("Pearson", expected, output).value
