"""Misreads texts as scanners do: the letters and signs that are taken for others, more of them on bad pages.

The rates are for printed Polish books of 1850-1950 read with a model of today's Polish, which has no é and many ł. They
were counted, to one or two digits, on the pages of dev-0 of PolEval 2021, task 3; what is said of them here are numbers
alone. Marcińczuk's table in `heuristics` (counted on train) has the same confusions at its top.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

CONFUSIONS: Mapping[str, str] = {
    # right: what was read, and how often among 10,000; _ for nothing
    "é": "ć 6200 ó 2400 e 850 ćó 90 óć 50", "è": "e 7300", "ü": "ii 6000 u 2000", '’': "' 8400",
    "a": "ą 7 _ 2 u 1.2 e 1.2 s .5 n .5 o .4", "ą": "a 90 _ 6 ę 3", "b": "h 10 _ 3 d 1",
    "c": "e 100 _ 4.5 ć 2 t 1.6 s 1.4 o 1.2", "ć": "_ 7 c 3 é 1 ó 1", "d": "_ 4 cl 1 b .5",
    "e": "o 8 ę 4 c 3 _ 2.3 a 1.7 ć .7 ó .6 s .5", "ę": "e 33 _ 6 ą 3.6", "f": "t 64 i 48 l 32",
    "g": "ś 6.5 _ 5 s 4 c 3", "h": "b 5 k 4 li 2 n 1", "i": "1 3.3 _ 3 j 1.2 t 1 l .6 ż .4 I .4",
    "j": "i 25 _ 3 J 2.5 y 2 ; 1", "k": "_ 4 lc 1 h 1", "l": "ł 91 i 14 _ 6.5 I 4 t 3.3 J 2 1 2",
    "ł": "l 100 i 10 _ 7 t 6.5 j 1.5", "m": "n 5 _ 4.6 in 4 ni 2.6 w 1.8 rn 1.5",
    "n": "m 15 u 7.6 a 3 ń 2.8 _ 2 h 1.7 r 1.6 ri 1 p .9", "ń": "n 25 ri 3 ii 3 h 2 _ 3",
    "o": "ó 5.6 0 4.4 a 3.8 e 3.7 c 2.2 _ 1.7 O .7 u .5 © .3 q .2", "ó": "o 8.6 6 2 ć 2", "p": "P 4.5 _ 2.4 b 1.8",
    "r": "t 3.7 c 1.2 _ 1 n .7", "s": "S 12 _ 3 g 1.3 ś 1.3 e 1.3", "ś": "Ś 105 s 28 _ 4.7 g 2",
    "t": "l 20 i 7.7 ł 6.7 _ 2.8 f 1.9", "u": "a 30 n 29 _ 3.6 i 2.5 ii 1", "w": "W 4.7 _ 2.9 v 1",
    "y": "_ 2.9 v 2.3 j 1.8", "z": "ż 4.8 _ 2.5 Z 1.6 2 1 ź .8", "ź": "ż 350 z 45", "ż": "ź 36 Ż 30 z 12 i 2",
    "in": "m 2", "rn": "m 20", "ni": "m 2 ui 2", "cz": "ez 40", "Co": "0 100 (o 80", "A": "Ą 35 4 10",
    "C": "_ 60 Q 150 O 140 G 70 ( 20", "D": "_ 45 I) 10", "E": "K 320 F 30",
    "I": "_ 90 l 150 1 146 T 84 L 46 i 38 J 20", "J": "j 30 I 20", "K": "_ 30 E 20 X 10", "L": "I 30 _ 20",
    "Ł": "L 400", "M": "_ 20 N 15", "N": "_ 20 M 15 X 10", "O": "0 130 Q 70 _ 47 C 20", "P": "_ 20 F 15",
    "R": "K 20 _ 20", "S": "_ 30 8 20 5 10", "Ś": "S 280", "T": "_ 44 I 20", "W": "_ 20 VV 5",
    "Z": "Ż 100 _ 44 4 44 2 30", "Ż": "Z 180", "1": "_ 110 I 100 l 40", "2": "_ 200 9 20", "3": "8 480", "0": "O 60",
    "5": "6 40", "6": "0 30", "8": "3 60", "9": "0 30", ",": ". 180 _ 45 ; 8", ".": ", 230 _ 50 : 8",
    ";": "_ 280 , 60 : 40", ":": "_ 160 . 60 ; 40", "?": "_ 550 ?- 5 7 60 P 20", "!": "_ 330 | 40 I 40 l 30 1 40",
    "…": "... 900 .. 300", "—": "- 60 -— 60 —- 50 = 40 -- 25 —— 15 —| 5 _ 30 | 10 > 10",
    '“': '* 3500 ” 1200 " 500 \'* 60 _ 150 « 30', '”': '* 2500 " 600 “ 100 \'* 60 _ 150 ** 60',
    "„": "„„ 60 ,„ 60 ,, 60 _ 150 „, 40 » 10 5 10", "»": "„ 60 > 100 _ 60 ” 40", "«": "< 400 _ 60 c 100 ” 60 * 60",
    "§": "$ 4000 8 500", "(": "_ 150 C 20", ")": "_ 100 ( 20",
}  # fmt: skip


class Misreader:
    """Misreads the words of a page. quality: how many times as many errors as on a usual page.

    Which letters suffer is a matter of the page, too: of its type, its ink and its paper.
    """

    def __init__(self, random: Random, quality: float) -> None:
        self._random = random
        self._rates = {
            right: [(read, min(_rate(rate, quality, random), 0.95)) for read, rate in readings]
            for right, readings in _READINGS.items()
        }

    def misread(self, text: str) -> str:
        """Return what is read for a text; spaces stay."""
        found = []
        at = 0
        while at < len(text):
            for size in (2, 1):
                read = self._reading(text[at : at + size])
                if read is not None:
                    found.append(read)
                    at += size
                    break
            else:
                found.append(text[at])
                at += 1
        return "".join(found)

    def _reading(self, piece: str) -> str | None:
        readings = self._rates.get(piece)
        if readings is None:
            return None
        drawn = self._random.random()
        for read, rate in readings:
            drawn -= rate
            if drawn < 0:
                return read
        return None


_ALWAYS = 0.02  # what is misread so often is so on any page: the scanner does not know the sign
_SPREAD = 1.0  # how much the rate of a confusion differs between pages, as the deviation of its logarithm


def _rate(rate: float, quality: float, random: Random) -> float:
    if rate > _ALWAYS:
        return rate
    return rate * quality * random.lognormvariate(-(_SPREAD**2) / 2, _SPREAD)


def _readings(text: str) -> list[tuple[str, float]]:
    parts = text.split(" ")
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return [("" if read == "_" else read, float(rate) / 10_000) for read, rate in pairs]


_READINGS = {right: _readings(text) for right, text in CONFUSIONS.items()}
