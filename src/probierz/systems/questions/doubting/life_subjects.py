"""Whose birth, death, burial, home or marriage the sentence of an answer tells: the nearest person, and no other.

A life is mostly told in one article beside those of parents and children of the same surname, and what reads passages
knows words, not who does something. So the subject of the verb is looked for: the person named right behind it, before
it in its sentence, in the sentences before, or in the title, whose first name fits the form of the verb, *zmarł* or
*zmarła*. Lists of words are ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from probierz.systems.questions.wanted.kinds import event_of_life
from probierz.systems.questions.wording.headings import heading_above
from probierz.systems.questions.wording.overlaps import overlapping
from probierz.systems.questions.wording.span_tokens import SENTENCE_END
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS
from probierz.systems.questions.wording.words import CAPITAL, without_marks
from probierz.systems.questions.wording.years import YEARS_OF_LIFE

_EVENTS = {
    "birth": re.compile(r"\b(?:urodz\w+|ur\.|narod(?:il|zil|zen)\w*|nar\.)"),
    "death": re.compile(r"\b(?:zm\.|z?umarl\w*|zmarl\w*|zginal|zginela|polegl\w*|zemrel\w*|zahynul\w*)"),
    "burial": re.compile(r"\b(?:pochowan\w+|pochowano|spocz[aey]\w+|pohrben\w*|pohrbil\w*)"),
    "home": re.compile(r"\b(?:za)?mieszka(?:l\w*|ja)?\b|\bzam\.|\bbydl[ie]\w*|\bosiad\w+|\bosiedl\w+"),
    "marriage": re.compile(
        r"\bwysz\w+ za maz|\bo[zs]enil\w*|\bposlubil\w*|\bprovdala|\bvzal\w* si|\bmaz(?:\b|ow\w+)|\bmez(?:em|a|owi)\b"
        r"|\bzon[aeyio]\w?\b|\bmanzel\w*"
    ),
}
"""Words that tell an event, in lower case and without marks."""
_OTHER_LIFE = re.compile(
    r"\b(?:(?:za)?mieszk|pracowa|pracuje|studi|wyjech|przeni|ukoncz|zosta[lj]|uczyl|uczy |osiad|bydl|zil[a ]|pochowan"
    r"|zmarl|urodzil|ozenil)"
)
"""Another event: behind it a place or a day is that of this one."""
_OPEN_BRACKET = re.compile(r"\([^()]*$")
_NAME = rf"(?:{CAPITAL}\.|{CAPITAL}[\w’'-]*)"
_NAMES = re.compile(rf"(?<![\w.-]){_NAME}(?:[ \xa0](?:(?:von|van|de|di|da|del)[ \xa0])?{_NAME})*")
_KIN_WORDS = (
    "syn cork corek wnuk wnucz brat bratan bratow siost ojcie ojca ojcem matk matce mezem maz zon dziad babc babk wuj"
    " ciotk stryj tesc kuzyn potom prawnu otec dcer sestr"
)
_KIN = tuple(_KIN_WORDS.split())
_PREPOSITIONS = frozenset(map(without_marks, ALL_PREPOSITIONS)) | {"pomiedzy"}
_OF_STREETS = re.compile(r"\b(?:ul|al|pl|os|im|sw|kard)\.?\s$")
_HIS = re.compile(r"\b(?:jego|jej|jeho|jeji|ich)\s+(?:\w+\s)?(\w+)")
_CLAUSE_ENDS = re.compile(r"[,;(:]|\s(?:a|ale|lecz|gdzie|zas)\s")
_ADJACENT = re.compile(r"\s*(?:sie|se|tu|tam|tez|takze|rowniez|wtedy)?\s*")
_MEN_IN_A = frozenset(("barnaba", "kuba", "kosma", "bonawentura", "sasza", "nikita", "luka", "jarema", "zawisza"))
_ENDING_WORDS = (
    "a u owi em iem ie y i e o ego iego emu iemu ym im ej iej ek ka kiem kowi el la lem lowi ec ca cu cem ou ovi ova ii"
    " ze ny na"
)
_ENDINGS = frozenset(("", *_ENDING_WORDS.split()))
"""What differs between two forms of one name, without marks."""
_PERSON_NAMES = 2  # in a row


_OF_LIFE = re.compile(rf"{_EVENTS['birth'].pattern}|{_EVENTS['death'].pattern}|†|(?<!^)\*\s?\d")
_OF_OFFICE = re.compile(
    r"\b(?:zarzad|kierown|prezes|dyrekt|przewodnicz|sekretar|skarbni|soltys|burmistrz|wojt|starost|proboszcz|naczeln"
    r"|komendant|rektor|dziekan|redaktor|trener|kapitan|opiekun|prowadzil|kierowal|pelnil|sprawowal|pracowal|kadencj"
    r"|predsed|starostk|reditel|jednatel|velitel|farar|vedl|vedouci|latach\b|letech\b)"
)
_SHORTEST_LIFE = 20  # years


@dataclass(frozen=True)
class _Event:
    """A word that tells an event. begin, end: its characters in the passage."""

    word: str
    begin: int
    end: int

    @property
    def is_short(self) -> bool:
        return self.word.endswith(".")

    @property
    def gender(self) -> str:
        """m or f by the form of the past; else empty."""
        first = self.word.split()[0]
        return "f" if first.endswith(("la", "na")) else "m" if first.endswith(("l", "ny")) else ""


def tells_of_another(question: str, title: str, text: str, begin: int, end: int) -> bool:
    """Whether the sentence of the characters of an answer tells such an event of somebody else than a question asks.

    Also where it tells another event before the answer. False where the question names nobody, or asks for none.

    >>> text = "Adam Lis był lekarzem. Jego matka Ewa Lis zmarła w Pucku."
    >>> [tells_of_another(one, "", text, 49, 56) for one in ("Gdzie zmarł Adam Lis?", "Gdzie zmarła Ewa Lis?")]
    [True, False]
    """
    plain, asking = without_marks(text.lower()), without_marks(question.lower())
    kinds = [kind for kind, pattern in _EVENTS.items() if pattern.search(asking)]
    asked = _asked_person(question)
    if len(kinds) != 1 or not asked or len(plain) != len(text) or (kinds[0] != "marriage" and _kin_in(asking)):
        return False
    low, high = _sentence(text, begin, end)
    event = _event_of(_EVENTS[kinds[0]], plain, (low, high), begin)
    if event is None:
        return kinds[0] == "home"
    if kinds[0] != "marriage" and _stands_elsewhere(kinds[0], plain, event, begin):
        return True
    verb = _EVENTS[kinds[0]].search(asking)
    told = verb.group() if verb and kinds[0] != "marriage" else ""
    genders = {_Event(told, 0, 0).gender if told else "", event.gender} - {""}
    if len(genders | _genders_of_surname(asked[-1])) > 1 and kinds[0] != "marriage":
        return True
    return _is_of_other(asked, _Told(title, text, plain, event, (low, high), (begin, end)))


def is_years_of_office(question: str, text: str, begin: int, end: int, title: str = "") -> bool:
    """Whether a year that answers a question for a birth or death is of a span that nothing tells to be a life.

    It is one beside *ur.*, *zm.* and the like, or where it is long enough and neither its sentence nor what stands
    above names an office; one in brackets may have either, where it stands in a sentence and no list.

    >>> [is_years_of_office("Kiedy umarł Jan Kot?", f"Jan Kot ({one})", 9, 18) for one in ("2009–2015", "1921–1994")]
    [True, False]
    """
    years = overlapping(YEARS_OF_LIFE.finditer(text), begin, end)
    if not event_of_life(question) or years is None:
        return False
    low, high = _sentence(text, begin, end)
    told = without_marks(text[low:high].lower())
    if _OF_LIFE.search(told.strip()):
        return False
    above = without_marks(f"{title}\n{heading_above(text, begin)}".lower())
    is_above, is_told = bool(_OF_OFFICE.search(above)), bool(_OF_OFFICE.search(told))
    if _bracket(text, begin) < 0:
        is_of_office = is_above or is_told
    else:  # as the life of a mayor stands in a sentence
        is_of_office = is_above and (is_told or not _is_sentence(text, begin))
    return int(years[2]) - int(years[1]) < _SHORTEST_LIFE or is_of_office


def _is_sentence(text: str, at: int) -> bool:
    """Whether the line of a character is a sentence, and no item of a list."""
    line = text[text.rfind("\n", 0, at) + 1 :].partition("\n")[0].strip()
    return line.endswith(".") and not line.startswith(("-", "*", "•", "–"))


def _asked_person(question: str) -> list[str]:
    """The names of the person in a question: the longest run of words with capitals behind the first word."""
    first = len(question.split(" ", 1)[0])
    runs = [one.group().split() for one in _NAMES.finditer(question, first)]
    return max(runs, key=len, default=[])


def _genders_of_surname(surname: str) -> set[str]:
    """What an adjective as a surname tells, in any case: *Lisowska*, *Lisowskiego*; nothing of others."""
    plain = without_marks(surname.lower())
    is_man, is_woman = (re.search(rf"(?:sk|ck|zk)(?:{ends})$", plain) for ends in ("i|iego|iemu|im", "a|iej"))
    return {"m"} if is_man else {"f"} if is_woman else set()


def _kin_in(text: str) -> bool:
    return any(word.startswith(_KIN) for word in re.findall(r"\w+", text))


def _sentence(text: str, begin: int, end: int) -> tuple[int, int]:
    low = max((one.end() for one in SENTENCE_END.finditer(text) if one.end() <= begin), default=0)
    behind = SENTENCE_END.search(text, end)
    return low, behind.start() if behind else len(text)


def _event_of(pattern: re.Pattern[str], plain: str, sentence: tuple[int, int], begin: int) -> _Event | None:
    """The event nearest before a character in its sentence, else the first behind it; in its own bracket if any is."""
    found = [_Event(one.group(), *one.span()) for one in pattern.finditer(plain, *sentence)]
    before = [one for one in found if one.begin < begin]
    opened = _OPEN_BRACKET.search(plain, sentence[0], begin)
    inside = [one for one in before if _bracket(plain, one.begin) == (opened.start() if opened else -1)]
    nearest = inside or before
    return nearest[-1] if nearest else next(iter(found), None)


def _bracket(plain: str, at: int) -> int:
    """Where the bracket begins that a character stands in; -1 for none."""
    low = plain.rfind("(", 0, at)
    return low if low > plain.rfind(")", 0, at) else -1


def _stands_elsewhere(kind: str, plain: str, event: _Event, begin: int) -> bool:
    """Whether an answer stands outside of the bracket that tells an event, or behind another event."""
    if _bracket(plain, event.begin) != _bracket(plain, begin):
        return _bracket(plain, event.begin) >= 0
    return any(
        not _EVENTS[kind].match(one.group()) for one in _OTHER_LIFE.finditer(plain, event.end, max(begin, event.end))
    )


@dataclass(frozen=True)
class _Told:
    """A passage with the event in it. plain: in lower case without marks; sentence, answer: characters."""

    title: str
    text: str
    plain: str
    event: _Event
    sentence: tuple[int, int]
    answer: tuple[int, int]


def _is_of_other(asked: Sequence[str], told: _Told) -> bool:
    """Whether the subject is known and is not the one asked for."""
    subject = next(_subjects(asked, told), None)
    return subject is not None and not _is_same_person(asked, subject)


def _subjects(asked: Sequence[str], told: _Told) -> Iterator[Sequence[str]]:
    """The persons that may be the subject of an event, the likeliest first; one without a name is `["?"]`."""
    low, high = told.sentence
    event = told.event
    opened = _bracket(told.plain, event.begin)
    if opened >= 0 or event.is_short:
        runs = _persons(asked, told, low, opened if opened >= 0 else event.begin, is_checked=False)
        yield from ([runs[-1]] if runs else [])
    gap = _ADJACENT.match(told.plain, event.end)
    behind = _NAMES.match(told.text, gap.end() if gap else event.end, high)
    if behind and not _overlaps(behind, told.answer):
        yield behind.group().split()
    kin = _kin_of_somebody(told.plain[low : event.begin])
    before = _persons(asked, told, low, event.begin)
    yield from reversed(before[-1:])
    if kin:
        yield ["?"]
    stop = _CLAUSE_ENDS.search(told.plain, event.end, high)
    yield from _persons(asked, told, event.end, stop.start() if stop else high)
    yield from _subjects_before(asked, told)
    yield from (one.group().split() for one in _NAMES.finditer(told.title) if len(one.group().split()) >= _PERSON_NAMES)


def _subjects_before(asked: Sequence[str], told: _Told) -> Iterator[Sequence[str]]:
    """The first persons of the sentences before, from the nearest on."""
    seams = [0, *(one.end() for one in SENTENCE_END.finditer(told.text) if one.end() <= told.sentence[0])]
    for low, high in reversed(list(zip(seams, [*seams[1:], told.sentence[0]], strict=True))):
        if low < high:
            if _kin_of_somebody(told.plain[low:high].strip()[:40]):
                yield ["?"]
            persons = _persons(asked, told, low, high)
            begins = told.text[low:high].split()[:2]
            yield from [one for one in persons if len(one) > 1 or one[0] in asked or one[0] in begins][:1]


def _kin_of_somebody(text: str) -> bool:
    """Whether a text names a relative: *jego ojciec*."""
    return any(one[1].startswith(_KIN) for one in _HIS.finditer(text))


def _persons(asked: Sequence[str], told: _Told, low: int, high: int, *, is_checked: bool = True) -> list[Sequence[str]]:
    """The names of persons in a part of a text that may be subjects: behind no preposition, and as the verb says."""
    found: list[Sequence[str]] = []
    for one in _NAMES.finditer(told.text, low, high):
        names = one.group().split()
        is_asked = any(is_same_name(name, other) for name in names for other in asked)
        if (len(names) < _PERSON_NAMES and not is_asked) or _overlaps(one, told.answer):
            continue
        if _OF_STREETS.search(told.plain[max(0, one.start() - 8) : one.start()]):
            continue
        if is_checked and (
            _is_governed(told.plain[low : one.start()]) or not (is_asked or _fits(told.event, names[0]))
        ):
            continue
        found.append(names)
    return found


def _is_governed(before: str) -> bool:
    """Whether what stands before a name makes it no subject: a preposition, or *syn* behind a comma."""
    words = re.findall(r"\w+|,", before)[-3:]
    if not words or words[-1] == ",":
        return False
    if words[-1] in _PREPOSITIONS or (words[-2:-1] and words[-2] in _PREPOSITIONS):
        return True
    at = next((at for at in (len(words) - 1, len(words) - 2) if at > 0 and words[at].startswith(_KIN)), 0)
    return at > 0 and words[at - 1] in (",", "jako", "byl", "byla")


def _fits(event: _Event, first: str) -> bool:
    """Whether a first name fits the form of a verb; where it tells no gender, every one does."""
    is_woman = first.lower().endswith("a") and without_marks(first.lower()) not in _MEN_IN_A
    return not event.gender or (event.gender == "f") == is_woman


def _overlaps(one: re.Match[str], answer: tuple[int, int]) -> bool:
    return one.start() < answer[1] and one.end() > answer[0]


def _is_same_person(asked: Sequence[str], subject: Sequence[str]) -> bool:
    """Whether names may be those of one person: a first name is among the others, or there is but one."""
    shared = [name for name in subject if any(is_same_name(name, other) for other in asked)]
    if not shared or min(len(asked), len(subject)) < _PERSON_NAMES:
        return bool(shared)
    return any(is_same_name(asked[0], name) for name in subject) or any(
        is_same_name(subject[0], name) for name in asked
    )


def is_same_name(one: str, other: str) -> bool:
    """Whether two words may be forms of one name: *Lisowska*, *Lisowskiego*; not *Jan*, *Janusz*."""
    first, second = (without_marks(word.lower()).strip(".") for word in (one, other))
    common = next(
        (at for at, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]),
        min(len(first), len(second)),
    )
    return common > 1 and first[common:] in _ENDINGS and second[common:] in _ENDINGS
