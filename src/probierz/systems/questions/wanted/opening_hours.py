"""Questions for the hours of opening, which programmes do not tell, nor the hours of somebody else.

O której otwiera się muzeum w sobotę?   Godziny otwarcia / sobota: 10:00–18:00
Do której jest czynne?                  10:00–18:00, of which the end
"""

from __future__ import annotations

import re

from probierz.systems.questions.wanted.clock_times import TIME
from probierz.systems.questions.wanted.excepted_times import excepted_times
from probierz.systems.questions.wanted.kinds import Wanted, asks_for_hour, wanted_by
from probierz.systems.questions.wording.field_words import BUT_FOR, HOURS, WEEK_DAYS, days_of, every_day, forms
from probierz.systems.questions.wording.words import WORDS, without_marks

OPEN_FOR_HOURS = "czynne"
"""What a question for hours says in place of other words for being open."""
_OPEN = re.compile(
    r"\b(?:otwier\w+|otwart[aey]\b|czynn\w+|zamyka\w*|zamkniet[aey]\b|urzeduj\w+|pracuj\w+|otevren\w*|zavren\w*|otevira\w*|zavira\w*)"
)
OPENED_ONCE = re.compile(r"\b(?:zosta\w+|bedzie|beda|byl\w*|bude|budou)\b")
"""What is told of the day on which something was opened, in words without marks."""
_TOLD = re.compile(
    r"\b(?:otwar\w+|otwier\w+|czynn\w+|godziny|zamyk\w+|zamkn\w+|urzedow\w+|dyzury|otevir\w+|otevren\w+|oteviraci|hodiny)\b"
)
_WORDS = "godziny otwarcia otwarte czynne"
_YES_OR_NO = re.compile(r"^\W*(?:czy|je|jsou|ma|má)\b", re.IGNORECASE)
_RANGE = re.compile(rf"(?<![\d:.])({TIME})\s?(?:[–—-]|\bdo\b)\s?({TIME})(?![\d:.]*\d)")
_LAST = re.compile(
    r"\bdo ktorej\b|\bo ktorej (?:godzinie )?(?:jest |sie )?(?:zamyk|zamkn|konc|zavir)\w*"
    r"|\bv kolik hodin (?:se )?(?:zavir|konc)\w*|\bdo kolika\b"
)
_FIRST = re.compile(
    r"\bod ktorej\b|\bo ktorej (?:godzinie )?(?:jest |sie )?(?:otwier|zaczyn|rozpoczyn|start)\w*|\bod kolika\b"
    r"|\bv kolik hodin (?:se )?(?:otevir|zacin)\w*"
)
_SEAM = re.compile(r"(?<=[\deyan.])\s*[,;]\s*(?=[^\W\d_])")
_ADVERB = r"(?: (?:wyjatkowo|vyjimecne|dopiero|juz|az|uz|tylko))?"
_AT_A_TIME = rf"\w*(?: sie| se)?{_ADVERB} (?:o|v|ve)(?: godz\w*\.?)? (?:{TIME})(?![\w:]|[.,]\d)"
ONCE_A_DAY = rf"\b(?:otwiera|zamyka|otevira|zavira){_AT_A_TIME}"
"""What opens or closes at a time, in words without marks."""
_OPENS_OR_CLOSES = tuple(re.compile(rf"\b{verb}{_AT_A_TIME}") for verb in ("(?:otwiera|otevira)", "(?:zamyka|zavira)"))
_A_TIME = re.compile(rf"(?<![\d:.]){TIME}$")
_ONE_END = re.compile(rf"\b(od|do) (?:godz\w*\.? )?{TIME}(?![\w:]|[.,]\d)")
_OPEN_OR_NOT = re.compile(
    rf"{_RANGE.pattern}|{_ONE_END.pattern}|{ONCE_A_DAY}|\b(?:nieczynn|zamkni|zavren)", re.IGNORECASE
)
_EXCEPTED = re.compile(r",? (?:oprocz|procz|poza|z wyjatkiem|krome|mimo)\b[^\d]*$")
"""Days behind the last hours that are none of theirs, in words without marks."""
_DAYS_ASKED = re.compile(
    r"^\W*(?:w (?:jakie|które|ktore) dni|we? (?:jakich|których) dniach|v[e]? (?:které|jaké) dny)\b", re.IGNORECASE
)
_BOTH = re.compile(r"\bod ktorej\b.*\bdo ktorej\b")


def asks_for_opening(question: str) -> bool:
    """Whether a question asks when something is open, or whether; not when it was opened once.

    >>> [asks_for_opening(f"O której {one}?") for one in ("otwiera się basen", "jest otwarcie wystawy")]
    [True, False]
    """
    plain = without_marks(question.lower())
    is_asked = asks_for_hour(question) or asks_for_days(question) or wanted_by(question) is Wanted.BOOLEAN
    return is_asked and bool(_OPEN.search(plain)) and not OPENED_ONCE.search(plain)


def asks_for_days(question: str) -> bool:
    """Whether a question asks on which days of the week something is."""
    return bool(_DAYS_ASKED.match(question))


def with_words_of_opening(question: str) -> str:
    """Return a question with the words that stand above hours of opening, by which they are looked for."""
    return f"{question} {_WORDS}"


def as_question_for_hours(question: str) -> str:
    """Return a question whether or when something is open or closes as one for the hours when it is open."""
    plain = without_marks(question.lower())
    begin, end = next((one.span() for one in _OPEN.finditer(plain)), (0, 0))
    asked = f"{question[:begin]}{OPEN_FOR_HOURS}{question[end:]}"
    return _DAYS_ASKED.sub("W jakich godzinach", _YES_OR_NO.sub("W jakich godzinach", asked))


def tells_of_opening(question: str, name: str, around: str, heading: str, *, is_row: bool) -> bool:
    """Whether a field tells hours of opening of what a question asks about: by its name, or what stands around it.

    around: of a row the names of its columns; heading: what stands above lines. Lines below the name of somebody else
    are theirs, but for those that name what is asked about themselves: `Biuro czynne`.
    """
    asked = forms(question) - {HOURS} - days_of(question)
    is_of_hours = bool(_TOLD.search(without_marks(f"{name} {around} {heading}".lower())))
    if is_row:
        return is_of_hours or bool(days_of(name) or forms(name) & asked)
    is_of_what_is_asked = _TOLD.search(without_marks(heading.lower())) or forms(f"{heading} {name}") & asked
    return (not heading or bool(is_of_what_is_asked)) and (is_of_hours or bool(days_of(name)))


def hours_of_day(question: str, value: str) -> tuple[int, int]:
    """Where the hours stand of the days that a question names, in a line of several days; nothing where it has none
    for them, and all of it where nothing tells which are theirs.

    >>> value = "pn–pt 9–17, niedziela: nieczynne"
    >>> [value[slice(*hours_of_day(f"Kiedy czynne w {one}?", value))] for one in ("niedzielę", "środę", "sobotę")]
    ['nieczynne', '9–17', '']
    >>> value = "w soboty do 14, w pozostałe dni od 6 do 22"
    >>> value[slice(*hours_of_day("Do której jest czynne we wtorek?", value))]
    'od 6 do 22'
    >>> value = "codziennie 10–17, w Wigilię nieczynne"
    >>> [value[slice(*hours_of_day(f"Kiedy czynne w {one}?", value))] for one in ("Wigilię", "środę")]
    ['nieczynne', 'codziennie 10–17']
    """
    excepted, words = [*excepted_times(value)], forms(question)
    if own_time := next((one for one in excepted if one.is_asked(words)), None):
        low, high = own_time.hours
        days = days_of(value[low:high])
        return (low, high) if not days or days_of(question) & days else (0, 0)
    if any(one.may_be_asked(words) for one in excepted):
        return 0, 0
    low, high = _hours_of_day(question, without_excepted(value))
    return low, low + len(without_excepted(value)[low:high].rstrip(" ,;"))


def without_excepted(value: str) -> str:
    """A line or sentence with spaces in place of the times that it excepts, and of brackets around them.

    >>> without_excepted("codziennie 10–17 (w Wigilię nieczynne)").rstrip()
    'codziennie 10–17'
    """
    for one in excepted_times(value):
        around = int(value[one.begin - 1 : one.begin] == "(" and value[one.end : one.end + 1] == ")")
        begin, end = one.begin - around, one.end + around
        value = f"{value[:begin]}{' ' * (end - begin)}{value[end:]}"
    return value


def _hours_of_day(question: str, value: str) -> tuple[int, int]:
    asked, parts = days_of(question), _parts_of_days(value)
    of_asked = [one for one in parts if asked & one[0]]
    fewest = min((len(days) for days, *_ in of_asked), default=0)
    own = [(low, high) for days, low, high in of_asked if len(days) == fewest]
    if asked and not own and any(days for days, *_ in parts) and all(days for days, *_ in parts):
        return 0, 0
    return own[0] if len(parts) > 1 and len(own) == 1 else (0, len(value))


def days_told(value: str) -> set[str]:
    """The days whose hours a line tells, and those that *pozostałe dni* and *codziennie* stand for."""
    return {day for days, *_ in _parts_of_days(without_excepted(value)) for day in days}


def _parts_of_days(value: str) -> list[tuple[set[str], int, int]]:
    """The hours of a line, each with its days: those said before them, but for those behind *oprócz*, or the rest of
    the week, as of *w pozostałe dni*. None are known of hours that stand alone.
    """
    parts: list[tuple[set[str], int, int]] = []
    begin, plain = 0, without_marks(value.lower())
    for one in _OPEN_OR_NOT.finditer(plain):
        seam = _SEAM.search(plain, one.end())
        end = seam.start() if seam else len(value)
        if one.start() >= begin:
            parts.append((_days_before(value[begin : one.start()], is_first=not parts), one.start(), end))
            begin = end
    last = _EXCEPTED.search(plain, parts[-1][1]) if parts else None
    if last and parts[-1][2] > last.start():
        days, low, _ = parts[-1]
        parts[-1] = (days or WEEK_DAYS) - days_of(plain[last.start() :]), low, last.start()
    named = {day for days, *_ in parts for day in days}
    is_rest = bool(named) and len(parts) > 1
    return [(days or (WEEK_DAYS - named if is_rest else set()), low, high) for days, low, high in parts]


def _days_before(said: str, *, is_first: bool) -> set[str]:
    """The days that are said before hours; none for the rest of the week."""
    before, *excepted = BUT_FOR.split(said, maxsplit=1)
    if not excepted:
        return days_of(said) or (WEEK_DAYS if every_day(said) else set())
    if not is_first and not WORDS.search(before.removeprefix(", z")):
        return days_of(excepted[0])  # `, z wyjątkiem piątków, kiedy zamyka się o 16`
    return (days_of(before) or WEEK_DAYS) - days_of(excepted[0])


def end_of_hours(question: str, value: str) -> tuple[int, int]:
    """Where the end of hours stands that a question asks for: *do której*, *o której otwiera*; else all of them.

    >>> "9:00–17:30"[slice(*end_of_hours("Do której jest czynny basen?", "9:00–17:30"))]
    '17:30'
    """
    ranges, side = list(_RANGE.finditer(value)), _side_asked_for(question)
    at = _OPENS_OR_CLOSES[side - 1].search(without_marks(value.lower())) if side else None
    if at and (time := _A_TIME.search(value, at.start(), at.end())):
        return time.span()
    is_one = len(ranges) == 1 and not any(one.start() >= ranges[0].end() for one in _ONE_END.finditer(value))
    return ranges[0].span(side) if side and is_one else (0, len(value))


def hours_behind_verb(value: str) -> int:
    """Where the hours begin of a value that has its day before what is open then, and neither in it; else 0.

    >>> value = "piątek galeria jest czynna tylko do 13"
    >>> value[hours_behind_verb(value):], hours_behind_verb("w piątek do 13")
    ('do 13', 0)
    """
    plain = without_marks(value.lower())
    verb, hours = _OPEN.search(plain), _OPEN_OR_NOT.search(plain)
    if not verb or not hours or hours.start() < verb.start():
        return 0
    time = re.search(rf"{_RANGE.pattern}|{_ONE_END.pattern}|\b(?:o|v|ve) {TIME}(?![\w:]|[.,]\d)", plain[verb.end() :])
    return verb.end() + time.start() if time else 0


def tells_only_other_end(question: str, value: str) -> bool:
    """Whether a value has but one end of hours, and a question asks for the other one.

    >>> [tells_only_other_end(f"O której {one} się kasa?", "do 13") for one in ("otwiera", "zamyka")]
    [True, False]
    """
    plain, side = without_marks(value.lower()), _side_asked_for(question)
    ends = {one[1] for one in _ONE_END.finditer(plain)}
    ends |= {one for one, verb in zip(_SIDES[1:], _OPENS_OR_CLOSES, strict=True) if verb.search(plain)}
    return bool(side and ends) and not _RANGE.search(value) and _SIDES[side] not in ends


_SIDES = ("", "od", "do")


def _side_asked_for(question: str) -> int:
    """1 for the begin of hours, 2 for their end, 0 for both."""
    plain = without_marks(question.lower())
    return 0 if _BOTH.search(plain) else 2 if _LAST.search(plain) else 1 if _FIRST.search(plain) else 0
