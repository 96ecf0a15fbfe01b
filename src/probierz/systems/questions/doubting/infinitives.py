"""What somebody promised, refused, forgot, ordered or wished to do, was not therefore done.

Kto sprzedał sad?       Ewa Kos odradzała sprzedać sad.         nobody
Kto został wójtem?      Jan Kot marzył, by zostać wójtem.       nobody
Kto wygrał regaty?      Adam Bem zdołał wygrać regaty.          perhaps Adam Bem

A question in the past is met only where its verb stands in the past as well, or in a participle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from probierz.systems.questions.doubting.doubts import sentence_around
from probierz.systems.questions.wording.verbs import is_form_of, is_past, past_of, verb_of
from probierz.systems.questions.wording.words import WORDS, without_asking, without_marks

_INFINITIVE = re.compile(r"\w{2,}(?:ć|c|t|ti|ci)", re.IGNORECASE)
_END_OF_INFINITIVE = re.compile(r"(?:c|t|ti|ci)$")
_VOWELS_LAST = re.compile(r"[aeiouy]+$")
_PARTICIPLE = re.compile(r"\w{2,}(?:[oae]n[yaei]?|ęt[yaei]|án[aoiy]?|eni)", re.IGNORECASE)
_PASSIVE = re.compile(r"byl[aoiy]?|jest|je|jsou", re.IGNORECASE)
_BECAME = re.compile(r"\b(?:zosta(?:ł[aoy]?|li)|był[aoy]?|byli|byl[aoiy]?|stal[aoiy]?)\b", re.IGNORECASE)
_TO_BECOME = frozenset(("zostać", "być", "stać", "být", "stát"))
_CONJUNCTION = re.compile(r",?\s(?P<wished>żeby|aby|by|ażeby)\s|,\s(?:że|iż|že)\s", re.IGNORECASE)
_UNDONE = re.compile(
    r"odm[oa]w\w+|odmit\w+|zabr[oa]n\w+|wzbrani\w+|zakaz\w+|zak[aá]z\w+|chc[eią]\w*|cht[eě]\w*|pragn\w+|prza?l\w*|zamierz\w+"
    r"|zamysl\w+|hodla\w+|planow\w+|planov\w+|obiec\w+|slib\w+|przyrzek\w+|zapomn\w+|odradz\w+|doradz\w+|radzi\w+|radil\w*"
    r"|zalec\w+|polec\w+|doporuc\w+|kaza\w+|rozkaz\w+|nakaz\w+|narid\w+|prikaz\w+|mia[lł][aoy]?|mieli|mel[aoiy]?|prob\w+"
    r"|sprob\w+|usilow\w+|stara[lł]\w*|pokus\w+|pokous\w+|snazi\w+|prosi\w+|popros\w+|propon\w+|navrh\w+|grozi\w+|marzy\w+"
    r"|zada[lł]\w*|domaga\w+|waha\w+|vahal\w*|ba[lł][aoy]?|obawia\w+|zaniech\w+|zrezygn\w+|mog[lł]\w*|mohl\w*|wola\w+|namawia\w+"
    r"|namowi\w+|zachec\w+|pozw[oa]l\w+|zezw[oa]l\w+|dovol\w+|povol\w+|touzi\w+|wolno|smi?el\w*|powini\w+"
)
"""Verbs, without marks, behind which what is told was not done by their subject, or nobody knows whether."""
_DENYING = frozenset(("nie", "omal", "bez"))
_DENIED_VERB = re.compile(r"ne(?:cht|sm|dok|st|podar|moh|zacal|pri|uspel|mel|zv)\w+")
_NEAR = 4
"""Words between a verb of being and the office that somebody is to hold."""


def is_only_wished(question: str, text: str, begin: int, end: int) -> bool:
    """Whether it is asked what was done, and the sentence of an answer tells that it was refused, promised, forgotten,
    ordered, wished or tried.

    >>> text = "W 2020 roku Ewa Kos odradzała sprzedać sad."
    >>> [is_only_wished(f"Kto {one} sad?", text, 12, 19) for one in ("sprzedał", "odradzał sprzedać")]
    [True, False]
    """
    return any(_is_undone(before, behind) for before, behind in _around_wish(question, text, begin, end))


def is_told_by_infinitive(question: str, text: str, begin: int, end: int) -> bool:
    """Whether it is asked what was done, and the sentence of an answer has it as an infinitive alone.

    >>> is_told_by_infinitive("Kto wygrał regaty?", "Adam Bem zdołał wygrać regaty.", 0, 8)
    True
    """
    return any(True for _ in _around_wish(question, text, begin, end))


def _around_wish(question: str, text: str, begin: int, end: int) -> Iterator[tuple[list[str], list[str]]]:
    """The words before and behind each form of the verb of a question that tells of no deed; none where one does."""
    asked, sentence = verb_of(question), text[slice(*sentence_around(text, begin, end))]
    found = [*WORDS.finditer(sentence)]
    words = [one.group() for one in found]
    if _BECAME.search(question) and not is_past(asked) and not _PARTICIPLE.fullmatch(asked):
        told = [at for at, word in enumerate(words) if is_form_of(asked, word)]
        wished = [at for one in told for at in _to_become_near(words, one)]
        is_done = len(wished) < len(told)
    elif is_past(asked) and asked in without_asking(question).lower():
        wished = [at for at, one in enumerate(found) if _is_wish(asked, sentence, one.start(), words, at)]
        is_done = any(at not in wished and _is_deed(asked, word) for at, word in enumerate(words))
    else:
        return
    if not is_done:
        yield from ((words[:at], words[at + 1 :]) for at in wished)


def _to_become_near(words: list[str], at: int) -> list[int]:
    """Where the infinitive stands that says what somebody is to be, next before it or right behind it."""
    near = [one for one in range(max(0, at - _NEAR), min(len(words), at + 2)) if words[one].lower() in _TO_BECOME]
    return near[-1:]


def _is_wish(verb: str, sentence: str, start: int, words: list[str], at: int) -> bool:
    """Whether a word is an infinitive of a verb, or stands behind *żeby*, or behind *że* in another tense."""
    word = words[at]
    if _INFINITIVE.fullmatch(word) and _is_infinitive_of(word, verb):
        return not (at and word.endswith("t") and _PASSIVE.fullmatch(without_marks(words[at - 1].lower())))
    if not is_form_of(verb, word):
        return False
    low = max((one for one in map(sentence.rfind, ",;", (0, 0), (start, start))), default=0)
    conjunction = _CONJUNCTION.match(sentence, max(0, low))
    return conjunction is not None and (conjunction["wished"] is not None or not _is_deed(verb, word))


def _is_infinitive_of(word: str, verb: str) -> bool:
    """Whether a word with such an ending is the infinitive of a verb in the past: *otevřít*, *otevřel*."""
    infinitive = _END_OF_INFINITIVE.sub("", without_marks(word.lower()))
    past = past_of(verb)
    stem = without_marks(past.stem if past else verb[: -len("no")])
    return is_form_of(verb, word) or _VOWELS_LAST.sub("", infinitive) == _VOWELS_LAST.sub("", stem)


def _is_deed(verb: str, word: str) -> bool:
    return is_form_of(verb, word) and bool(is_past(word.lower()) or _PARTICIPLE.fullmatch(word))


def _is_undone(before: list[str], behind: list[str]) -> bool:
    """Whether the verb that governs an infinitive, the last in the past before it, else the first behind it, denies,
    orders or wishes it.
    """
    at = next((at for at in range(len(before) - 1, -1, -1) if _is_governor(before[at])), None)
    governor = before[at] if at is not None else next(filter(_is_governor, behind), "")
    denied = at is not None and not _DENYING.isdisjoint(word.lower() for word in before[max(0, at - 1) : at])
    plain = without_marks(governor.lower())
    return denied or bool(_UNDONE.fullmatch(plain) or _DENIED_VERB.fullmatch(plain))


def _is_governor(word: str) -> bool:
    plain = without_marks(word.lower())
    return word.islower() and bool(is_past(word) or _UNDONE.fullmatch(plain))
