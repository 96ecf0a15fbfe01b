"""Texts of some paragraphs for pretraining: Polish sentences put together by a seed, all different."""

import random

_WHO = ["Kot", "Pies", "Sąsiad", "Minister", "Poetka", "Dziewczyna", "Kierowca", "Lekarz", "Król", "Uczeń"]
_DID = ["widział", "spotkał", "znalazł", "zapomniał", "opisał", "kupił", "narysował", "schował"]
_WHAT = ["stary dom", "żółtą książkę", "list od przyjaciela", "most nad Wisłą", "świeży chleb", "ciemny las", "rower"]
_WHERE = ["w Warszawie", "pod Krakowem", "na wsi", "za rogiem ulicy", "obok szkoły", "w nocy", "po wojnie", "zimą"]


def sentences(count, seed=1):
    """Return sentences; the same seed gives the same ones."""
    draw = random.Random(seed)
    parts = (_WHO, _DID, _WHAT, _WHERE)
    return [" ".join(draw.choice(part) for part in parts) + "." for _ in range(count)]


def texts(count, each=6, seed=1):
    """Return texts of some sentences."""
    found = sentences(count * each, seed)
    return [" ".join(found[at : at + each]) for at in range(0, len(found), each)]


def write_corpus(path, count=60, seed=1):
    """Write texts as a corpus has them, an empty line behind each."""
    path.write_text("".join(f"{text}\n\n" for text in texts(count, seed=seed)), "utf-8")
    return path
