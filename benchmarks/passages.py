"""An index of many passages: how long building and searching take, and how much memory, beside peers.

    python -m benchmarks.passages --passages 1000000 TEXT...     texts, a sentence a line; packed (.xz, .gz) ones too
    python -m benchmarks.passages --only ours tantivy -- TEXT... some of the systems

A passage is as many sentences of the texts, chosen at random, as have 100 words together: real words, as frequent as
they are. Questions are sentences of them, cut to eight words; ten passages are asked for. Each system runs in a process
of its own, which reads the passages from a file one by one, so that its memory, until it has built, is its own. Words
are cut to five letters for all but SQLite, whose full-text search ranks whole words by its own BM25. bm25s and tantivy
are measured where they are installed. Seconds are of one processor; `ratio` is the median search beside that of the
first system.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from probierz.lines import LineReader
from probierz.systems.questions.finding.index import PassageIndex, build_index
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.questions.wording.words import terms

_WORDS = re.compile(r"\w+")
_SEED = 17
_LENGTH = 100  # words of a passage, or somewhat more
_PASSAGES, _QUESTIONS = "passages.txt", "questions.txt"

Search = Callable[[str], object]


def main() -> None:
    """Write passages and questions, and print a row for each system."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", nargs="+", type=Path)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--only", choices=SYSTEMS, nargs="+", default=list(SYSTEMS))
    parser.add_argument("--measure", choices=SYSTEMS, help=argparse.SUPPRESS)  # in the folder that is given
    arguments = parser.parse_args()
    if arguments.measure:
        _measure(arguments.measure, arguments.texts[0])
        return
    print("system\tbuilding, s\tMB\tpeak memory, MB\tms a search, median\t95 %\tratio", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        _write(Path(folder), arguments.texts, arguments.passages, arguments.questions)
        usual = 0.0
        for name in arguments.only:
            if name not in ("bm25s", "tantivy") or find_spec(name):
                row = _measured(name, folder)
                usual = usual or float(row[4])
                print(*row, f"{float(row[4]) / usual:.2f}", sep="\t", flush=True)


def _measured(name: str, folder: str) -> list[str]:
    command = [sys.executable, "-m", "benchmarks.passages", "--measure", name, folder]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout.strip().split("\t")


def _write(folder: Path, texts: Sequence[Path], passages: int, questions: int) -> None:
    sentences = [line for path in texts for line in _sentences(path)]
    chance = random.Random(_SEED)
    with (folder / _PASSAGES).open("w", encoding="utf-8") as file:
        for _ in range(passages):
            words: list[str] = []
            while len(words) < _LENGTH:
                words += chance.choice(sentences).split()
            file.write(" ".join(words) + "\n")
    asked = [" ".join(chance.choice(sentences).split()[:8]) for _ in range(questions)]
    (folder / _QUESTIONS).write_text("\n".join(asked), "utf-8")


def _sentences(path: Path) -> Iterator[str]:
    with LineReader(path, is_digested=False) as lines:
        yield from (str(line) for line in lines if len(_WORDS.findall(str(line))) > 3)


def _measure(name: str, folder: Path) -> None:
    """Build, search, and print a row: name, seconds, MB of the files, MB of memory, milliseconds."""
    place = folder / name
    began = time.process_time()
    called, opened = SYSTEMS[name](place, _read(folder / _PASSAGES))
    built = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6
    search = opened()
    taken = [_time(search, question) for question in _read(folder / _QUESTIONS)]
    size = sum(path.stat().st_size for path in [place, *place.rglob("*")] if path.is_file()) / 1e6
    middle, most = 1000 * statistics.median(taken), 1000 * statistics.quantiles(taken, n=20)[-1]
    print(f"{called}\t{built:.0f}\t{size:.0f}\t{peak:.0f}\t{middle:.2f}\t{most:.2f}")


def _read(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as file:
        yield from (line.rstrip("\n") for line in file)


def _time(search: Search, question: str) -> float:
    began = time.process_time()
    search(question)
    return time.process_time() - began


# --- systems: each builds, and returns its name and what opens it for searches ----------------------------------------


def _ours(place: Path, passages: Iterator[str]) -> tuple[str, Callable[[], Search]]:
    build_index(place, (SourceDocument(str(at), "", text) for at, text in enumerate(passages)))
    return "probierz index", lambda: PassageIndex(place).search


def _sqlite(place: Path, passages: Iterator[str]) -> tuple[str, Callable[[], Search]]:
    database = sqlite3.connect(place)
    database.execute("create virtual table passages using fts5 (body)")
    with database:
        database.executemany("insert into passages values (?)", ((text,) for text in passages))

    def search(question: str) -> object:
        words = " OR ".join(f'"{word}"' for word in _WORDS.findall(question))
        query = "select rowid, body from passages where passages match ? order by rank limit 10"
        return database.execute(query, [words]).fetchall()

    return f"SQLite {sqlite3.sqlite_version} FTS5", lambda: search


def _bm25s(place: Path, passages: Iterator[str]) -> tuple[str, Callable[[], Search]]:
    """All words of all passages are in memory while it builds."""
    import bm25s

    known: dict[str, int] = {}
    numbers = [[known.setdefault(term, len(known)) for term in terms(text)] for text in passages]
    index = bm25s.BM25(k1=1.2, b=0.75)
    index.index((numbers, known), show_progress=False)
    index.save(place)

    def opened() -> Search:
        found = bm25s.BM25.load(place, mmap=True)
        return lambda question: found.retrieve([terms(question)], k=10, show_progress=False)

    return f"bm25s {bm25s.__version__}", opened


def _tantivy(place: Path, passages: Iterator[str]) -> tuple[str, Callable[[], Search]]:
    import tantivy

    place.mkdir()
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body", stored=False)
    builder.add_unsigned_field("number", stored=True)
    index = tantivy.Index(builder.build(), path=str(place))
    writer = index.writer(heap_size=200_000_000, num_threads=1)
    for number, text in enumerate(passages):
        writer.add_document(tantivy.Document(body=" ".join(terms(text)), number=number))
    writer.commit()
    writer.wait_merging_threads()

    def opened() -> Search:
        index.reload()
        searcher = index.searcher()
        return lambda question: searcher.search(index.parse_query(" ".join(terms(question)), ["body"]), 10)

    return "tantivy", opened


SYSTEMS = {"ours": _ours, "tantivy": _tantivy, "sqlite": _sqlite, "bm25s": _bm25s}


if __name__ == "__main__":
    main()
