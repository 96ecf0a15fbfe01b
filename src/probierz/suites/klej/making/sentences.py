"""Cutting Polish text into sentences, for texts that come uncut: abbreviations and initials end none.

The systems of questions cut otherwise, on purpose: passages may begin behind an abbreviation, and what indexes and
weights were made with stays as it was (`passages.py`, `span_tokens.py` and `cloze.py` below `systems/questions/`).
Articles of SQAD are Czech (`suites/sqad/sentences.py`).
"""

from __future__ import annotations

import re

# What stands before a full stop that ends no sentence, though a capital letter follows. Those that often end one too,
# such as "r." (year) and "itd.", are left out: a capital letter decides.
_ABBREVIATED = """
    abp al ang arch bp bł ca cyt dr fot fr gen gr hab hiszp hr im inż jw kard kmdr kpt ks lek łac m.in mec mgr min mjr
    nb niem np nr o.o ok p.n.e pl płk por poz prof przyp pt red ros rtm rys sp św t.j tab tj tłum tow tzn tzw ul ur wg
    wł woj wyd zam zm zob zw
"""
_ABBREVIATIONS = frozenset(_ABBREVIATED.split())
_END = re.compile(r"""[.!?…]+["”»)\]']*\s+(?=["„«(\[—–-]*\s*[A-ZĄĆĘŁŃÓŚŹŻ0-9])""")


def cut_polish_sentences(text: str) -> list[str]:
    """Cut after `.`, `!`, `?` or `…` before a capital letter or a digit, but not after abbreviations or initials.

    >>> cut_polish_sentences("Urodził się ok. 1900 r. w Łodzi. Był synem prof. Nowaka.")
    ['Urodził się ok. 1900 r. w Łodzi.', 'Był synem prof. Nowaka.']
    """
    sentences, start = [], 0
    for found in _END.finditer(text):
        if not _goes_on(text[start : found.start()], found.group()):
            sentences.append(text[start : found.end()].strip())
            start = found.end()
    return [sentence for sentence in [*sentences, text[start:].strip()] if sentence]


def _goes_on(before: str, mark: str) -> bool:
    """Whether a full stop belongs to the word before it."""
    if mark.strip() != ".":
        return False
    words = before.split()
    word = words[-1].lstrip("(„\"'[") if words else ""
    is_initial = len(word) == 1 and word.isupper()
    is_ordinal = word.isdigit() and len(word) < 3
    return is_initial or is_ordinal or word.lower() in _ABBREVIATIONS
