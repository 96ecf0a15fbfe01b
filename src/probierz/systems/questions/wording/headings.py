"""Whether the first line of a text names all of it, or its first block alone, as others name theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from probierz.systems.questions.wording.verbs import is_past
from probierz.systems.questions.wording.words import BLANK_LINES, CAPITAL, WORDS

_FENCED = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+\S", re.MULTILINE)
_FIELD = re.compile(r"[ \t]*([^\W\d_][^\n:;.!?]{0,40}\.?):[ \t]+\S")
_NAME = re.compile(rf"{CAPITAL}\S*(?:[ \t]+{CAPITAL}\S*)+")
"""Words with capitals, as people have."""
_LONGEST = 80
_TITLE_LINES = re.compile(
    r"\s*(?!#)[^\n:]{1,80}(?<![.,;!?])(?:\n(?:z|ze|o|w|na|do|od|dla|odbyt\w+|zwołan\w+)\b[^\n]{1,120}(?=\n))+"
)
_ROLE = re.compile(r"\s*\n\s*([^\W\d_][^\n.,;:()\d–—]{2,80}?)(?= (?:od|do|w|we)\b(?! spraw)|[\n.,;()\d–—]|$)")
_LABELLED_NAME = re.compile(rf"[ \t]*[–—:][ \t]+{_NAME.pattern}")
_LINES_OF_HEADING = re.compile(r"^.*\S.*$", re.MULTILINE)


def heads_first_block_alone(content: str) -> bool:
    r"""Whether the first line of a text is the heading of its first block, since others have headings of that level.

    In Markdown these are headings with as many signs or fewer. In other texts they are lines right above lines such as
    `Telefon: 22`, where two blocks have a line of the same name, or both headings look like names of people.

    >>> heads_first_block_alone("# Kasa\nsobota: 8–12\n# Basen"), heads_first_block_alone("# Klub\n## Kasa\n## Basen")
    (True, False)
    >>> heads_first_block_alone("# Klub\n# Kasa\nsobota: 8–12")  # with nothing of its own
    False
    >>> heads_first_block_alone("Jan Kot\nTelefon: 1\n\nEwa Lis\nTelefon: 2")
    True
    """
    text = _FENCED.sub("", content).strip()
    if text.startswith("#"):
        levels = [(len(one[1]), one.start()) for one in _HEADING.finditer(text)]
        is_empty = len(levels) > 1 and not text[text.find("\n") : levels[1][1]].strip()
        return not is_empty and any(level <= levels[0][0] for level, _ in levels[1:])
    headed = _headed(text)
    if not headed or not text.startswith(headed[0][0]):
        return False
    (first, names), others = headed[0], headed[1:]
    return any(names & also or (_NAME.fullmatch(first) and _NAME.fullmatch(line)) for line, also in others)


def end_of_title_lines(text: str) -> int:
    r"""Return where a title ends that goes over several lines, each but the first with a preposition; 0 for none.

    >>> text = "Protokół nr 7\nz zebrania klubu\nz dnia 4 maja\n\nObecni: 9."
    >>> text[: end_of_title_lines(text)]
    'Protokół nr 7\nz zebrania klubu\nz dnia 4 maja'
    """
    found = _TITLE_LINES.match(text)
    return found.end() if found else 0


def heading_above(text: str, at: int) -> str:
    r"""Return the nearest line above a character that heads what follows; empty where none does.

    >>> heading_above("Dawni prezesi\nJan Kot", 14), heading_above("Jan Kot był.\nEwa Lis", 14)
    ('Dawni prezesi', '')
    """
    line = text.rfind("\n", 0, at) + 1
    above = [one for one in _LINES_OF_HEADING.finditer(text, 0, line) if _heads(text, one)]
    return above[-1][0].strip(" \t#*_:") if above else ""


def section_above(text: str, above: Sequence[str]) -> str:
    r"""Return the heading of the section that a passage stands in, whose own ones are of a lower level; else empty.

    above: the passages of its text before it, the nearest first.

    >>> section_above("## Godziny\nsobota: 8–12", ["# Kasa\nStoi w holu.", "# Basen\nMa 25 metrów."])
    'Kasa'
    """
    told = [one for part in above for one in reversed([*_HEADING.finditer(part)])]
    own, highest = _HEADING.match(text), min((len(one[1]) for one in told), default=0)
    if not told or (own and len(own[1]) <= highest):
        return ""
    nearest = next(one for one in told if len(one[1]) == highest)
    return nearest.string[nearest.start() :].partition("\n")[0].strip("# \t")


def is_name_of_person(text: str) -> bool:
    """Whether a text is two or more words with capitals, as names of people are."""
    return bool(_NAME.fullmatch(text.strip()))


def people_above(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where names stand that head a text, and the first words of it, which say what somebody is."""
    for line in _LINES_OF_HEADING.finditer(text):
        name = line[0].strip(" \t#*_:")
        role = _ROLE.match(text, line.end())
        is_label = role and _LABELLED_NAME.match(text, role.end())
        if role and not is_label and not _has_verb(role[1]) and is_name_of_person(name) and _heads(text, line):
            begin = line.start() + line[0].index(name)
            yield begin, begin + len(name), role[1].strip()


def _has_verb(role: str) -> bool:
    return any(is_past(one) or one in ("jest", "są", "je", "jsou") for one in WORDS.findall(role.lower()))


def is_in_heading(text: str, begin: int, end: int) -> bool:
    """Whether characters stand in a line that heads what follows, with more beside them or below."""
    return any(
        _heads(text, one) for one in _LINES_OF_HEADING.finditer(text) if one.start() <= begin and end <= one.end()
    )


def _heads(text: str, line: re.Match[str]) -> bool:
    """Whether a line is a heading: with its sign, or a short first one of a block, no sentence and no field."""
    if line[0].lstrip().startswith("#"):
        return True
    is_first = not text[: line.start()].strip() or bool(re.search(r"\n[^\S\n]*\n$", text[: line.start()]))
    own = line[0].strip()
    is_plain = len(own) <= _LONGEST and not own.endswith((".", ",", ";")) and not _FIELD.match(own)
    return is_first and is_plain and bool(text[line.end() :].strip())


def _headed(text: str) -> list[tuple[str, set[str]]]:
    """The lines that stand above fields, right there or with a blank line between, and the names of the fields."""
    found: list[tuple[str, set[str]]] = []
    alone = ""
    for block in BLANK_LINES.split(text):
        first, _, rest = block.partition("\n")
        heading, lines = (alone, block) if _FIELD.match(first) else (first.strip(), rest)
        if heading and len(heading) <= _LONGEST and _FIELD.match(lines):
            names = (field[1].lower() for line in lines.splitlines() if (field := _FIELD.match(line)))
            found.append((heading, set(names)))
        alone = "" if rest or _FIELD.match(first) else first.strip()
    return found
