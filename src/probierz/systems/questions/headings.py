"""Whether the first line of a text names all of it, or its first block alone, as others name theirs."""

from __future__ import annotations

import re

__all__ = ["heads_first_block_alone"]

_FENCED = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+\S", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")
_FIELD = re.compile(r"[ \t]*([^\W\d_][^\n:;.!?]{0,40}\.?):[ \t]+\S")
_NAME = re.compile(r"[^\W\d_a-ząćęłńóśźżáčďéěíňřšťúůýž]\S*(?:[ \t]+[^\W\d_a-ząćęłńóśźżáčďéěíňřšťúůýž]\S*)+")
"""Words with capitals, as people have."""
_LONGEST = 80


def heads_first_block_alone(content: str) -> bool:
    r"""Whether the first line of a text is the heading of its first block, since others have headings of that level.

    In Markdown these are headings with as many signs or fewer. In other texts they are lines right above lines such as
    `Telefon: 22`, where two blocks have a line of the same name, or both headings look like names of people.

    >>> heads_first_block_alone("# Kasa\nsobota: 8–12\n# Basen"), heads_first_block_alone("# Klub\n## Kasa\n## Basen")
    (True, False)
    >>> heads_first_block_alone("Jan Kot\nTelefon: 1\n\nEwa Lis\nTelefon: 2")
    True
    """
    text = _FENCED.sub("", content).strip()
    if text.startswith("#"):
        levels = [len(one[1]) for one in _HEADING.finditer(text)]
        return any(level <= levels[0] for level in levels[1:])
    headed = _headed(text)
    if not headed or not text.startswith(headed[0][0]):
        return False
    (first, names), others = headed[0], headed[1:]
    return any(names & also or (_NAME.fullmatch(first) and _NAME.fullmatch(line)) for line, also in others)


def _headed(text: str) -> list[tuple[str, set[str]]]:
    """The lines that stand above fields, right there or with a blank line between, and the names of the fields."""
    found: list[tuple[str, set[str]]] = []
    alone = ""
    for block in _BLANK_LINES.split(text):
        first, _, rest = block.partition("\n")
        heading, lines = (alone, block) if _FIELD.match(first) else (first.strip(), rest)
        if heading and len(heading) <= _LONGEST and _FIELD.match(lines):
            names = (field[1].lower() for line in lines.splitlines() if (field := _FIELD.match(line)))
            found.append((heading, set(names)))
        alone = "" if rest or _FIELD.match(first) else first.strip()
    return found
