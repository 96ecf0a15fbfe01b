"""Czech words that do not say what a text is about: function words, pronouns, and those of counting and measuring.

All by their lemmas; units by their signs, too, as lemmas of these are not always known.
"""

from __future__ import annotations

from itertools import product


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_FUNCTION = _words(
    "a i o u v ve k ke s se si z ze do od na po pro při před za pod nad mezi že aby ale nebo být mít ten tento "
    "jaký který kdo co kde kdy kolik jak proč čí kam odkud on ona ono jeho její jejich svůj můj kterýžto jenž"
)
_PRONOUNS = _words("on ona ono oni ony jeho její jejich ten ta to tento tato toto ti ty tam tehdy")
_ASKING = _words("kudy kolikátý kolikrát nakolik odkdy dokdy")
_NUMERALS = _words(
    "nula jeden dva oba tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct "
    "sedmnáct osmnáct devatenáct dvacet třicet čtyřicet padesát šedesát sedmdesát osmdesát devadesát sto tisíc milion "
    "milión miliarda bilion bilión půl polovina třetina čtvrtina první druhý třetí čtvrtý pátý šestý sedmý osmý devátý "
    "desátý"
)
_PREFIXES = ("", "kilo", "hekto", "deka", "deci", "centi", "mili", "mikro", "nano", "mega", "giga", "tera")
_MEASURES = ("metr", "gram", "litr", "watt", "volt", "ampér", "hertz", "pascal", "joule", "kalorie", "bajt", "bit")
_UNITS = frozenset(map("".join, product(_PREFIXES, _MEASURES))) | _words(
    "hektar tuna míle stupeň procento promile sekunda minuta hodina den týden rok století koruna euro dolar "
    "km cm dm mm m km² m² km³ m³ kg dkg g mg t l dl hl ml ha kč hod h min s kw mw gw kv hz khz mhz ghz kj mj kcal hpa "
    "kb mb gb tb"
)


def is_content(lemma: str) -> bool:
    """Whether a lemma says what a text is about: a word or number that is no function word."""
    return any(map(str.isalnum, lemma)) and lemma.lower() not in _FUNCTION


def is_pronoun(lemma: str) -> bool:
    """Whether a lemma stands for something that was named before."""
    return lemma in _PRONOUNS


def names_something(lemma: str) -> bool:
    """Whether a lemma can name what a pronoun stands for; numbers, units and words that ask name nothing.

    >>> [word for word in ("kolik", "kilometr", "430,2", "řeka") if names_something(word)]
    ['řeka']
    """
    is_number = any(map(str.isdecimal, lemma)) and not any(map(str.isalpha, lemma))
    return is_content(lemma) and not is_number and lemma.lower() not in _ASKING | _NUMERALS | _UNITS
