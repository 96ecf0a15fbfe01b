"""Reading sentences and their named entities from the million-word subcorpus of NKJP (TEI P5), or from JSONL.

A text is a folder with `ann_morphosyntax.xml`, which has sentences and their words, and `ann_named.xml`:

    <s corresp="ann_morphosyntax.xml#morph_1.5-s">
      <seg xml:id="named_1.5-s_n1">
        <fs type="named">
          <f name="type"><symbol value="persName"/></f>
          <f name="base"><string>Jan Kowalski</string></f>
          ...
        </fs>
        <ptr target="ann_morphosyntax.xml#morph_1.2-seg"/>
        <ptr target="named_1.5-s_n2"/>                       an entity inside of this one
      </seg>

The words of a sentence are joined by spaces, also before punctuation marks, as KLEJ has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.errors import ChallengeError, DataError
from probierz.suites.klej.making.folders import one_line
from probierz.suites.klej.making.names import NamedEntity, SentenceWithNames
from probierz.suites.klej.making.raw import read_raw_records

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

WORDS, NAMES = "ann_morphosyntax.xml", "ann_named.xml"
_TEI = "{http://www.tei-c.org/ns/1.0}"
_ID = "{http://www.w3.org/XML/1998/namespace}id"


def read_annotated(path: Path) -> list[SentenceWithNames]:
    """Read JSONL with the keys `text` and `entities`, a list of objects with `type` and `name` (the base form)."""
    sentences = []
    for record in read_raw_records(path):
        found = record.objects("entities")
        if not all(isinstance(one.get(key), str) for one in found for key in ("type", "name")):
            raise record.fault("each of 'entities' must have the texts 'type' and 'name'")
        entities = tuple(NamedEntity(one["type"], one["name"]) for one in found)
        sentences.append(SentenceWithNames(one_line(record.text("text")), entities))
    return sentences


def read_nkjp(folder: Path, *, outermost: bool = False) -> Iterator[SentenceWithNames]:
    """Yield the sentences of all texts below a folder, text by text in the order of names.

    outermost: leave out entities that are parts of others, such as the town in the name of its university.
    Raises ChallengeError or DataError for a text that lacks a file, or whose files do not belong together.
    """
    texts = sorted(path.parent for path in folder.rglob(NAMES))
    if not texts:
        raise ChallengeError(f"{folder}: there is no {NAMES} below; give the unpacked corpus")
    for text in texts:
        yield from _text(text, outermost)


def _text(folder: Path, outermost: bool) -> Iterator[SentenceWithNames]:
    words = {sentence.get(_ID): " ".join(_orths(sentence)) for sentence in _sentences(folder / WORDS)}
    for sentence in _sentences(folder / NAMES):
        reference = sentence.get("corresp", "").partition("#")[2]
        if reference not in words:
            raise DataError(f"a sentence is said to be {reference!r}, which is not in {WORDS}", path=folder / NAMES)
        yield SentenceWithNames(one_line(words[reference]), tuple(_entities(sentence, outermost)))


def _sentences(path: Path) -> Iterator[Element]:
    from xml.etree import ElementTree

    if not path.is_file():
        raise ChallengeError(f"{path}: there is no such file; every text needs {WORDS} and {NAMES}")
    try:
        return ElementTree.parse(path).iter(f"{_TEI}s")
    except ElementTree.ParseError as error:
        raise DataError(f"this is not XML: {error}", path=path, line=error.position[0]) from None


def _orths(sentence: Element) -> Iterator[str]:
    for segment in sentence.iter(f"{_TEI}seg"):
        yield _feature(segment, "orth")


def _entities(sentence: Element, outermost: bool) -> Iterator[NamedEntity]:
    segments = list(sentence.iter(f"{_TEI}seg"))
    targets = (pointer.get("target", "") for segment in segments for pointer in segment.iter(f"{_TEI}ptr"))
    inner = {target.rpartition("#")[2] for target in targets}
    for segment in segments:
        if not (outermost and segment.get(_ID) in inner):
            yield NamedEntity(_feature(segment, "type"), _feature(segment, "base") or _feature(segment, "orth"))


def _feature(segment: Element, name: str) -> str:
    """Return `persName` for `<f name="type"><symbol value="persName"/></f>`; empty without such a feature."""
    structure = segment.find(f"{_TEI}fs")
    for feature in [] if structure is None else structure.findall(f"{_TEI}f"):
        if feature.get("name") == name:
            for value in feature:
                return (value.get("value") or value.text or "").strip()
    return ""
