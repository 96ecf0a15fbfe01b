"""An index of many passages: how long building and searching take, and how much memory, beside peers.

    python -m benchmarks.passages --passages 100000 TEXT...     texts, a sentence a line; packed (.xz, .gz) ones too
    python -m benchmarks.passages --only bm25s TEXT...          one system, so that memory is its own

Passages are four sentences of the texts, at random; questions are sentences of them, cut to eight words. SQLite's
full-text search ranks whole words by its own BM25, with all words of a question; bm25s and tantivy, which are measured
where they are installed, get words cut to five letters, as the index has them. Seconds are of one processor.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from probierz.lines import LineReader
from probierz.systems.questions.index import PassageIndex, build_index
from probierz.systems.questions.passages import SourceDocument
from probierz.systems.questions.words import terms

_WORDS = re.compile(r"\w+")
_SEED = 17


def main() -> None:
    """Build both, search both, and print a row each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", nargs="+", type=Path)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--only", choices=("", *SYSTEMS), default="")
    arguments = parser.parse_args()
    sentences = _sentences(arguments.texts)
    chance = random.Random(_SEED + 1)
    questions = [" ".join(chance.choice(sentences).split()[:8]) for _ in range(arguments.questions)]
    print("system\tbuilding, s\tMB\tms a question\tpeak memory, MB")
    with tempfile.TemporaryDirectory() as folder:
        for name, system in SYSTEMS.items():
            if arguments.only in ("", name) and (name not in ("bm25s", "tantivy") or find_spec(name)):
                system(Path(folder) / name, sentences, arguments.passages, questions)


def _sentences(paths: Sequence[Path]) -> list[str]:
    found: list[str] = []
    for path in paths:
        with LineReader(path, is_digested=False) as lines:
            found += [str(line) for line in lines if len(_WORDS.findall(str(line))) > 3]
    return found


def _passages(sentences: Sequence[str], count: int) -> Iterator[str]:
    chance = random.Random(_SEED)
    return (" ".join(chance.choices(sentences, k=4)) for _ in range(count))


def _ours(place: Path, sentences: Sequence[str], count: int, questions: Sequence[str]) -> None:
    documents = (SourceDocument(str(at), "", text) for at, text in enumerate(_passages(sentences, count)))
    began = time.process_time()
    build_index(place, documents)
    built = time.process_time()
    with PassageIndex(place) as index:
        for question in questions:
            index.search(question)
    _print("probierz index", place, built - began, (time.process_time() - built) / len(questions))


def _sqlite(place: Path, sentences: Sequence[str], count: int, questions: Sequence[str]) -> None:
    began = time.process_time()
    database = sqlite3.connect(place)
    database.execute("create virtual table passages using fts5 (body)")
    with database:
        database.executemany("insert into passages values (?)", ((text,) for text in _passages(sentences, count)))
    built = time.process_time()
    for question in questions:
        words = " OR ".join(f'"{word}"' for word in _WORDS.findall(question))
        database.execute(
            "select rowid, body from passages where passages match ? order by rank limit 10", [words]
        ).fetchall()
    searched = time.process_time()
    database.close()
    _print(f"SQLite {sqlite3.sqlite_version} FTS5", place, built - began, (searched - built) / len(questions))


def _bm25s(place: Path, sentences: Sequence[str], count: int, questions: Sequence[str]) -> None:
    """All words of all passages are in memory while it builds."""
    import bm25s

    began = time.process_time()
    index = bm25s.BM25(k1=1.2, b=0.75)
    index.index([terms(text) for text in _passages(sentences, count)], show_progress=False)
    index.save(place)
    built = time.process_time()
    index = bm25s.BM25.load(place, mmap=True)
    for question in questions:
        index.retrieve([terms(question)], k=10, show_progress=False)
    _print(f"bm25s {bm25s.__version__}", place, built - began, (time.process_time() - built) / len(questions))


def _tantivy(place: Path, sentences: Sequence[str], count: int, questions: Sequence[str]) -> None:
    import tantivy

    place.mkdir()
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body", stored=False)
    builder.add_unsigned_field("number", stored=True)
    began = time.process_time()
    index = tantivy.Index(builder.build(), path=str(place))
    writer = index.writer(heap_size=200_000_000, num_threads=1)
    for number, text in enumerate(_passages(sentences, count)):
        writer.add_document(tantivy.Document(body=" ".join(terms(text)), number=number))
    writer.commit()
    writer.wait_merging_threads()
    built = time.process_time()
    index.reload()
    searcher = index.searcher()
    for question in questions:
        searcher.search(index.parse_query(" ".join(terms(question)), ["body"]), 10)
    _print("tantivy", place, built - began, (time.process_time() - built) / len(questions))


def _print(name: str, place: Path, building: float, searching: float) -> None:
    """A row. Memory is of the process so far, so that in a later row it may be that of an earlier one."""
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
    files = place.rglob("*") if place.is_dir() else [place]
    size = sum(path.stat().st_size for path in files if path.is_file()) / 1e6
    print(f"{name}\t{building:.1f}\t{size:.0f}\t{1000 * searching:.1f}\t{peak:.0f}", flush=True)


SYSTEMS = {"ours": _ours, "sqlite": _sqlite, "bm25s": _bm25s, "tantivy": _tantivy}


if __name__ == "__main__":
    main()
