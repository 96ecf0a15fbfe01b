"""Short texts in English, German, Czech or Slovak, told by words that are frequent there and that Polish has not."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

ENGLISH = frozenset(
    """
    the of and is are was were you your we he she they it this that with for from have has had will would should could
    not be been what how who where when why please thank thanks hello an at by or if can me his her our their about
    which there but good see don't i'm it's my said says into then than been just very them him its did does
    """.split()
)
GERMAN = frozenset(
    """
    ich und nicht der die das ist wir sind mit ein eine einen einem einer für auf auch nach aus bei haben hat habe wird
    werden wenn dass daß aber oder noch mein meine kein keine hier du sie er mich dich sich zum zur dem vom über können
    kann muss schon sehr gut guten danke bitte wo warum heute morgen nur von sein seine ihr uns alle zu
    """.split()
)
DUTCH = frozenset(
    """
    het een ik niet voor naar met heb heeft hebben zijn wij zij deze maar ook dat ben bent mijn jouw wordt worden goede
    nieuwe op en de wat waar hij ons onze veel nog geen moet wil waarom vandaag
    """.split()
)
SWEDISH = frozenset(
    "och är jag inte det som för på med av till ett en har han hon ska var vad hur mycket från eller när".split()
)
"""Frequent words that are no Polish ones, or next to never; Polish has `wie` and `was`, which tell nothing."""


_ONLY_POLISH = re.compile("[ąęćłńśźż]")


def is_short_foreign(words: Sequence[str], known: int) -> bool:
    """Whether two of five words are those of another language that Polish has not, or one of five and half unknown.

    One of them tells nothing beside a letter that Polish alone has, where all are known: było ich 15.

    words: in small letters. known: how many of them are known as Polish ones.
    """
    most = max(sum(word in frequent for word in words) for frequent in (ENGLISH, GERMAN, DUTCH, SWEDISH))
    if most == 1 and known == len(words) and any(map(_ONLY_POLISH.search, words)):
        return False
    return len(words) > 1 and (5 * most >= 2 * len(words) or (5 * most >= len(words) >= 2 * known))


_CZECH_AND_SLOVAK = frozenset(
    """
    jsem jsi jsou jste jsme nebo kde kdo jeho které dnes zase zde hned mezi velmi nikdy jejich nikdo tady taky tohle
    muj tvuj svuj ktery kterou kterym kterych protoze jeste vsak vsechno vsichni zitra vcera dneska muze muzeme
    musime nemam nejsem neni bychom budou prosim dekuji dekuju
    shledanou jdu jde jdeme chci chceme nechci nevim neni kdyby asi potom proto snad tebe mohl nebylo nebyl lze
    som sme ste ako alebo viem neviem chcem nechcem ktorý ktorá ktoré bol bola bolo preto prečo teba mňa tento
    tieto veľmi iba pretože
    """.split()
)
_ALSO_ELSEWHERE = frozenset("se si v ve ke sa aj jen ho idem pre".split())
"""Frequent words that may be a name or a slip in Polish, where one of them tells nothing."""
_UNPOLISH = frozenset("řěščžýáíúůťďňľôĺŕ")
_POLISH_LETTERS, _POLISH_PAIRS = re.compile("[ąęćłńśźżw]"), re.compile("cz|sz|rz|jest")
"""What words of Czech and Slovak have not; of pairs but for a few, as jestli."""
_NAMES = re.compile(
    r"(?:václav|tomáš|jiří|ondřej|lukáš|karel|jaroslav|dvořá[kč]|čap(?:e)?k|havl|beneš|dubč|škod|plze[ňn]|orbán|zoltán"
    r"|lászl|garcí|josé|sánch|ferná|gonzál|martín|rodríg|miloševi|dž|šev|ružičk|hernánd|tere|mar[ií])[^\W\d_]*"
)
"""Beginnings of names that are met in Polish texts."""


def is_czech_or_slovak(words: Sequence[str], is_known: Callable[[str], bool]) -> bool:
    """Whether a text is in Czech or Slovak: it has words with letters that Polish has not, or enough frequent ones.

    Names that people know, and such a word among known ones alone, make no text foreign; nor does any that has a letter
    that Polish alone has; or a pair of them, unless most words are unknown and one has another letter. words: in small
    letters. is_known: whether one is in the dictionary.
    """
    if any(map(_POLISH_LETTERS.search, words)):
        return False
    unknown = [word for word in words if not is_known(word)]
    odd = [word for word in unknown if not _UNPOLISH.isdisjoint(word) and not _NAMES.fullmatch(word)]
    if any(map(_POLISH_PAIRS.search, words)):
        return bool(odd) and 2 * len(unknown) > len(words)
    sure = sum(word in _CZECH_AND_SLOVAK for word in words)
    told = len(_ALSO_ELSEWHERE.intersection(words)) + sure
    if odd and (3 * len(odd) >= len(words) or told or len(unknown) > len(odd)):
        return True
    if len(words) < 2 or not told:
        return False
    if 3 * sure >= len(words) or (told > 1 and 5 * told >= 2 * len(words)):
        return True
    return 5 * told >= len(words) and 2 * len(unknown) >= len(words)
