"""What happens to a single line before a metric's parser: flags from left to right, then the tokenizer."""

from __future__ import annotations

from collections.abc import Callable

from probierz.lines import Text
from probierz.schemes.flags import text_step
from probierz.schemes.scheme import Scheme
from probierz.text import tokenizer as find_tokenizer

Step = Callable[[str], str]


def joined(text: Text) -> str:
    """The text itself; the items of a JSON array joined by one space."""
    return text if isinstance(text, str) else " ".join(text)


def tokenized(tokenizer: str) -> Step:
    """Return the tokenizer of that name as applied to lines: to each TAB-separated field."""
    cut = find_tokenizer(tokenizer)
    return lambda line: "\t".join(map(cut, line.split("\t")))


def preparation(scheme: Scheme, tokenizer: str | None = None) -> Callable[[Text], Text]:
    """Return the function from a line to what the metric's parser gets; each item of a JSON array on its own."""
    steps: list[Step] = [text_step(flag) for flag in scheme.text_flags]
    if tokenizer:
        steps.append(tokenized(tokenizer))

    def prepare(text: str) -> str:
        for step in steps:
            text = step(text)
        return text

    return lambda line: prepare(line) if isinstance(line, str) else tuple(map(prepare, line))
