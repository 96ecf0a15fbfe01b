"""Known sentences: how often a text is found by half of the words of one of its sentences, in other forms.

    python -m benchmarks.known_sentences --language cs cs-text.txt.xz

A text is a paragraph, a line of the file. Of texts chosen at random one sentence of eight words or more is asked for:
half of its words, at random, each in another form of the same lemma where the file has one (by simplemma, of the extra
annotation, which no system here knows), in another order. They are asked once as they are and once without the marks
of letters, as people type. Compared are the index as it is built; the same with the marks of letters kept; and SQLite's
full-text search, which ranks whole words, also with marks kept.

On a Czech file of 2.1 million words, most of novels (51,230 different paragraphs, 500 sentences), first, and among ten:

    index                            as they are 63.8  79.8    without marks 63.8  79.8
    index, marks kept                as they are 63.2  78.4    without marks 36.8  50.8
    SQLite 3.40 FTS5, whole words    as they are 36.8  49.4    without marks 13.8  25.8
"""

from __future__ import annotations

import argparse
import random
import re
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from probierz.lines import LineReader
from probierz.systems.questions.finding.index import IndexRecipe, PassageIndex, build_index
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.questions.wording.words import without_marks

_WORDS = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"[^.!?…]+[.!?…]")
_SHORTEST = 8  # words of a sentence
_LOOKED_AT = 10
_SEED = 17

Search = Callable[[str], list[int]]


def main() -> None:
    """Choose sentences, build, ask, and print a row for each system."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", type=Path)
    parser.add_argument("--language", choices=("cs", "pl"), required=True)
    parser.add_argument("--sentences", type=int, default=500)
    arguments = parser.parse_args()
    with LineReader(arguments.texts, is_digested=False) as lines:
        texts = list(dict.fromkeys(str(line) for line in lines if str(line).strip()))
    asked = _questions(texts, arguments.sentences, arguments.language)
    for at in (0, 1):
        print(f"{texts[asked[at][0]][:200]}\n  asked as: {asked[at][1]}")
    print(f"{len(asked)} sentences of {len(texts)} texts", flush=True)
    print("system\tquestions\thit@1\thit@10\tMRR")
    with tempfile.TemporaryDirectory() as folder:
        for name, search in _systems(Path(folder), texts):
            _print(name, "as they are", search, asked)
            _print(name, "without marks", search, [(at, without_marks(text.lower())) for at, text in asked])


def _questions(texts: Sequence[str], count: int, language: str) -> list[tuple[int, str]]:
    """Numbers of texts, each with the words that are asked."""
    chance = random.Random(_SEED)
    forms = _forms(texts, language)
    found: list[tuple[int, str]] = []
    for at in chance.sample(range(len(texts)), len(texts)):
        sentences = [one for one in map(_WORDS.findall, _SENTENCE.findall(texts[at])) if len(one) >= _SHORTEST]
        if sentences and len(found) < count:
            words = chance.choice(sentences)
            kept = chance.sample(words, len(words) // 2)
            found.append((at, " ".join(chance.choice(forms.get(word.lower()) or [word]) for word in kept)))
    return found


def _forms(texts: Sequence[str], language: str) -> Mapping[str, list[str]]:
    """For each word of the texts the other forms of its lemma there, in order."""
    from simplemma import lemmatize

    known = sorted({word.lower() for text in texts for word in _WORDS.findall(text)})
    by_lemma: defaultdict[str, list[str]] = defaultdict(list)
    for word in known:
        by_lemma[lemmatize(word, language).lower()].append(word)
    return {word: [one for one in group if one != word] for group in by_lemma.values() for word in group}


def _print(name: str, how: str, search: Search, asked: Sequence[tuple[int, str]]) -> None:
    ranks = []
    for at, text in asked:
        found = search(text)
        ranks.append(found.index(at) + 1 if at in found else 0)
    told = (sum(rank == 1 for rank in ranks), sum(rank > 0 for rank in ranks), sum(1 / rank for rank in ranks if rank))
    print(name, how, *(f"{100 * value / len(ranks):.1f}" for value in told), sep="\t", flush=True)


# --- systems ---------------------------------------------------------------------------------------------------------


def _systems(folder: Path, texts: Sequence[str]) -> Iterator[tuple[str, Search]]:
    for name, bare in (("index", True), ("index, marks kept", False)):
        place = folder / name
        documents = (SourceDocument(str(at), "", text) for at, text in enumerate(texts))
        build_index(place, documents, IndexRecipe("whole", bare=bare))
        with PassageIndex(place) as index:
            yield name, _own(index)
    yield f"SQLite {sqlite3.sqlite_version} FTS5, whole words", _full_text(folder / "fts", texts)


def _own(index: PassageIndex) -> Search:
    return lambda asked: [int(one.document) for one in index.search(asked, _LOOKED_AT)]


def _full_text(place: Path, texts: Sequence[str]) -> Search:
    database = sqlite3.connect(place)
    database.execute("create virtual table texts using fts5 (body, tokenize = 'unicode61 remove_diacritics 0')")
    with database:
        database.executemany("insert into texts (rowid, body) values (?, ?)", enumerate(texts))

    def search(asked: str) -> list[int]:
        words = " OR ".join(f'"{word}"' for word in _WORDS.findall(asked))
        query = "select rowid from texts where texts match ? order by rank limit ?"
        return [row for (row,) in database.execute(query, [words, _LOOKED_AT])]

    return search


if __name__ == "__main__":
    main()
