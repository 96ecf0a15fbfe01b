"""Several indexes as one: a folder of shards, each with a part of the documents, built by several workers.

A shard is an index by itself. Searched together, rarity and length of words are told by the passages of all, so that a
passage gets the score that it has in one index of all documents. Vectors are compared within one index alone.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Self

from probierz.errors import DataError, OptionError, ProbierzError, SystemFileError
from probierz.scoring.executors import opened, parts_in_order
from probierz.suites.digests import sha256_of
from probierz.systems.questions.finding.documents import read_documents
from probierz.systems.questions.finding.index import (
    FoundPassage,
    IndexRecipe,
    PassageIndex,
    build_index,
    digest_of_documents,
    held_alone,
)
from probierz.systems.questions.finding.passages import Document
from probierz.systems.questions.finding.postings import Collection
from probierz.whole_files import PART, write_whole

_NAME = re.compile(r"\d+-of-\d+\.index")
_OF_SHARD = re.compile(rf"{_NAME.pattern}(?:\.sha256|{re.escape(PART)}(?:-journal)?)?")
_UNFINISHED = "unfinished.json"
"""The file of a folder that tells what is built there, as long as it is."""


# --- building --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Build:
    """What the builders of all shards are told."""

    folder: str
    sources: Sequence[str]
    recipe: IndexRecipe
    count: int
    skips_broken: bool

    @property
    def as_kept(self) -> str:
        """What has to be the same for a build to go on; without broken files, which are dealt to no shard anyway."""
        told = {"sources": list(self.sources), "recipe": self.recipe.as_kept, "shards": self.count}
        return f"{json.dumps(told, ensure_ascii=False)}\n"


@dataclass(frozen=True)
class BuiltShard:
    """What came of a shard: how many documents and passages it has, the files read, and what was wrong with them.

    is_kept: whether an interrupted build had left it whole.
    """

    documents: int
    passages: int
    is_kept: bool
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

    An interrupted build of the same goes on: shards that are whole, by the digest of their file, and have the documents
    that are read now are kept. Whatever else is there of shards is removed.
    workers: processes, or an executor whose workers see the same files. Each reads all documents, and cuts and counts
    its own. Raises OptionError for fewer documents than shards and for vectors, and what `build_index` raises.
    """
    if recipe.backbone:
        raise OptionError("vectors are compared within one index; leave out the shards, or the encoder")
    if Path(folder).is_file():
        raise OptionError(f"{folder} is a file; name a folder for the shards")
    build = _build(folder, sources, recipe, count, skips_broken=skips_broken)
    with held_alone(Path(build.folder)):
        if not _goes_on(build):
            Path(folder).mkdir(exist_ok=True)
            for one in Path(folder).iterdir():
                if _OF_SHARD.fullmatch(one.name):
                    one.unlink()
            write_whole(Path(folder, _UNFINISHED), build.as_kept)
        with opened(workers) as executor:
            built = list(parts_in_order(build_shard, build, range(count), executor, title=f"the index {folder}"))
        Path(folder, _UNFINISHED).unlink()
    return built


def goes_on(folder: str, sources: Sequence[str], recipe: IndexRecipe, count: int) -> bool:
    """Whether an interrupted build of these shards is there, which the same one goes on with."""
    return _goes_on(_build(folder, sources, recipe, count))


def _build(
    folder: str, sources: Sequence[str], recipe: IndexRecipe, count: int, *, skips_broken: bool = False
) -> _Build:
    return _Build(os.path.abspath(folder), [os.path.abspath(one) for one in sources], recipe, count, skips_broken)


def _goes_on(build: _Build) -> bool:
    unfinished = Path(build.folder, _UNFINISHED)
    return unfinished.is_file() and unfinished.read_text("utf-8", errors="replace") == build.as_kept


class _DealtDocuments:
    """The documents of one shard, with the files they come of and what is wrong there, once they are read."""

    def __init__(self, build: _Build, number: int) -> None:
        self._build, self._number = build, number
        self.files: set[Path] = set()
        self.broken: list[DataError] = []
        self.flawed: list[DataError] = []

    def __iter__(self) -> Iterator[Document]:
        broken = self.broken if self._build.skips_broken else None
        read = read_documents(list(self._build.sources), broken, self.files, self.flawed)
        documents = islice(read, self._number, None, self._build.count)
        first = next(documents, None)
        if first is None:
            raise OptionError(f"there are fewer documents than {self._build.count} shards; ask for fewer")
        yield first
        yield from documents


def build_shard(build: _Build, number: int) -> BuiltShard:
    """Write one of the indexes, or keep the one that is there."""
    place = Path(build.folder, f"{number + 1}-of-{build.count}.index")
    reading = _DealtDocuments(build, number)
    kept = _about_whole(place)
    is_kept = kept.get("digest") == digest_of_documents((one.name, one.digest) for one in reading) if kept else False
    if not is_kept:
        place.unlink(missing_ok=True)
        reading = _DealtDocuments(build, number)
        kept = build_index(place, reading, build.recipe)
        write_whole(_sum_of(place), f"{sha256_of(place)}  {place.name}\n")
    documents, passages = int(kept["documents"]), int(kept["passages"])
    return BuiltShard(documents, passages, is_kept, frozenset(reading.files), reading.broken, reading.flawed)


def _about_whole(place: Path) -> Mapping[str, str]:
    """What a shard says about itself whose file is as it was written; nothing of another one, or where none is."""
    try:
        told = _sum_of(place).read_text("ascii").split()[0]
        if told != sha256_of(place):
            return {}
        with PassageIndex(place) as index:
            return index.about
    except (OSError, ValueError, IndexError, ProbierzError):
        return {}


def _sum_of(place: Path) -> Path:
    """Where the digest of a shard stands, in the form of sha256sum."""
    return place.with_name(f"{place.name}.sha256")


# --- searching -------------------------------------------------------------------------------------------------------


def open_index(path: str | os.PathLike[str]) -> PassageIndex | IndexShards:
    """Open an index, or a folder of shards. Raises what `PassageIndex` raises, SystemFileError for missing shards."""
    found = _shards_in(path)
    if not found:
        return PassageIndex(path)
    count = found[0].stem.rpartition("-")[2]
    wanted = [Path(path, f"{number}-of-{count}.index") for number in range(1, int(count) + 1)]
    if missing := [one.name for one in wanted if one not in found]:
        remedy = "to go on" if Path(path, _UNFINISHED).exists() else "with --overwrite"
        raise SystemFileError(f"{path} lacks {', '.join(missing)}; build it again {remedy}")
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
