"""An index of passages in one file of SQLite: texts, lists of words, and vectors of an encoder where wanted.

    about       what it is, how it was made, and its digest, by name
    documents   name, digest and title of each
    passages    document, place, text
    vocabulary, blocks, postings    which cut words stand in which passages, see postings.py
    vectors     of a passage, in 16-bit numbers
    origins     where the characters of a passage stand in a file, see traced_text.py; none in older indexes

The file is built beside its place and takes its name when it is whole; a build that was interrupted goes on.
Search ranks by BM25 with the title counted twice; where vectors are kept, by the sum of BM25, of the neighbouring words
of the question that stand together in the passage too, and of the cosine, each in standard deviations. The weights of
the last two were chosen on 600 questions of PoQuAD. Texts are read only of what is shown, and for the neighbouring
words of those that are best without them.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Self
from unicodedata import normalize

from probierz.archives.errors import ArchiveError
from probierz.challenges.problems import counted
from probierz.errors import DataError, OptionError, OutOfMemory, ProbierzError, SystemFileError
from probierz.held_files import held_file
from probierz.systems.questions.finding.passages import CUTS, Document, LargeText, SourceDocument, cut_document
from probierz.systems.questions.finding.postings import SCHEMA, Postings, RatedTerm, add_postings
from probierz.systems.questions.finding.ranking import pairs_held, standard
from probierz.systems.questions.finding.traced_text import FileStretch
from probierz.systems.questions.wording.cut_words import SMALL
from probierz.systems.questions.wording.headings import section_above
from probierz.systems.questions.wording.index_words import WORD_FORMS, index_words
from probierz.systems.questions.wording.short_words import other_forms
from probierz.systems.questions.wording.words import STEM, terms, without_asking, without_marks
from probierz.systems.system import Progress, no_progress
from probierz.whole_files import PART, put_in_place

if TYPE_CHECKING:
    import numpy as np

WORDLESS = "a question without a word finds nothing; write one"
"""What a question is refused with that has no word."""
FORMAT = 2
_APPLICATION = 0x50425A49  # "PBZI": files of SQLite say whose they are
_AT_ONCE = 5_000  # documents between two commits
_RANKED = 200  # passages that are ranked by words and vectors together, of each the best
_READ = 64  # of these, passages whose text is read for pairs of words
_MOST_WORDS = 64  # of a question; the rarest
_DENSE_SHARE = 1.5  # weight of the encoder beside the words
_PAIR_SHARE = 0.2  # weight of pairs of words beside the words
_ENCODED = 256  # passages encoded together
_LOOKED_BACK = 50  # passages before one among which the heading of its section is looked for
_IN_CACHE = 256  # vectors that stay in a processor's cache as 32-bit numbers: larger blocks take three times as long

_ORIGINS = """create table if not exists origins (
    passage integer primary key references passages, file text not null, stretches text not null
);"""
_SCHEMA = f"""
pragma application_id = {_APPLICATION};
pragma user_version = {FORMAT};
create table about (name text primary key, value text not null);
create table documents (id integer primary key, name text not null unique, digest text not null, title text not null);
create table passages (
    id integer primary key, document integer not null references documents, begin integer not null, text text not null
);
create index passages_of_documents on passages (document);
create table vectors (id integer primary key references passages, vector blob not null);
{_ORIGINS}
{SCHEMA}"""


class NothingToIndex(OptionError):
    """The documents that were named hold nothing to be found."""


@dataclass(frozen=True)
class IndexRecipe:
    """How an index is made. cut: a key of `CUTS`. backbone: the encoder whose vectors are kept; empty: none.

    bare: whether words are compared without the marks of letters, so that *reka* finds *řeka*. words: a key of
    `WORD_FORMS`, how words are compared.
    """

    cut: str = "paragraphs"
    backbone: str = ""
    stem: int = STEM
    bare: bool = True
    words: str = "cut"

    def __post_init__(self) -> None:
        """Refuse an unknown way to cut, or form of words."""
        if self.cut not in CUTS:
            raise OptionError(f"there is no way to cut called {self.cut!r}; there are {', '.join(CUTS)}")
        if self.words not in WORD_FORMS:
            raise OptionError(f"words have no form called {self.words!r}; there are {', '.join(WORD_FORMS)}")

    @property
    def as_kept(self) -> str:
        """As it stands in a file, without a form of words that files had before there were others."""
        told = asdict(self)
        return json.dumps({name: value for name, value in told.items() if (name, value) != ("words", "cut")})


@dataclass(frozen=True)
class FoundPassage:
    """A passage that was found. begin: its first character in the document. score: of this question alone, no share.

    words: BM25. nearness: the cosine of the vectors of question and passage; None in an index without vectors.
    file, stretches: where it stands in a text or table that it was read from; empty for other documents.
    """

    passage: int
    document: str
    title: str
    text: str
    begin: int
    score: float
    words: float
    nearness: float | None = None
    file: str = ""
    stretches: tuple[FileStretch, ...] = ()


# --- building --------------------------------------------------------------------------------------------------------


def build_index(
    place: str | os.PathLike[str],
    documents: Iterable[Document],
    recipe: IndexRecipe = IndexRecipe(),
    progress: Progress = no_progress,
) -> Mapping[str, str]:
    """Write an index of the documents to `place`, and return what it says about itself.

    Documents are read one by one; memory does not grow with their number. What an interrupted build has done (a file
    beside the place, its name ending in `.part`) is used again, as long as the recipe is the same.
    Raises OptionError for two documents of one name, and where another process builds there, NothingToIndex,
    MissingExtra without the encoder that is asked for, OutOfMemory.
    """
    target = Path(os.path.realpath(place))
    if target.is_dir():
        raise OptionError(f"{place} is a folder; name a file for the index")
    with held_alone(target):
        return _build(place, target, documents, recipe, progress)


@contextmanager
def held_alone(target: Path) -> Iterator[None]:
    """Let no other process build an index at the same place until the block is done. Raises OptionError where one does.

    Shows as a file beside it, its name ending in `.lock`, which is empty.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    lock = target.with_name(f"{target.name}.lock")
    held = held_file(lock)
    if held is None:
        raise OptionError(f"another build is writing {target}: wait until it is done, or name another file")
    with held:
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)


def _build(
    place: str | os.PathLike[str],
    target: Path,
    documents: Iterable[Document],
    recipe: IndexRecipe,
    progress: Progress,
) -> Mapping[str, str]:
    words = index_words(recipe.words, bare=recipe.bare)
    beside = target.with_name(target.name + PART)
    goes_on = beside.exists()
    try:
        with closing(_unfinished(beside, recipe)) as database:
            _add_documents(database, documents, recipe, progress, beside)
            add_postings(database, progress, words)
            if recipe.backbone:
                _add_vectors(database, recipe.backbone, progress)
            about = _finish(database)
    except (MemoryError, OutOfMemory) as error:
        raise OutOfMemory(_without_memory(error, beside)) from None
    except ProbierzError as error:
        is_damaged = isinstance(error, DataError | ArchiveError)  # an input that can be got whole, and gone on with
        if not goes_on and not (is_damaged and _has_documents(beside)):
            beside.unlink(missing_ok=True)
        raise
    except sqlite3.OperationalError as error:
        raise OptionError(
            f"{place} cannot be written: {error}; what is done is kept in {beside}: make room and build again, then "
            "it goes on there"
        ) from error
    put_in_place(beside, target)
    return about


def _unfinished(path: Path, recipe: IndexRecipe) -> sqlite3.Connection:
    """Open what is there of an index of this recipe and version, or begin anew."""
    wanted = recipe.as_kept
    if path.exists():
        database = sqlite3.connect(path)
        try:
            version = database.execute("pragma user_version").fetchone()[0]
            if version == FORMAT and _about(database).get("recipe") == wanted:
                database.executescript(_ORIGINS)
                return database
        except sqlite3.DatabaseError:
            pass
        database.close()
        path.unlink()
    database = sqlite3.connect(path)
    database.executescript(_SCHEMA)
    with database:
        database.execute("insert into about values ('recipe', ?)", [wanted])
    return database


def _without_memory(error: MemoryError | OutOfMemory, beside: Path) -> str:
    """Why a build ended for want of memory, and how it goes on."""
    why = str(error) if isinstance(error, OutOfMemory) else f"the memory is not enough to write {beside}"
    return f"{why}, or close other programs, and build again: what is done is kept in {beside}, and it goes on there"


def _has_documents(path: Path) -> bool:
    """Whether a build that ended early has committed any document, so that another one can go on."""
    with closing(sqlite3.connect(path)) as database:
        return bool(database.execute("select exists (select 1 from documents)").fetchone()[0])


def _about(database: sqlite3.Connection) -> dict[str, str]:
    return dict(database.execute("select name, value from about"))


def _add_documents(
    database: sqlite3.Connection,
    documents: Iterable[Document],
    recipe: IndexRecipe,
    progress: Progress,
    beside: Path,
) -> None:
    """Add the documents that an interrupted build has not added: the n-th document is the n-th row."""
    again = f"since the build that {beside} is left of; remove this file and build again"
    known = database.execute("select count(*) from documents").fetchone()[0]
    number = 0
    for number, document in enumerate(_kept_before_the_large(documents, database), 1):
        if number <= known:
            _check_it_is_there(database, number, document, again)
        else:
            _add(database, document, recipe)
        if number % _AT_ONCE == 0:
            database.commit()
            progress("documents", number, 0)
    if not number:
        raise NothingToIndex("there is no text")
    if number < known:
        gone = f"{counted(known - number, 'document')} {'is' if known - number == 1 else 'are'}"
        raise OptionError(f"{gone} gone {again}")
    database.commit()
    progress("documents", number, number)


def _kept_before_the_large(documents: Iterable[Document], database: sqlite3.Connection) -> Iterator[Document]:
    """The documents; those before one that is too large for the memory are committed, so that a build goes on there."""
    try:
        yield from documents
    except OutOfMemory:
        database.commit()
        raise


def _check_it_is_there(database: sqlite3.Connection, number: int, document: Document, again: str) -> None:
    name, digest = database.execute("select name, digest from documents where id = ?", [number]).fetchone()
    if name != document.name:
        raise OptionError(f"document {number} was {name} and is {document.name} {again}")
    if digest != document.digest:
        raise OptionError(f"{name} has changed {again}")


def _add(database: sqlite3.Connection, document: Document, recipe: IndexRecipe) -> None:
    row = (document.name, document.digest, document.title)
    try:
        at = database.execute("insert into documents (name, digest, title) values (?, ?, ?)", row).lastrowid
    except sqlite3.IntegrityError:
        raise OptionError(f"two documents are called {document.name!r}; give them names of their own") from None
    for passage in cut_document(document, recipe.cut):
        values = (at, passage.begin, passage.text)
        number = database.execute("insert into passages (document, begin, text) values (?, ?, ?)", values).lastrowid
        if isinstance(document, SourceDocument | LargeText) and document.file:
            origin = (number, document.file, json.dumps(passage.stretches))
            database.execute("insert into origins values (?, ?, ?)", origin)


def _add_vectors(database: sqlite3.Connection, backbone: str, progress: Progress) -> None:
    """Encode the passages that have no vector yet."""
    import numpy as np

    from probierz.systems.encoder.encoding import open_encoder

    encoder = open_encoder(backbone)
    total = database.execute("select count(*) from passages").fetchone()[0]
    done = database.execute("select count(*) from vectors").fetchone()[0]
    query = (
        "select passages.id, title, text from passages join documents on document = documents.id "
        "where passages.id > ? order by passages.id limit ?"
    )
    last = database.execute("select coalesce(max(id), 0) from vectors").fetchone()[0]
    while rows := database.execute(query, (last, _ENCODED)).fetchall():
        vectors = encoder.vectors((f"{title}. {text}" if title else text for _, title, text in rows), "passage")
        packed = [(row[0], vector.astype(np.float16).tobytes()) for row, vector in zip(rows, vectors, strict=True)]
        with database:
            database.executemany("insert into vectors values (?, ?)", packed)
        last, done = rows[-1][0], done + len(rows)
        progress("vectors", done, total)


def _finish(database: sqlite3.Connection) -> dict[str, str]:
    """Write what the index holds."""
    from probierz.version import __version__

    count = database.execute("select count(*) from passages").fetchone()[0]
    if not count:
        raise NothingToIndex("there is no word in the text")
    told = {
        "documents": str(database.execute("select count(*) from documents").fetchone()[0]),
        "passages": str(count),
        "digest": digest_of_documents(database.execute("select name, digest from documents order by id")),
        "probierz": __version__,
    }
    with database:
        database.executemany("insert or replace into about values (?, ?)", told.items())
    return _about(database)


def digest_of_documents(documents: Iterable[tuple[str, str]]) -> str:
    """The digest of an index with these documents: their names and digests, in their order."""
    digest = hashlib.sha256()
    for name, content in documents:
        digest.update(f"{name}\0{content}\n".encode("utf-8", "replace"))
    return digest.hexdigest()


_OF_FUNCTION = frozenset(form for word in SMALL for form in (word[:STEM], without_marks(word)[:STEM]))
_MOST_OF_FUNCTION = 1.0


def _held_down(term: str, rated: RatedTerm) -> RatedTerm:
    """A term that tells no more than it would in running text where it stands in any, as *na* seldom does in tables.

    With that 96.4 % of questions find their paragraph first among those of twelve articles, without 96.3 %.
    """
    return rated._replace(rarity=min(rated.rarity, _MOST_OF_FUNCTION)) if term in _OF_FUNCTION else rated


def is_index(path: Path) -> bool:
    """Whether a file is an index of passages, by what SQLite writes at its begin."""
    with path.open("rb") as file:
        return file.read(72)[68:] == _APPLICATION.to_bytes(4, "big")


# --- searching -------------------------------------------------------------------------------------------------------


class PassageIndex:
    """An index, open for reading. It may be used by one thread at a time."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open an index. Raises OptionError where none is, SystemFileError for another file, or another version."""
        self.path = Path(path)
        if self.path.is_dir():
            build = f"probierz index build {quote(str(path))} --to my.index"
            raise OptionError(f"{path} is a folder; build an index of it first:  {build}")
        if not self.path.is_file():
            raise OptionError(f"{path}: there is no index; `probierz index build` makes one")
        address = f"{self.path.resolve().as_uri()}?mode=ro"
        self._database = sqlite3.connect(address, uri=True, check_same_thread=False)  # threads take turns
        with self._readable():
            if self._database.execute("pragma application_id").fetchone()[0] != _APPLICATION:
                raise SystemFileError(f"{path} is not an index of passages; build one by  probierz index build")
            version = self._database.execute("pragma user_version").fetchone()[0]
            if version != FORMAT:
                remedy = "build it again with --overwrite" if version < FORMAT else "update Probierz"
                raise SystemFileError(
                    f"{path} is an index of version {version}, and this Probierz reads version {FORMAT}; {remedy}"
                )
            self.about = _about(self._database)
            self.recipe = IndexRecipe(**{"bare": False} | json.loads(self.about["recipe"]))
            if "passages" not in self.about:
                raise SystemFileError(f"{path} is the index of a build that was interrupted; build it again to go on")
            self.count = int(self.about["passages"])
            self._postings = Postings(self._database, self.count)
        self._index_words = index_words(self.recipe.words, bare=self.recipe.bare)

    def __enter__(self) -> Self:
        """Use it in a `with` block, which closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def search(self, question: str, count: int = 10, *, dense: bool | None = None) -> list[FoundPassage]:
        """Return the passages that fit a question, the best first, at most `count`; none where no word is known.

        dense: whether vectors are used beside the words; None: where the index has them. Raises DataError for a
        question without a word, OptionError for vectors that are not there, MissingExtra, SystemFileError.
        """
        asked = self._terms(without_asking(normalize("NFC", question)))
        if not asked:
            raise DataError(WORDLESS)
        if dense and not self.recipe.backbone:
            raise OptionError(f"{self.path} has no vectors; build it with --encoder")
        with self._readable():
            rated = self._rated(asked)
            if dense is False or not self.recipe.backbone:
                rows, scores = self._postings.best(rated, count)
                best = zip(rows.tolist(), scores.tolist(), strict=True)
                return [self._found(row + 1, score, score, None) for row, score in best]
            return self._fused(question, rated, count)

    @property
    def postings(self) -> Postings:
        """The lists of words, which several indexes have together."""
        return self._postings

    def _rated(self, asked: Sequence[str]) -> list[RatedTerm]:
        """The terms of a question that are known, the rarest first; of a short one that is not, its other forms."""
        known = self._postings.rated(asked, _MOST_WORDS)
        others = [form for term in asked if term not in known for form in self._other_forms(term)]
        terms_found = {**known, **(self._postings.rated(others, _MOST_WORDS) if others else {})}
        rated = [_held_down(term, one) for term, one in terms_found.items()]
        return sorted(rated, key=lambda one: (-one.rarity, one.number))[:_MOST_WORDS]

    def rarity(self, question: str) -> dict[str, float]:
        """How much each cut word of a question tells: ln(1 + (N - n + 0.5) / (n + 0.5)), n of N passages hold it.

        Words of which no passage has any tell as much as the rarest. Raises SystemFileError.
        """
        asked = self._terms(question)
        with self._readable():
            found = {term: rated.rarity for term, rated in self._postings.rated(asked, _MOST_WORDS).items()}
            forms = {term: self._other_forms(term) for term in asked if term not in found}
            others = self._postings.rated([form for some in forms.values() for form in some], _MOST_WORDS)
        for term, some in forms.items():
            if known := [others[form].rarity for form in some if form in others]:
                found[term] = min(known)
        unknown = max(found.values(), default=1.0)
        return {term: found.get(held, unknown) for term, held in zip(terms(question), asked, strict=True)}

    def first_passages(self, count: int) -> list[tuple[str, str]]:
        """Return title and text of the first passages, as they stand in the index. Raises SystemFileError."""
        query = (
            "select title, text from passages join documents on document = documents.id order by passages.id limit ?"
        )
        with self._readable():
            return self._database.execute(query, [count]).fetchall()

    def text_of(self, title: str) -> str:
        """Return the text of the first document with this title, passage after passage; empty where there is none.

        Parts without a letter, which no index holds, are missing. Raises SystemFileError.
        """
        between = "\n\n" if self.recipe.cut == "paragraphs" else " "
        with self._readable():
            found = self._database.execute("select id from documents where title = ? order by id limit 1", [title])
            row = found.fetchone()
            if row is None:
                return ""
            texts = self._database.execute("select text from passages where document = ? order by begin", row)
            return between.join(text for (text,) in texts)

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise SystemFileError(f"{self.path} is damaged, or no index ({error}); build it again") from None

    def _found(self, passage: int, score: float, words: float, nearness: float | None) -> FoundPassage:
        name, title, text, begin, document = self._database.execute(
            "select name, title, text, begin, document from passages join documents on document = documents.id "
            "where passages.id = ?",
            [passage],
        ).fetchone()
        title = title or self._section(passage, document, text)
        return FoundPassage(passage, name, title, text, begin, score, words, nearness, *self._origin(passage))

    def _section(self, passage: int, document: int, text: str) -> str:
        """The heading of the section of a passage whose document has no title."""
        query = "select document, text from passages where id < ? order by id desc limit ?"
        rows = self._database.execute(query, [passage, _LOOKED_BACK])
        return section_above(text, [above for _, above in takewhile(lambda row: row[0] == document, rows)])

    def _origin(self, passage: int) -> tuple[str, tuple[FileStretch, ...]]:
        if not self._has_origins:
            return "", ()
        found = self._database.execute("select file, stretches from origins where passage = ?", [passage]).fetchone()
        return (found[0], tuple(FileStretch(*one) for one in json.loads(found[1]))) if found else ("", ())

    @cached_property
    def _has_origins(self) -> bool:
        query = "select exists (select 1 from sqlite_master where name = 'origins')"
        return bool(self._database.execute(query).fetchone()[0])

    # --- vectors -----------------------------------------------------------------------------------------------------

    @cached_property
    def _vectors(self) -> np.ndarray:
        """The vectors of passages: (passages, hidden), 16-bit as they lie in the file."""
        import numpy as np

        rows = self._database.execute("select vector from vectors order by id")
        vectors: np.ndarray | None = None
        for at, (packed,) in enumerate(rows):
            vector = np.frombuffer(packed, np.float16)
            if vectors is None:
                vectors = np.zeros((self.count, len(vector)), np.float16)
            vectors[at] = vector
        if vectors is None:
            raise SystemFileError(f"{self.path} lacks the vectors that it should have; build it again")
        return vectors

    def _fused(self, question: str, rated: Sequence[RatedTerm], count: int) -> list[FoundPassage]:
        """Rank by the sum of three scores, each in standard deviations over the passages looked at, or all of them."""
        import numpy as np

        near = self._nearness(question)
        by_words, _ = self._postings.best(rated, _RANKED)
        by_vectors = np.argpartition(-near, min(_RANKED, len(near)) - 1)[:_RANKED]
        chosen = np.union1d(by_words, by_vectors)
        held = self._postings.scores(chosen, rated)
        nearness = (near[chosen] - near.mean()) / max(float(near.std()), 1e-9)
        fused = standard(held) + _DENSE_SHARE * nearness
        read = np.sort(np.lexsort((chosen, -fused))[: max(_READ, count)])
        texts = [self._words(row + 1) for row in chosen[read].tolist()]
        together = pairs_held(self._terms(question), texts, self.count)
        fused = fused[read] + _PAIR_SHARE * standard(np.array(together))
        chosen, held = chosen[read], held[read]
        return [
            self._found(int(chosen[at]) + 1, float(fused[at]), float(held[at]), float(near[chosen[at]]))
            for at in np.lexsort((chosen, -fused))[:count].tolist()
        ]  # fmt: skip

    def _nearness(self, question: str) -> np.ndarray:
        """The cosine of the question and each passage."""
        import numpy as np

        from probierz.systems.encoder.encoding import open_encoder

        (asked,) = open_encoder(self.recipe.backbone).vectors([question], "query")
        blocks = (self._vectors[low : low + _IN_CACHE] for low in range(0, self.count, _IN_CACHE))
        return np.concatenate([block.astype(np.float32) @ asked for block in blocks])

    def _words(self, passage: int) -> list[str]:
        """The cut words of a passage, those of its title before them."""
        query = "select title, text from passages join documents on document = documents.id where passages.id = ?"
        title, text = self._database.execute(query, [passage]).fetchone()
        return [*self._terms(title), *self._terms(text)]

    def _terms(self, text: str) -> list[str]:
        return self._index_words.terms(text)

    def _other_forms(self, term: str) -> list[str]:
        """Of a word that is cut; a lemma stands for all of them."""
        return other_forms(term) if self.recipe.words == "cut" else []
