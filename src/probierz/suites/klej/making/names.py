"""NKJP-NER: sentences with names of one kind, or with none, in splits that share no name.

Kept are sentences whose entities are all of one kind, and sentences without any; dates and times are one kind. Of
persons' names, and of sentences without names, only some are taken, as there are too many. Then sentences that have a
name in common stay together: they are joined to groups, and each group goes to one split.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from probierz.suites.klej.format import TaskExample
from probierz.suites.klej.making.folders import EIGHT_ONE_ONE, Made, cut_by_shares

NO_ENTITY = "noEntity"
MERGED = {"date": "time"}
"""Kinds of NKJP that are one class in KLEJ; the others keep their names."""
MOST = {"persName": 5_000, NO_ENTITY: 5_000}
"""About as many sentences as KLEJ took of these two classes."""


class NamedEntity(NamedTuple):
    """A named entity: its kind, and its name in the base form, by which mentions are recognised."""

    kind: str
    name: str


class SentenceWithNames(NamedTuple):
    """A sentence with its named entities."""

    text: str
    entities: tuple[NamedEntity, ...]


class LabelledSentence(NamedTuple):
    """A sentence that is kept, with its class and the names in it."""

    text: str
    label: str
    names: frozenset[str]


def make_names(sentences: Iterable[SentenceWithNames], *, most: Mapping[str, int] = MOST, seed: int = 1) -> Made:
    """Make the task of annotated sentences. most: how many sentences of a class are taken, drawn at random."""
    everything = list(sentences)
    kept = [one for one in map(_labelled, everything) if one is not None]
    taken = undersampled(kept, most, seed=seed)
    without = [one for one in taken if not one.names]
    parts = _disjoint_parts([one for one in taken if one.names], EIGHT_ONE_ONE, seed)
    parts = [[*part, *more] for part, more in zip(parts, cut_by_shares(without, EIGHT_ONE_ONE, seed=seed), strict=True)]
    for part in parts:
        random.Random(seed).shuffle(part)
    notes = (f"{len(everything)} sentences, {len(kept)} of one kind or none, {len(taken)} taken",)
    train, dev, test = ([TaskExample((one.text,), one.label) for one in part] for part in parts)
    return Made(train, dev, test, notes)


def class_of_sentence(sentence: SentenceWithNames) -> str | None:
    """Return the class of a sentence; None where it has entities of several."""
    labels = {MERGED.get(entity.kind, entity.kind) for entity in sentence.entities}
    return None if len(labels) > 1 else next(iter(labels), NO_ENTITY)


def _labelled(sentence: SentenceWithNames) -> LabelledSentence | None:
    label = class_of_sentence(sentence)
    if label is None:
        return None
    return LabelledSentence(sentence.text, label, frozenset(entity.name.casefold() for entity in sentence.entities))


def undersampled(
    sentences: Sequence[LabelledSentence], most: Mapping[str, int], *, seed: int
) -> list[LabelledSentence]:
    """Draw at most so many sentences of a class, where a number is given; the order is kept."""
    generator = random.Random(seed)
    left_out: set[int] = set()
    for label in sorted(most):
        places = [at for at, one in enumerate(sentences) if one.label == label]
        left_out.update(generator.sample(places, max(0, len(places) - most[label])))
    return [one for at, one in enumerate(sentences) if at not in left_out]


# --- splits that share no name ---------------------------------------------------------------------------------------


def groups(names: Sequence[frozenset[str]]) -> list[list[int]]:
    """Return the places of the sets, those in one list that have a name in common, directly or through others."""
    parent = list(range(len(names)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    first: dict[str, int] = {}
    for at, some in enumerate(names):
        for name in some:
            parent[root(at)] = root(first.setdefault(name, at))
    found: dict[int, list[int]] = {}
    for at in range(len(names)):
        found.setdefault(root(at), []).append(at)
    return list(found.values())


def _disjoint_parts(
    sentences: Sequence[LabelledSentence], shares: Sequence[float], seed: int
) -> list[list[LabelledSentence]]:
    """Give each group to the part that lacks most, the largest groups first, so that sizes come near the shares."""
    found = groups([one.names for one in sentences])
    random.Random(seed).shuffle(found)
    found.sort(key=len, reverse=True)
    parts: list[list[LabelledSentence]] = [[] for _ in shares]
    for group in found:
        lacking = [share * len(sentences) - len(part) for share, part in zip(shares, parts, strict=True)]
        parts[lacking.index(max(lacking))] += [sentences[at] for at in group]
    return parts
