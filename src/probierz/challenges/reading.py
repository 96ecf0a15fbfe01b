"""How the files of a challenge are read."""

from __future__ import annotations

from dataclasses import dataclass

from probierz.lines import DEFAULT, Dialect, LineReader, check_selector, json_selector

__all__ = ["Reading"]


@dataclass(frozen=True)
class Reading:
    """How the files are read.

    dialect: how strictly. in_header, out_header: column names of the input; of outputs and expected results.
    selector: key of the text in JSON lines. tokenizer: its name.
    """

    dialect: Dialect = DEFAULT
    in_header: tuple[str, ...] = ()
    out_header: tuple[str, ...] = ()
    selector: str | None = None
    tokenizer: str | None = None

    def open_parallel(self, path: str) -> LineReader:
        """Open a file of expected results or an output."""
        check_selector(path, self.selector, self.dialect)
        selector = json_selector(self.selector) if self.selector else None
        return LineReader(path, dialect=self.dialect, header=self.out_header, selector=selector)

    def open_input(self, path: str) -> LineReader:
        """Open an input file."""
        return LineReader(path, dialect=self.dialect, header=self.in_header)

    def signed(self) -> dict[str, str]:
        """The options that belong into a signature."""
        options = {"tokenizer": self.tokenizer, "selector": self.selector, "in_header": ",".join(self.in_header)}
        return {key: value for key, value in options.items() if value}
