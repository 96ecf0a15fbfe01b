"""Small tasks in the form of KLEJ's: texts that tell their label by a word."""

import random

from probierz.suites.catalogue import find_suite
from probierz.suites.klej.builders import format_of
from probierz.systems.system import Pair

WORDS = ("kot", "pies", "dom", "las", "rzeka", "most", "droga", "ptak", "szkoła", "miasto")


def task(name):
    return find_suite("klej").task(name)


def targets(name):
    form = format_of(task(name))
    return form.labels or ("1.0", "2.0", "3.0", "4.0", "5.0")


def records(name, count, seed=1):
    """Pairs have more words in common the further their target stands in the list; texts hold a word of its own."""
    form, generator = format_of(task(name)), random.Random(seed)
    found = []
    for number in range(count):
        at = generator.randrange(len(targets(name)))
        words = generator.sample(WORDS, 5)
        same = round(5 * at / (len(targets(name)) - 1))
        other = words[:same] + generator.sample("abcdefghij", 5 - same)
        texts = (" ".join(words), " ".join(other)) if len(form.columns) > 1 else (f"{' '.join(words)} znak{at}",)
        names = (f"id{number}",) if len(form.columns) == 3 else ()
        found.append(Pair("\t".join((*names, *texts)), targets(name)[at]))
    return found


def write_task(folder, name, *, train=60, dev=20, test=20, has_gold=False):
    """The official files of a task."""
    form, place = format_of(task(name)), folder / name
    place.mkdir(parents=True)
    for split, count in (("train", train), ("dev", dev)):
        if count:
            lines = ["\t".join(pair) for pair in records(name, count, seed=count)]
            _write(place / f"{split}.tsv", ["\t".join((*form.columns, form.target)), *lines])
    pairs = records(name, test, seed=99)
    _write(place / "test_features.tsv", ["\t".join(form.columns), *(pair.input for pair in pairs)])
    if has_gold:
        _write(place / "test_gold.tsv", [pair.expected for pair in pairs])
    return place


def _write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
