"""Words that were broken at the end of a line, put together again; and words with a gap inside."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from probierz.systems.ocr.lexicon import RARE, Lexicon
from probierz.systems.ocr.page_columns import columned_lines
from probierz.systems.ocr.pages import cut_signs_off

_ALWAYS = "-¬\xad"
_WHERE_KNOWN = "=»«~_*+”<>'—–"
_TIMES = 20
_SHORTEST_HALF = 4
_LAST = re.compile(r"([^\W\d_]+)[^\w\s]?$")
_HYPHEN_ABOVE, _HYPHEN_BELOW = re.compile(r"[^\W\d_]-$"), re.compile("-[a-ząćęłńóśźż]")
_WORD_AND_REST = re.compile(r"(\S*)(\s?)(.*)", re.DOTALL)
_STRAY_AFTER = re.compile(r"(?<=[^\W\d_])- [^\w\s]$")
_STRAY_BEFORE = re.compile(r"^\s*(?:[^\w\s] )?\s*")
_PAGE_NUMBER = re.compile(r"[-–—\s]*\d{1,3}[-–—\s]*")
_FIRST = re.compile(r"[^\W\d_]+")
_FIRST_ADJECTIVE = re.compile(r"\w*(?:[scz]k|n|cz|st|ow)o|austro")
_ADJECTIVE = re.compile(r"\w{2,}[bcdfghjklmnprstwzłżźń](?:i?(?:a|e|ą|ej|ego|emu)|[iy](?:m|mi|ch)?)")
_OF_PLACE = re.compile(r"\w+[sc]k(?:i|a|ie|ą|iej|iego|iemu|im|imi|ich)")
_WRITTEN_TOGETHER = re.compile(
    "pseudo|jedno|wielo|nowo|staro|wielko|ogólno|cudzo|pełno|równo|jasno|ciemno|wolno|drobno|wysoko|nisko|średnio|długo|krótko"
    "|ostro|szybko|ciężko|głęboko|północno|południowo|wschodnio|zachodnio|dolno|górno|środkowo"
)
"""First halves of what is one word: pseudonaukowy, jednorodzinny, wysokogórski, północnoamerykański."""
_OWN_HYPHEN = frozenset(["ex", "e"])
"""First halves with a hyphen behind them, unless the whole is a word: ex-król, e-mail, expedycja."""
_PREFIXES = frozenset(
    "prze przed przy wszech poza ponad pod nad bez współ między poprzez około prawie arcy anty super".split()
)
_TWO_WORDS = (((20, 5), (9, 5)), ((100, 4), (9, 5)), ((4, 5), (9, 6)), ((1000, 5), (14, 4)))
"""Above how many times the halves of what may be two words were seen, and their least letters: lekarz-dentysta."""
_RHYME = re.compile(r"([^aąeęioóuy]+)([aąeęioóuy]\w{2,})-([^aąeęioóuy]+)\2")
_HARDLY = 10  # times that the whole of two words that rhyme was seen at most, in books whose broken words were joined
_LEAST_KNOWN, _LONG = 5, 7  # times that a short second half was seen, and letters of one that once is enough for
_OF_MANNER = re.compile(r"\w+(?:[scz]ku|emu)")
"""What stands behind *po-* as a word by itself: po-polsku, po-dawnemu."""
_BETWEEN_WINDS = re.compile(r"(?:północno|południowo)(?:wschod|zachod)|(?:wschodnio|zachodnio)(?:północ|południ)")

# How often each rule is right, (right + 1) / (right + wrong + 2) of what it did to every twentieth page of PolEval's
# test-A; what was misread as well, so that nobody can tell, left out.
_HYPHEN_NEAR, _HYPHEN_FAR, _OTHER_SIGN, _HYPHEN_OF_TWO_WORDS = 0.999, 0.976, 0.979, 0.52
_CUT_AT_DASH, _CUT_AT_MARK, _MARK_TO_WORD = 0.978, 0.963, 0.98
_GAP = 1e-4
"""The share of words that have a gap inside which is none, seen there."""


class Joined(NamedTuple):
    """A word that was put together. line, below: where it begins and where its rest stood.

    at, rest: which of the words of these lines, as they were read, are its halves. chance: how sure it is, 0 to 1.
    """

    line: int
    at: int
    below: int
    rest: int
    chance: float


class Spaced(NamedTuple):
    """Words of a line after some were cut and others put together.

    origins: from which to before which word each comes; None: each from its own. chances: of those words that were
    touched, by their number.
    """

    words: list[str]
    origins: list[tuple[int, int]] | None
    chances: Mapping[int, float]

    def origin(self, at: int) -> tuple[int, int]:
        """From which to before which word a word comes."""
        return (at, at + 1) if self.origins is None else self.origins[at]


def join_lines(lines: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Put words together that a hyphen, or what was read for one, breaks at the end of a line.

    The rest of the word comes up to the line where it begins. Signs that stand alone may lie between.
    `-` always joins, unless it stands far off; `=` and the like where the lexicon knows the whole word; anything else,
    or no sign at all, where it does not know a half.
    """
    return join_and_tell(lines, lexicon)[0]


def join_and_tell(lines: Sequence[str], lexicon: Lexicon, least: float = 0.0) -> tuple[list[str], list[Joined]]:
    """Put broken words together, and say which words they were. least: what is less sure stays as it is.

    Lines of columns side by side stay apart.
    """
    done, joined = list(lines), []
    columned = columned_lines(lines)
    taken = [0] * len(done)  # words that went up from the beginning of a line
    for number in range(len(done)):
        line = done[number].rstrip()
        if not line or not _may_be_broken(line, lexicon):
            continue
        line = _STRAY_AFTER.sub("-", line)
        below = _next(done, number)
        if below is None or columned & {number, below}:
            continue
        text = _STRAY_BEFORE.sub("", done[below]) if line[-1] == "-" else done[below].lstrip()
        is_repeated = below == number + 1 and _HYPHEN_ABOVE.search(line) and _HYPHEN_BELOW.match(text)
        first, space, rest = _first_word(text)
        if is_repeated:  # niebiesko- and -zielony below it
            chance, whole = _HYPHEN_NEAR, line + first[1:]
        else:
            chance = _belong_together(line, first, lexicon, near=below == number + 1) if first else 0.0
            whole = _put_together(line, first, lexicon) if chance else ""
        if chance and chance >= least:
            taken[below] = len(done[below].split()) - len(rest.split())
            joined.append(Joined(number, taken[number] + len(line.split()) - 1, below, taken[below] - 1, chance))
            done[number] = whole
            done[below] = rest if space else ""
    return done, joined


def join_halves(half: str, rest: str, lexicon: Lexicon) -> tuple[str, float]:
    """The word that was broken, with the signs around it, and how sure that is; "" and 0 where it is none."""
    chance = _belong_together(half, rest, lexicon, near=False)
    return (_put_together(half, rest, lexicon), chance) if chance else ("", 0.0)


def _put_together(line: str, first: str, lexicon: Lexicon) -> str:
    """A line with the rest of its last word."""
    left = line if line[-1].isalpha() else line[:-1].rstrip("-")
    left += "-" * _keeps_hyphen(line, first, lexicon)
    return left + (first if left[-1:].isupper() else first[0].lower() + first[1:])


def _first_word(text: str) -> tuple[str, str, str]:
    """The first word, the space after it, and the rest; a space may be a tab."""
    found = _WORD_AND_REST.match(text)
    assert found is not None
    return found[1], found[2], found[3]


def _may_be_broken(line: str, lexicon: Lexicon) -> bool:
    """Whether a line ends with a sign, or with a word that is hardly one."""
    return not line[-1].isalnum() or (line[-1].isalpha() and lexicon.is_rare[line[line.rfind(" ") + 1 :]])


def _next(lines: Sequence[str], number: int) -> int | None:
    """The next line with more than a sign in it; behind a hyphen the number of a page may stand between."""
    is_hyphen = lines[number].rstrip().endswith("-")
    for below in range(number + 1, min(number + 3 + 2 * is_hyphen, len(lines))):
        text = lines[below].strip()
        if len(text) > 1 and not (is_hyphen and _PAGE_NUMBER.fullmatch(text)):
            return below
    return None


def _belong_together(line: str, first: str, lexicon: Lexicon, *, near: bool) -> float:
    """How sure it is that the last word of a line goes on with the first one below; 0 where it does not."""
    left, right = _LAST.search(line), _FIRST.match(first)
    if not left or not right:
        return 0.0
    half, other = left[1].lower(), right[0].lower()
    whole = half + other
    if not first[0].islower():
        is_one = line[-1] in _ALWAYS and left[1][-1].islower() and whole in lexicon
        return _HYPHEN_FAR * is_one
    if line[-1] in _ALWAYS:
        if line[-1] == "-" and _are_two_words(half, other, lexicon):
            return _HYPHEN_OF_TWO_WORDS
        if near:
            return _HYPHEN_NEAR
        return _HYPHEN_FAR * (whole in lexicon or not (half in lexicon and other in lexicon))
    if line[-1] in _WHERE_KNOWN:
        return _OTHER_SIGN * (whole in lexicon)
    return _one_word_chance(half, other, lexicon)


def _keeps_hyphen(line: str, first: str, lexicon: Lexicon) -> bool:
    """Whether a hyphen at the end of a line is that of a word: polsko-niemiecki is two known words, and not one.

    So is północno-wschodni; books whose broken words were joined have it as one. First halves such as turecko are
    hardly words by themselves; an adjective behind them tells.
    """
    left, right = _LAST.search(line), _FIRST.match(first)
    if not left or not right or line[-1] != "-":
        return False
    half, other = left[1].lower(), right[0].lower()
    if _BETWEEN_WINDS.match(half + other):
        return True
    if _are_two_words(half, other, lexicon):
        return True
    if half == "po" and _is_of_manner(other, lexicon):
        return True
    if half in _OWN_HYPHEN:
        return lexicon.count(half + other) <= RARE
    if _WRITTEN_TOGETHER.fullmatch(half) or len(half) <= _SHORTEST_HALF or lexicon.count(half + other) > RARE:
        return False
    if _FIRST_ADJECTIVE.fullmatch(half) and _ADJECTIVE.fullmatch(other):
        is_of_places = half.endswith(("sko", "cko", "zko")) and _OF_PLACE.fullmatch(other) is not None
        return is_of_places or lexicon.count(other) > (0 if len(other) >= _LONG else _LEAST_KNOWN)
    return half[-1] == "o" and lexicon.count(half) > RARE and lexicon.count(other) > _TIMES


def _is_of_manner(other: str, lexicon: Lexicon) -> bool:
    """Whether what stands behind *po-* is a word by itself: po-polsku, po-cichu; but potrzebnemu, pomostu."""
    whole = lexicon.count(f"po{other}")
    if _OF_MANNER.fullmatch(other):
        return lexicon.count(other) > whole
    return other.endswith("u") and whole <= RARE and lexicon.count(other) > _TIMES


def _are_two_words(half: str, other: str, lexicon: Lexicon) -> bool:
    """Whether halves are words that are known, and nobody has seen the whole: klub-kawiarnia; or rhyme: hokus-pokus.

    Of those in dev-0 and test-A 12 have a hyphen, and 9 are one word.
    """
    whole = lexicon.count(half + other)
    rhyme = _RHYME.fullmatch(f"{half}-{other}")
    if rhyme and rhyme[1] != rhyme[3] and whole <= _HARDLY:
        return True
    if half[-1] == "o" or half in _PREFIXES or whole:
        return False
    counts = lexicon.count(half), lexicon.count(other)
    return any(
        min(counts[0] - times, counts[1] - fewer) > 0 and len(half) >= letters and len(other) >= other_letters
        for (times, letters), (fewer, other_letters) in _TWO_WORDS
    )


def _one_word_chance(half: str, other: str, lexicon: Lexicon) -> float:
    """How sure it is that two words, of which one is hardly a word, are one that is well known; 0 where not.

    P(whole) gap / (P(whole) gap + P(half) P(other))    each P the share of words, half a word more
    """
    counts = lexicon.count(half), lexicon.count(other)
    whole = lexicon.count(half + other)
    if min(counts) > RARE or whole <= _TIMES * min(counts) + 1:
        return 0.0
    apart = (counts[0] + 0.5) * (counts[1] + 0.5) / (lexicon.total + 1)
    return whole * _GAP / (whole * _GAP + apart)


# --- within a line ---------------------------------------------------------------------------------------------------

_GAPLESS = re.compile(r"(?<=[^\W\d_]{2})([,;:!?]+|\.(?=[^\W\d_a-ząćęłńóśźż]))(?=[^\W\d_]{2})")
_DASH = re.compile(r"(—+)(?![,.;:!?)])")
_ALONE = frozenset([",", ";", ":", "!", "?", ".", "...", "!...", "?...", "?!", "!!", "....", "…"])


def space(tokens: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Give dashes their spaces, marks the word before them, and words with a gap their other half."""
    return space_and_tell(list(tokens), lexicon).words


def space_and_tell(tokens: list[str], lexicon: Lexicon, least: float = 0.0) -> Spaced:
    """Do so and say where; the very list where nothing is done. least: what is less sure stays as it is."""
    found = Spaced(tokens, None, {})
    if any(map(_IS_ODD.__getitem__, tokens)):
        found = _cut(tokens, least)
        if not _ALONE.isdisjoint(found.words) and least <= _MARK_TO_WORD:
            found = _with_marks(found)
    return _whole(found, lexicon, least)


class _Oddity(dict[str, bool]):
    """Whether a token has signs that need care; each token is looked at once."""

    def __missing__(self, token: str) -> bool:
        if len(self) > _REMEMBERED:
            self.clear()
        found = self[token] = "—" in token or token in _ALONE or _GAPLESS.search(token) is not None
        return found


_IS_ODD = _Oddity()
_REMEMBERED = 300_000


def _cut(tokens: list[str], least: float) -> Spaced:
    words: list[str] = []
    origins: list[tuple[int, int]] = []
    chances: dict[int, float] = {}
    for at, token in enumerate(tokens):
        parts, chance = _parts(token, least) if _IS_ODD[token] else ([token], 1.0)
        if len(parts) > 1:
            chances[len(words)] = chance
        words += parts
        origins += [(at, at + 1)] * len(parts)
    return Spaced(words, origins, chances) if chances else Spaced(tokens, None, {})


def _parts(token: str, least: float) -> tuple[list[str], float]:
    """Cut a token at long dashes, `mnie—mówił` in three, and after marks inside it, `widzę,że` in two; no addresses."""
    chance = 1.0
    if "—" in token and token.strip("—-") and least <= _CUT_AT_DASH:
        token, chance = _DASH.sub(r" \1 ", token), _CUT_AT_DASH
    if least > _CUT_AT_MARK or "/" in token or "@" in token:
        return token.split(), chance
    found = _GAPLESS.sub(r"\1 ", token)
    return found.split(), chance if found == token else _CUT_AT_MARK


def _with_marks(found: Spaced) -> Spaced:
    """Put marks that stand alone to the word before them: `serce ,` is one token."""
    pairs = enumerate(pairwise(found.words), 1)
    joined = {at: _MARK_TO_WORD for at, (word, mark) in pairs if mark in _ALONE and word[-1].isalnum()}
    return _joined(found._replace(chances={at: one for at, one in found.chances.items() if at not in joined}), joined)


def _whole(found: Spaced, lexicon: Lexicon, least: float) -> Spaced:
    """Put two tokens together where only the whole is a word: `gwizd nąć`."""
    tokens = found.words
    is_rare = [lexicon.is_rare[token] for token in tokens]
    joined: dict[int, float] = {}
    at = 0
    while at < len(tokens) - 1:
        if is_rare[at] or is_rare[at + 1]:
            chance = _halves_chance(tokens[at], tokens[at + 1], lexicon)
            if chance and chance >= least:
                at += 1
                joined[at] = chance
        at += 1
    return _joined(found, joined)


def _joined(found: Spaced, joined: Mapping[int, float]) -> Spaced:
    """Put tokens to those before them. joined: which ones, and how sure that is."""
    if not joined:
        return found
    words: list[str] = []
    origins: list[tuple[int, int]] = []
    chances: dict[int, float] = {}
    for at, token in enumerate(found.words):
        begin, end = found.origin(at)
        if at in joined:
            words[-1] = words[-1].rstrip("-") + token
            origins[-1] = origins[-1][0], end
            known = min(found.chances.get(at, 1.0), chances.get(len(words) - 1, 1.0))
            chances[len(words) - 1] = min(known, joined[at])
            continue
        if at in found.chances:
            chances[len(words)] = found.chances[at]
        words.append(token)
        origins.append((begin, end))
    return Spaced(words, origins, chances)


def _halves_chance(left: str, right: str, lexicon: Lexicon) -> float:
    if not right[0].islower() or not (left[-1].isalpha() or left[-1] == "-"):
        return 0.0
    first, last = cut_signs_off(left).word.lower(), cut_signs_off(right).word.lower()
    if left[-1] == "-" and len(left) > 2:
        return _HYPHEN_FAR * (first + last in lexicon)
    return _one_word_chance(first, last, lexicon) if first and last else 0.0
