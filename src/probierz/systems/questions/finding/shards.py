"""Several indexes as one: a folder of shards, each with a part of the documents, built by several workers.

A shard is an index by itself. Searched together, rarity and length of words are told by the passages of all, so that a
passage gets the score that it has in one index of all documents. Vectors are compared within one index alone.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, Self

from probierz.errors import DataError, OptionError, SystemFileError
from probierz.scoring.executors import opened, parts_in_order
from probierz.systems.questions.finding.documents import read_documents
from probierz.systems.questions.finding.index import FoundPassage, IndexRecipe, PassageIndex, build_index
from probierz.systems.questions.finding.postings import Collection

__all__ = ["BuiltShard", "IndexShards", "build_shards", "open_index"]

_NAME = re.compile(r"\d+-of-\d+\.index")


# --- building --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Build:
    """What the builders of all shards are told."""

    folder: str
    sources: Sequence[str]
    recipe: IndexRecipe
    count: int
    skips_broken: bool


@dataclass(frozen=True)
class BuiltShard:
    """What came of a shard: how many documents and passages it has, the files read, and what was wrong with them."""

    documents: int
    passages: int
    files: frozenset[Path]
    broken: Sequence[DataError]
    flawed: Sequence[DataError]


def build_shards(
    folder: str,
    sources: Sequence[str],
    recipe: IndexRecipe,
    count: int,
    workers: Any = 1,
    *,
    skips_broken: bool = False,
) -> list[BuiltShard]:
    """Write a folder of so many indexes, one with each so-manieth document, and return what came of each.

    workers: processes, or an executor whose workers see the same files. Each reads all documents, and cuts and counts
    its own. Raises OptionError for fewer documents than shards and for vectors, and what `build_index` raises.
    """
    if recipe.backbone:
        raise OptionError("vectors are compared within one index; leave out the shards, or the encoder")
    if Path(folder).is_file():
        raise OptionError(f"{folder} is a file; name a folder for the shards")
    Path(folder).mkdir(exist_ok=True)
    for one in _shards_in(folder):
        one.unlink()
    build = _Build(os.path.abspath(folder), [os.path.abspath(one) for one in sources], recipe, count, skips_broken)
    with opened(workers) as executor:
        return list(parts_in_order(build_shard, build, range(count), executor, title=f"the index {folder}"))


def build_shard(build: _Build, number: int) -> BuiltShard:
    """Write one of the indexes."""
    files: set[Path] = set()
    broken: list[DataError] = []
    flawed: list[DataError] = []
    read = read_documents(list(build.sources), broken if build.skips_broken else None, files, flawed)
    documents = islice(read, number, None, build.count)
    first = next(documents, None)
    if first is None:
        raise OptionError(f"there are fewer documents than {build.count} shards; ask for fewer")
    place = Path(build.folder, f"{number + 1}-of-{build.count}.index")
    about = build_index(place, chain([first], documents), build.recipe)
    return BuiltShard(int(about["documents"]), int(about["passages"]), frozenset(files), broken, flawed)


# --- searching -------------------------------------------------------------------------------------------------------


def open_index(path: str | os.PathLike[str]) -> PassageIndex | IndexShards:
    """Open an index, or a folder of shards. Raises what `PassageIndex` raises, SystemFileError for missing shards."""
    found = _shards_in(path)
    if not found:
        return PassageIndex(path)
    count = found[0].stem.rpartition("-")[2]
    wanted = [Path(path, f"{number}-of-{count}.index") for number in range(1, int(count) + 1)]
    if missing := [one.name for one in wanted if one not in found]:
        raise SystemFileError(f"{path} lacks {', '.join(missing)}; build it again with --overwrite")
    return IndexShards(wanted)


def _shards_in(path: str | os.PathLike[str]) -> list[Path]:
    """The shards of a folder; none in what is no folder."""
    return [one for one in Path(path).iterdir() if _NAME.fullmatch(one.name)] if Path(path).is_dir() else []


class IndexShards:
    """Indexes that are searched as one, as a `PassageIndex` is."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Open them. Raises what `PassageIndex` raises, OptionError for those that were not made in the same way."""
        with ExitStack() as opening:
            self._shards = [opening.enter_context(PassageIndex(path)) for path in paths]
            first = self._shards[0]
            for one in self._shards:
                if one.recipe != first.recipe or one.recipe.backbone:
                    raise OptionError(
                        f"{one.path} was made otherwise than {first.path}, or has vectors; build both again"
                    )
            self._closing = opening.pop_all()
        postings = [one.postings for one in self._shards]
        count = sum(one.count for one in postings)

        @lru_cache(maxsize=8)
        def held(asked: tuple[str, ...]) -> Counter[str]:
            return sum((Counter(one.held(asked)) for one in postings), Counter())

        collection = Collection(count, sum(one.words for one in postings) / count, lambda asked: held(tuple(asked)))
        for lists in postings:
            lists.become_part_of(collection)

    def __enter__(self) -> Self:
        """Use it in a `with` block, which closes them."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the files."""
        self._closing.close()

    def search(self, question: str, count: int = 10) -> list[FoundPassage]:
        """Return the passages that fit a question, the best of all shards first; see `PassageIndex.search`."""
        found = [one for shard in self._shards for one in shard.search(question, count)]
        return sorted(found, key=lambda one: (-one.score, one.passage))[:count]  # as they were dealt out

    def rarity(self, question: str) -> dict[str, float]:
        """How much each cut word of a question tells in all shards; see `PassageIndex.rarity`."""
        return self._shards[0].rarity(question)
