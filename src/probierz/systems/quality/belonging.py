"""Whether a translation belongs to its source: what both have that no chance explains, and where files are shifted.

    The president visited Berlin in 1990.  |  Prezydent odwiedził Berlin w 1990 r.   a number, a name, a word of both
    The president visited Berlin in 1990.  |  Kot śpi na kanapie przy oknie.         nothing: another line, perhaps

Words are of both languages when they begin alike, however each spells it (`conference`, `konferencję`); of two hundred
frequent English words it is known how Polish ones begin that stand for them. Their chances were counted on 1,985 pairs
of PolEval's task: a true pair has a known word in half of the cases, one of chance in one of forty.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import log
from typing import NamedTuple

_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_ALIKE = 4  # letters that words of both languages begin with
_TELLING = 4  # words of both sides from which it tells that they have nothing in common
_UNLIKELY = -1.5
"""The fit of strangers: of 1,985 human translations 1.1 % are so far from their sources, of pairs of chance 37 %."""
_UNLIKELY_BESIDE_HUMAN = -0.5
"""As much where nothing of a human translation is there either: so of none of 985 lines, of three in five of chance."""
_LEAST_MISSED = 2  # known words of a source without a counterpart

_SAME, _FOUND, _LOST = 3.5, 3.1, -0.75
"""What a common beginning, a known word with its counterpart and one without weigh: logarithms of chances."""
_SMALL_FOUND, _SMALL_LOST = 1.3, -0.9
"""As much of words whose counterparts, such as `nie`, stand in other lines as well."""
_SMALL = frozenset(["what", "no", "which", "than", "not", "who", "how", "can", "could", "all", "like", "but", "today"])

_SPELLINGS = (
    ("ph", "f"), ("th", "t"), ("qu", "kw"), ("sch", "sz"), ("sh", "sz"), ("ch", "h"), ("ck", "k"), ("ci", "cy"),
    ("v", "w"), ("x", "ks"), ("c", "k"), ("y", "i"),
)  # fmt: skip
"""How words of both languages are spelt alike, in this order; doubled letters count once."""

_WORDS = """
not nie, no nie żad, never nig, nothing nic, always zawsze, today dzi, tomorrow jutr, yesterday wczoraj,
now teraz obecn, here tu tutaj oto, where gdzie, when kiedy gdy, why dlaczego czemu, how jak, who kto któr,
what co czym czego jak, which któr co, because ponieważ bo gdyż dlatego, but ale lecz jednak, or lub albo czy,
if jeśli jeżeli gdyby czy, than niż od, very bardzo, more więcej bardziej, most najb więk, many wiel, much wiel dużo,
all wszystk cał każd, every każd wszystk, other inn drug, another inn kolejn, only tylko jedyn,
also także też również, still nadal wciąż jeszcze, already już, people ludz lud osób, man człowiek mężczyzn,
men mężczy ludz, woman kobiet, women kobiet, child dziec, children dziec, boy chłop, girl dziewcz, mother matk mam,
father ojc tat ojciec, friend przyja, family rodzin, house dom, home dom, city miast, town miast,
country kraj państw, world świat, water wod, fire ogie ogni, food jedzen żywno, year rok lat roczn, years lat rok,
day dzie dni, days dni dzień, night noc, week tydzie tygod, month miesi, time czas raz, times raz czas, hour godzin,
hours godzin, life życ, death śmier, work prac dział, working prac, job prac zawod, school szkoł, student uczni,
students student uczni, teacher nauczyciel, book książ, books książ, word sło, words sło, story histori opowie,
question pyta, answer odpowie, problem, way sposób drog sposob, place miejsc, name imi nazw, car samoch auto,
road drog, street ulic, war wojn, law praw, money pieni, business biznes firm, company firm spółk, government rząd,
state stan państ, power moc wład sił, good dobr, great wspania wiel świetn, better leps, best najleps, bad zł,
new now, old star, young młod, big duż wielk, small mał niewiel, little mał trochę niewiel, long dług, short krót,
high wysok, first pierw, last ostatn, next następn kolejn, same tak tym sam, different inn różn, important ważn,
two dw, three trz, four czter, five pię, six sześ, ten dziesię, hundred st, thousand tysi, million mili,
half poł pół, white biał, black czarn, red czerwon, green zielon, blue niebies, love kocha miłoś uwielb,
like jak lubi podob, know wie zna, knew wie zna, think myśl sądz uważ, thought myśl sądzi, saw widz zobac, want chc,
wanted chci, need potrzeb musi, must musi, can mo potraf umi, could mog mó moż, should powin, took wzi zabr, gave da,
say mów powied, said powiedz mówi rzek, tell powiedz mówi opowi, told powiedzia mówi, ask pyta pros zapyta,
asked pyta zapyta popros, live mieszk żyj życ ży, lived mieszka ży, eat jeś jed zje, sleep spa śp, sleeps śpi,
write pisa napisa pisz, speak mówi, hear słysz słuch, help pomo, play gra baw, run bieg bie, buy kup,
open otw otwier, begin zaczy, start zaczy rozpocz, started zaczą zaczę rozpocz, eyes ocz, head głow, heart serc,
body ciał, brain mózg, blood krw, doctor lekarz doktor, dog pies ps, cat kot, bird ptak, fish ryb, tree drzew,
sun słoń słon, sea morz, river rzek, mountain gór, earth ziemi, door drzwi, window okn, king król, queen królow,
human ludz człowiek, picture zdję obraz, number licz numer, part częś, during podczas, without bez, together raz,
monday poniedzia, tuesday wtor, wednesday środ śród, thursday czwart, friday piąt, saturday sobot, sunday niedziel,
thank dzięk, please prosz, maybe może, everything wszystk, something coś co, someone kto
"""
"""English words, each with how Polish ones begin that stand for it; a letter alone is a word."""


@cache
def _known() -> dict[str, tuple[str, ...]]:
    entries = (entry.split() for entry in _WORDS.replace("\n", " ").split(","))
    return {english: tuple(polish) for english, *polish in entries}


def are_strangers(source: str, translation: str, reference: str = "") -> bool:
    """Whether two texts of four words or more have nothing in common: no number, no name, no word of either language.

    reference: a human translation; a word that begins as one of its words is common, too.
    """
    given, made = _words(source), _words(translation)
    if min(len(given), len(made)) < _TELLING or (reference and _begun(made) & _begun(_words(reference))):
        return False
    found = _CommonWords.of(given, made)
    if found.same or found.found:
        return False
    fit = fit_of(source, translation)
    is_missed = found.lost + found.small_lost >= _LEAST_MISSED
    return (is_missed and fit <= _UNLIKELY) or (reference != "" and fit <= _UNLIKELY_BESIDE_HUMAN)


def fit_of(source: str, translation: str, reference: str = "") -> float:
    """How much more likely texts belong together than not, as a logarithm; 0 where nothing tells."""
    given, made = _words(source), _words(translation)
    if not given or not made:
        return 0.0
    found = _CommonWords.of(given, made)
    human = 0.0
    if reference:
        begun, wanted = _begun(made), _begun(_words(reference))
        human = _SAME * len(begun & wanted) + _LOST * (len(begun) > 0 and not begun & wanted)
    return (
        _SAME * found.same + _FOUND * found.found + _LOST * found.lost + _SMALL_FOUND * found.small
        + _SMALL_LOST * found.small_lost + human + _fit_of_lengths(len(given), len(made))
    )  # fmt: skip


def _fit_of_lengths(given: int, made: int) -> float:
    """How much likelier numbers of words are of a pair than of chance: Polish ones are seven tenths of the English."""
    ratio = log(made / given)
    of_chance, of_pair = ((ratio - mean) / deviation for mean, deviation in (_LENGTHS_OF_CHANCE, _LENGTHS))
    return max(-3.0, (of_chance**2 - of_pair**2) / 2 + log(_LENGTHS_OF_CHANCE[1] / _LENGTHS[1]))


_LENGTHS, _LENGTHS_OF_CHANCE = (-0.34, 0.28), (-0.37, 0.93)
"""Mean and standard deviation of the logarithm of words by words of the source."""


def shifts(rows: Sequence[tuple[str, str, str]]) -> dict[int, int]:
    """Where files begin to be shifted: from such a row on, counted from 0, translations fit the rows that far from it.

    rows: source, translation, and the human one or "". 1: the next row, where a translation is missing; -1: the one
    before. None where most rows fit neither their own source nor one beside it, as in a file in no order.
    """
    fits = {offset: _fits(rows, offset) for offset in (-1, 0, 1)}
    found: dict[int, int] = {}
    if sum(max(fit) > 0 for fit in zip(*fits.values(), strict=True)) < _LEAST_FITTING * len(rows):
        return found
    for offset in (1, -1):
        others = zip(fits[0], fits[-offset], strict=True)
        gains = [fit - max(other) for fit, other in zip(fits[offset], others, strict=True)]
        found |= dict.fromkeys(_begun_runs(gains), offset)
    return found


def _fits(rows: Sequence[tuple[str, str, str]], offset: int) -> list[float]:
    """How well each translation fits the row that far from it; where none is, there is nothing that tells."""
    found = []
    for at, (_, translation, _) in enumerate(rows):
        source, _, human = rows[at + offset] if 0 <= at + offset < len(rows) else ("", "", "")
        found.append(fit_of(source, translation, human))
    return found


def _begun_runs(gains: Sequence[float]) -> list[int]:
    """Where runs of gains begin that are sure together (cumulative sums); a run ends as it began."""
    found: list[int] = []
    total = best = 0.0
    begin, fitting, is_sure = 0, 0, False
    for at, gain in enumerate(gains):
        begin, fitting = (at, 0) if total <= 0 else (begin, fitting)
        fitting += gain > 0
        total = max(0.0, total + gain)
        best = max(best, total)
        if not is_sure and total >= _SURE and fitting >= max(_LEAST_SHIFTED, _MOST_FIT * (at - begin + 1)):
            found.append(begin)
            is_sure = True
        if total == 0 or best - total >= _SURE:
            total, best, is_sure = 0.0, 0.0, False
    return found


_SURE, _LEAST_SHIFTED = 15.0, 4  # of the logarithm of chances, and of rows that fit
_MOST_FIT = 0.7  # the share of rows of a run that fit: of rows in no order some fit a neighbour by chance
_LEAST_FITTING = 0.6


class _CommonWords(NamedTuple):
    """How many words of a source stand in its translation, too, or have one that stands for them there, or have none.

    small: of words that stand in other lines as well.
    """

    same: int
    found: int
    lost: int
    small: int
    small_lost: int

    @classmethod
    def of(cls, source: Sequence[str], translation: Sequence[str]) -> _CommonWords:
        """Count."""
        made, begun = set(translation), _begun(translation)
        same = found = lost = small = small_lost = 0
        for word in set(source):
            if (word in made and (word.isdigit() or len(word) > 2)) or _key(word) in begun:
                same += 1
            elif counterparts := _known().get(word):
                stands = any(_stands_for(one, made) for one in counterparts)
                if word in _SMALL:
                    small, small_lost = small + stands, small_lost + (not stands)
                else:
                    found, lost = found + stands, lost + (not stands)
        return cls(same, found, lost, small, small_lost)


def _stands_for(beginning: str, words: set[str]) -> bool:
    return beginning in words if len(beginning) == 1 else any(word.startswith(beginning) for word in words)


def _words(text: str) -> list[str]:
    return _TOKEN.findall(text.lower())


def _begun(words: Sequence[str]) -> set[str]:
    return {key for word in words if (key := _key(word))}


@cache
def _spelt(word: str) -> str:
    letters = unicodedata.normalize("NFD", word.replace("ł", "l"))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    for own, common in _SPELLINGS:
        plain = plain.replace(own, common)
    return plain[:1] + "".join(after for before, after in pairwise(plain) if before != after)


def _key(word: str) -> str:
    """How a word begins in both languages; "" for a short one."""
    return _spelt(word)[:_ALIKE] if len(word) >= _ALIKE else ""
