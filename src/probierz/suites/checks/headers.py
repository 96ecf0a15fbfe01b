"""Names of columns that stand in the data as if they were a line of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from probierz.challenges.headers_in_data import begins_with_names, names_beside
from probierz.lines import LineReader
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.findings import Finding, FindingPlace


def check_headers(splits: Sequence[CheckedSplit]) -> Iterator[Finding]:
    """Look at the first lines of inputs and expected results; one finding for each that looks like a header."""
    for split in splits:
        inputs = None if split.first > 1 else split.split.input
        for path, known, side in ((inputs, split.header, "in"), (split.split.expected, split.out_header, "out")):
            name = f"{side}-header.tsv"
            if path is None or not begins_with_names(path, names_beside(split.split.path.parent, name)):
                continue
            with LineReader(str(path)) as reader:
                first = str(next(reader, ""))
            if known and first.split("\t", maxsplit=1)[0] == known[0]:
                continue  # every reader takes it as the header
            message = (
                f"{split.name}/{path.name} begins with names of columns, which are taken as a line of the data; remove "
                f"that line, or put it into {name} and name that by --{side}-header"
            )
            places = (FindingPlace(str(path), 1, first[:60]),)
            yield Finding("headers", message, (split.name,), 1, places, severity="warning")
