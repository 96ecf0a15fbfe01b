"""Which answers people found right or wrong, kept in a TSV: what readers learn from, and what can be counted."""

from __future__ import annotations

import os
from pathlib import Path

from probierz.errors import OptionError
from probierz.systems.questions.answering.asking import Said
from probierz.systems.questions.answering.places import span_in_document

VERDICTS = ("right", "wrong")
COLUMNS = ("question", "answer", "verdict", "confidence", "document", "begin", "end", "passage")
"""begin, end: the characters of the answer in its document. Of an answer that is judged twice the last row counts."""


class Judgements:
    """A file of judgements, to which rows are added. Each row is on the disk when `add` returns."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open a file, or begin one. Raises OptionError for a file with other columns, or one that is no text."""
        self.path = Path(path)
        head = "\t".join(COLUMNS)
        if self.path.exists() and self.path.stat().st_size:
            with self.path.open("rb") as file:
                found = file.readline(1000).decode("utf-8", "replace").rstrip("\r\n")
            if found != head:
                raise OptionError(f"{path} holds something else than judged answers; name another file")
        else:
            self._append(head)

    def add(self, said: Said, verdict: str) -> None:
        """Keep what somebody says of an answer. Raises OptionError for an unknown verdict, OSError on a full disk."""
        if verdict not in VERDICTS:
            raise OptionError(f"an answer is {' or '.join(VERDICTS)}, not {verdict!r}")
        document, (begin, end), passage = "", (said.begin, said.end), ""
        if said.evidence:
            document, passage = said.evidence.document, said.evidence.text
            begin, end = span_in_document(said.evidence, said.begin, said.end)
        fields = (
            said.question, said.guess, verdict, f"{said.confidence:.4f}",
            document, str(begin), str(end), passage,
        )  # fmt: skip
        self._append("\t".join(" ".join(one.split()) for one in fields))

    def _append(self, line: str) -> None:
        """Add a line as a whole: a file whose last line was cut off by a full disk gets a line break first."""
        with self.path.open("a+b") as file:
            at = file.seek(0, os.SEEK_END)
            is_cut = False
            if at:
                file.seek(at - 1)
                is_cut = file.read(1) != b"\n"
            file.write(b"\n" * is_cut + line.encode("utf-8", "replace") + b"\n")
            file.flush()
            os.fsync(file.fileno())
