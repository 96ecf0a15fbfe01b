"""Whether a translation denies what its source says, or says what that denies.

She does not eat meat.  |  Ona je mięso.         a negation of the source is lost
She eats meat.          |  Ona nie je mięsa.     a negation is here alone

A negation may be in a word of either language, so many words speak against a note: without, impossible, fail, few;
brak, bez, odmówić; and *not open* is *zamknięty*. On the 985 human translations of dev-0 and test-A of PolEval's task
there are four notes; the words were chosen on these lines.
"""

from __future__ import annotations

import re

from probierz.systems.quality.told_opposites import denies_other_side

_NEGATION = re.compile(
    r"\b(?:not|never(?! ever)|cannot|nobody|nothing|no one|(?:is|are|was|were|have|has|had) no"
    r"|no longer|hardly ever|unlikely|none of (?!it|this|that)|fail(?:ed|s)? to)\b|n['’] ?t\b",
    re.IGNORECASE,
)
_NO_NEGATION = re.compile(
    r"\bnot (?:only|just|least|even|to mention|that|so)\b|\bor not\b|\bwhy (?:not|don)\b|\bain\b|\btend not\b"
    r"|n['’]t\b[^.]*\?|(?:(?<!shall )(?<!must )(?<!may )\bnot|\bnever|n['’]t)\b[^.]*"
    r"\b(?:until|unless|without|before|only|but|too|un\w+|less)\b"
    r"|(?:n['’]t|\bnot|\bnever) (?:let|miss|forget|worry|hesitate|mind|help|fail)"
    r"|\b(?:nobody|no one|nothing|none)\b[^.,]* (?:but|except)\b"
    r"|\b(?:not|nothing|never|nobody|no one)\b[^.]*\b(?:im(?:possible|probable)|in\w+ble|ir\w+ble)\b"
    r"|\b(?:can|could)(?:not| not|n['’]t) (?:\w+ )*(?:more|better|\w+ier|less|help)\b|\bno \w+ but\b|\bno other \w+"
    r"|\bno (?:doubt|matter|less|more|wonder|later|sooner|fewer)\b",
    re.IGNORECASE,
)
"""Where a negation is none of the whole sentence, or two of them are."""
_POLISH = re.compile(
    r"\b(?:nie(?!dziel|bies|miec|mc[yóz]|dźwi)|ni(?:gdy|gdzie|kt|kogo|komu|kim|c|czego|czemu|czym|jak\w*)?(?!e)|żad|bez(?!piecz|pośred)|brak|ani\b|zaprzecz|odm[aóo]w|wykluc"
    r"|przesta(?!w)|za(?:nied|brak|wi[eoó])|przeocz|przega[pd]|spóź|chybi|omi[jn]|oblał|uni(?:k|ew)|zamiast|trudno|ledwo|mało|rzadko|dalek|zapomn|oprócz|poza|chyba|gdyby|stra[ct]|obc[yaeąi]|wątp|zab[rk]|zakaz"
    r"|zostaw|pust|oby|ostatni|przeciw|zaledwie|dość|wcale|skądże|pierwsz)\w*",
    re.IGNORECASE,
)
"""Words that may say in Polish what a negation says."""
_ENGLISH = re.compile(
    r"\b(?:not|never|cannot|no|nobody|nothing|neither|nor|nowhere|none|without)\b|n['’]t\b|\b\w+less\b"
    r"|\b(?:un(?!der|i[tvo]|til\b)|in(?=a[bcdpu]|ca|co(?:m[pm]|n|rr)|cred|cur|de|dis|ef|el|eq|es|ev|ex|f[ei]|gr|h[ou]"
    r"|noc|op|san|sen|sep|sign|sol|stab|stead|suff|tol|val|vi?s|vul)|im(?=m[ou]|pa[rst]|pe|pol[ir]|pos|prac|pro[bp]|pu)"
    r"|ill?(?=eg|og|it)|irr|dis(?!cov|cus|hes|k|play|t)|non|mis(?!s\b|si|te)"
    r"|fail|refus|lack|miss(?!ion|ile)|den[yi]|avoid|prevent|stop|except|away|absent|bann|forbid|difficult|keep|any|reject"
    r"|doubt|neglect|remain|constant|recent|mere(?:ly)?\b|ignor|weird|strange|secret|scarce|seldom|rare|empt|blind|deaf"
    r"|silen|gone|forg[eo]t|mind\b|what|how|overlook)\w*"
    r"|\b(?:few|littl|low|fre|hard|wrong|bad|poor|weak|short|small|minor|odd|long|soon)(?:e|er|est|ly)?\b"
    r"|\b(?:only|but|too|far|others?|otherwise|rather|than|los[et]s?|losing|still|yet|ever|if|before|even|least|all|last"
    r"|bans?|beyond|against|though|although|while|out|off|over|about|just|why)\b",
    re.IGNORECASE,
)
"""Words for which a Polish translation may have a negation."""
_ANY = re.compile(r"\b(?:not?|never|none|without|stop\w*|any|out|un\w+|cannot|over|yet|but)\b|n['’]t\b", re.IGNORECASE)
_STILL = re.compile(r"\bstill\b(?! (?:(?:not?|life|is|are|do|does|have|has|can|wo)\b|un))", re.IGNORECASE)
_NO_LONGER = re.compile(r"\bjuż\b[^.,;]{0,30}\bnie\b(?! tylko)|\bnie\b[^.,;]{0,30}\bjuż\b", re.IGNORECASE)
_STILL_IN_POLISH = re.compile(r"\b(?:wciąż|nadal|ciągle|jeszcze|dalej|do dziś|dotąd|zawsze)\b", re.IGNORECASE)
_WITHOUT = re.compile(r"\bbeze? \w+")
_DENIES = re.compile(r"(?<!\bna )(?<!\bo )(?<!\bpo )(?<!\bza )(?<!\bprzez )(?<!\bczy )\bnie\b(?! mylę)", re.IGNORECASE)
"""A `nie` that denies: it is a pronoun behind a preposition, and a polite question behind `czy`."""


_NEVER = r"(?:never|don['’]t|(?:do|must|should|will) not|mustn['’]t|shouldn['’]t) (?:ever )?"
_WARNINGS = [
    (re.compile(rf"\b{_NEVER}(?:{english})\b", re.IGNORECASE), re.compile(rf"\b(?:{polish})\w*", re.IGNORECASE))
    for english, polish in (("forget", "zapom[ni]"), ("miss", "przega[pd]|przeocz"), ("hesitate", "(?:za)?waha"),
                            ("worry", "(?:z|prze)?martw|przejm"), ("lose", "(?:s|za)trać|zgub"))
]  # fmt: skip
"""What one is told not to do, and what it is called in Polish, which another word without a negation may say, too."""
_SAID_BY_OTHER_WORDS = [
    (re.compile(rf"\b(?:{english})\b", re.IGNORECASE), re.compile(rf"\b(?:{polish})", re.IGNORECASE))
    for english, polish in (
        ("hat(?:e[sd]?|ing)", "nie (?:cierp|znos|lubi)"), ("calm", "nie (?:denerw|martw|panik|przejm|złość)"),
        ("awake", "nie (?:śpi|spa|zasyp|zasn|zmruż)"), ("(?:hold|hang) on|hold the line", "nie (?:rozłącz|odkład)"),
        ("alone", "nie (?:przeszk|dotyk|rusz|zaczep|dokucz|męcz)"), (r"le(?:ft|aves?|aving) (?:\w+ ){1,3}on",
        "nie (?:zga[sś]|wyłącz)"), ("wish(?:es|ed)?", "szkoda"), ("(?:don['’]t|do not|never) stop", "dalej|kontynu"),
    )
]  # fmt: skip
"""What one language denies and the other says by another word: he hates it, and nie znosi tego."""
_NIE = re.compile(r"\b(?:nie|nigdy|bez|ani|żad\w+)\b", re.IGNORECASE)
_LACKS = re.compile(r"\bwithout (?!\w+ing\b|a doubt|doubt|question|fail)", re.IGNORECASE)
_WITH = re.compile(r"\bze? (?!wyjątkiem|braku|dala)\w+", re.IGNORECASE)
_WITH_SOMETHING = re.compile(r"\bwith (?:\w+ )?\w+", re.IGNORECASE)
_BEZ = re.compile(
    r"\bbeze? (?!wątp|przerw|końca|ustan|problem|trudu|wysiłku|względu|zwłoki|kompleks|granic|reszty|zmian|szwanku)\w+",
    re.IGNORECASE,
)


_NONE_BUT = re.compile(r"\b(?:nobody|no one|nothing|none)\b[^.,]* (?:but|except)\b", re.IGNORECASE)
_ALL = re.compile(r"\b(?:wszy(?:sc|stk)|każd)", re.IGNORECASE)
_NONE_OR_ONLY = re.compile(r"\b(?:nie|nikt|nikogo|nikomu|nic|niczego|żad\w+|tylko|jedyn\w+|wyłącz\w+)\b", re.IGNORECASE)


def other_negation(source: str, translation: str) -> str:
    """Which side alone denies, in words; "": neither, or both, or nobody can tell."""
    if _LACKS.search(source) and not _POLISH.search(translation) and _WITH.search(translation):
        return "a negation of the source is lost"
    if any(one.search(source) and two.search(translation) for one, two in _SAID_BY_OTHER_WORDS):
        return ""
    found = _denial(source, _WITHOUT.sub("", translation) if "without" in source else translation)
    return "" if found and denies_other_side(source, translation) else found


def _denial(source: str, translation: str) -> str:
    if not _NIE.search(translation) and any(one.search(source) and two.search(translation) for one, two in _WARNINGS):
        return "a negation of the source is lost"
    if _NONE_BUT.search(source) and _ALL.search(translation) and not _NONE_OR_ONLY.search(translation):
        return "a negation of the source is lost"
    if _BEZ.search(translation) and _WITH_SOMETHING.search(source) and not _ENGLISH.search(source):
        return "" if _WITH.search(translation) else "a negation that the source has not"
    if _NEGATION.search(source):
        is_lost = not _NO_NEGATION.search(source) and not _POLISH.search(translation)
        return "a negation of the source is lost" if is_lost else ""
    if _STILL.search(source) and _NO_LONGER.search(translation) and not _ANY.search(source):
        return "" if _STILL_IN_POLISH.search(translation) else "a negation that the source has not"
    is_new = _DENIES.search(translation) is not None and not _ENGLISH.search(source)
    return "a negation that the source has not" if is_new else ""
