"""Verbs of the past, told by their endings, *ukradł*, *zamknięto*, *vedl*, and the verb of a question.

Nouns and adjectives with such an ending are listed by their stems.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from probierz.systems.questions.wording.field_words import OF_ASKING, forms
from probierz.systems.questions.wording.word_flags import PREPOSITIONS
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import WORDS, without_asking

BEING = forms("jest był byli będzie będą został została zostało zostali zostały odbędzie odbyło odbył")
IS = r"(?:jest|są|by[łl][aoiy]?|byli|zosta(?:[łl][aoy]?|li)|je|jsou|stal[aoi]?)"
"""The pattern of what stands between somebody and what he is or was."""
_ACTIVE = re.compile(
    r"(?P<stem>[^\W\d_]{2,})(?P<ending>(?<![eoóů])ł|(?<![oóů])l|(?<![oóů])[łl][ao]|(?<![oóů])(?:li|[łl]y))"
)
"""How who did it says so: *niósł*, *vedl*; before *ł* and *l* no *o* stands, and before *ł* at the end no *e*."""
_WITHOUT_SUBJECT = re.compile(r"[^\W\d_]+(?:[ao]no|(?:[ęiyu]|ar)to)")
_STEMS = (
    "admirał alkohol anioł artykuł bibuł bydł cegł chvíl chwał chwil cykl cytadel czwał diabł divadl dzieł dżungl"
    " fabuł festival festiwal finał finál flotyll formuł gardł generał generál godł grobl handel hasł hesl hodowl"
    " hrdl igł jodł jídl kabel kabl kanał kanál kapel kapitał kapral kardynał karuzel kolegial kopuł kouzl kropel"
    " kropl kryształ krzesł kwartał kwintal kąpiel křesl křídl letadl lokal magistral masł materiał materiál mebl"
    " medail medal metal mgł mobil model moduł mogił molekuł muszl mydł mysl mysł myśl másl mýdl neděl niedziel"
    " nowel organell originál oryginał oskrzel panel parcel personel perł portal posł potencjał pravidl profil"
    " przeciwciał przemiał przyjaciel prádl półkul pętl reguł rituál rozdíl rubl rytuał rzemiosł sedadl serial"
    " seriál signál singel singiel singl siodł skandal skrzydł spektakl strzał světl sygnał szczebl szkł szpital"
    " sídl tabel tabul tel terminal titul tunel tytuł vozidl wahadł wiosł wróbl współwłaściciel węgiel węgl węzł"
    " zrcadl zwierciadł čísl światł źródł"
)
"""Stems of nouns, whatever stands before them: *podtytuł*, *arcydzieło*, *obywatel*."""
_ALONE = (
    "anděl apel azyl bial biał brył bryłł budowl butl cał cel central centrál ciał ciepł ciągł cíl dal del detail"
    " dipol docel doskonał dział dál díl długotrwał email fal fotbal gal galer goryl hal hel kal kaszel kawał"
    " koszul košil král krótkotrwał kul manžel mał mejl mil minerał mił muł mál nagł niedoskonał niestał niezwykł"
    " nul ocel oddział oddíl odległ okrągł omyl orel pedał pekl pododdział podrozdział podział podél podíl popel"
    " prostopadł przedział przydział pudł pył rozdział rywal równoległ sal sił skal skał skl styl szabl síl tepl"
    " teplo trał tył těl udział upał vcel vel výstřel včel wigili willi wol wspaniał współudział wydział wypukł"
    " węgł zawał zcel zwykł úhel účel ďábel ścisł żagl židl"
)
"""Stems of nouns and adjectives that stand alone, as verbs have them behind others: *rywal*, *zakrywali*."""
_PRESENT = (
    "odchyl oddal oddziel odsył odzwierciedl określ podkreśl pozwal przeciwdział przesył rozdziel strzel uchwal"
    " uchyl udziel ustal utrwal wciel współdział wydziel wysył wyzwal zezwal"
)
"""Stems of verbs of the present: *określa*."""
_NO_PAST = re.compile(
    rf"(?:\w*(?:{'|'.join(_STEMS.split())})|{'|'.join(_ALONE.split())})[aoiy]?|\w*(?<!ch)(?<!le)ciel[ai]?"
    rf"|(?:{'|'.join(_PRESENT.split())})a|czyli|(?:an|n)iżeli|jeśli|jestli|jeżeli|nadal|nie(?:m|om)al|omal|(?:nie)?opodal|powoli"
    "|(?:czerw|ziel|gr|ł|kim|sł)ono|(?:r|si|wi|pi|kol|l)ano|auto|święto|koryto|kopyto|żyto|sito|warto"
    r"|t[iuy]to|[pt]outo|t\w*uto|těmito"
)

_PASSIVE = re.compile(r"\b(?:został[aoy]?|zostali|by[łl][aoyi]?|jest|są|je|jsou|bude|będzie)\b", re.IGNORECASE)
_PARTICIPLE = re.compile(r"[^\W\d_]{3,}(?:[oa]n[yae]|ęt[yae]|(?:en|án|at|ut)[aoiy]?)")
_SHORTEST = 3
_VOWELS = str.maketrans("ąó", "ęo")


class Past(NamedTuple):
    """A verb of the past without its ending, and this one as in Czech: `l`, `la`, `lo`, `li`, `ly`."""

    stem: str
    ending: str

    @property
    def root(self) -> str:
        """The stem with the vowel that it has before more endings: *przejął* as *przejęła*, *widział* as *widzieli*."""
        stem = self.stem.translate(_VOWELS)
        return f"{stem[:-1]}e" if stem.endswith("ia") else stem


def is_past(word: str) -> bool:
    """Whether a word in lower case is a verb of the past, with a subject or without one, as far as its ending tells.

    >>> [is_past(one) for one in ("odnalazł", "vedl", "zamknięto", "pomysł", "źródło", "ředitel", "Paweł")]
    [True, True, True, False, False, False, False]
    """
    return past_of(word) is not None or bool(_is_told(_WITHOUT_SUBJECT, word))


def is_participle(word: str) -> bool:
    """Whether a word in lower case may be a participle of the passive: *spalony*, *postaven*."""
    return bool(_PARTICIPLE.fullmatch(word))


def past_of(word: str) -> Past | None:
    """The parts of a word in lower case that is a verb of the past with a subject; None for any other.

    >>> past_of("niosła"), past_of("niesiono")
    (Past(stem='nios', ending='la'), None)
    """
    told = _is_told(_ACTIVE, word)
    return Past(told["stem"], told["ending"].replace("ł", "l")) if told else None


def _is_told(pattern: re.Pattern[str], word: str) -> re.Match[str] | None:
    return None if not word.islower() or _NO_PAST.fullmatch(word) else pattern.fullmatch(word)


def verb_of(question: str) -> str:
    """The verb of a question, in lower case: what has an ending of the past or of the passive, else the first word that
    tells something; behind *jest* it is the noun.

    >>> verb_of("Kto ukradł konia?"), verb_of("Kto jest prezesem klubu?")
    ('ukradł', 'prezesem')
    """
    told = (one for one in WORDS.findall(without_asking(question)) if one.lower() not in PREPOSITIONS)
    words = [one for one in told if len(one) >= _SHORTEST and forms(one) - BEING]
    done = (word for word in words if is_past(word) or (_PASSIVE.search(question) and is_participle(word)))
    others = (word for word in words if not forms(word) & OF_ASKING)
    return next(done, next(others, "")).lower()


def is_form_of(verb: str, word: str) -> bool:
    """Whether a word is a form of a verb, or is cut to the same letters: *przejęła*, *przejęta*."""
    return are_forms_of_one_word(verb, word) or bool(forms(verb) & forms(word))
