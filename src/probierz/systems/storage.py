"""Systems in folders: plain files that strangers may send each other, so nothing in them is ever executed.

system.json      kind, settings, parts, a SHA-256 of each file, and the card
README.md        the card, to read
...              what the system learnt, in files of its own (NumPy arrays without objects, TSV, JSON)
<part>/          a folder of the same form for each system that this one is made of
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from importlib import import_module
from importlib.metadata import entry_points
from lzma import LZMAError
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from probierz.errors import SystemFileError
from probierz.suites.digests import sha256_of
from probierz.systems.cards import Card
from probierz.systems.system import System
from probierz.whole_files import whole_folder

FORMAT = 1
SYSTEM_NAME = "system.json"
CARD_NAME = "README.md"

KINDS: dict[str, str] = {
    "answer-writer": "probierz.systems.questions.poleval.answer_writer:AnswerWriter",
    "averaged": "probierz.systems.combinators:Averaged",
    "back-translated": "probierz.systems.quality.back_translation:BackTranslated",
    "bucketed-pages": "probierz.systems.ocr.plain:BucketedPages",
    "causal-writer": "probierz.systems.questions.poleval.causal_writer:CausalWriter",
    "chain": "probierz.systems.combinators:Chain",
    "column": "probierz.systems.combinators:InputColumn",
    "constant": "probierz.systems.simple:Constant",
    "constrained-rewriter": "probierz.systems.neural.constrained:ConstrainedRewriter",
    "entailed-yes": "probierz.systems.questions.poleval.by_kind:EntailedYes",
    "folds": "probierz.systems.combinators:Folds",
    "guard": "probierz.systems.guard:Guard",
    "hub-model": "probierz.systems.neural.hub_models:HubModel",
    "klej-bilstm": "probierz.systems.klej.recurrent:BiLstmJudge",
    "klej-tuned": "probierz.systems.klej.tuned:TunedJudge",
    "klej-drawn": "probierz.systems.klej.drawn:DrawnAnswers",
    "klej-pairs": "probierz.systems.klej.pairs:PairJudge",
    "klej-texts": "probierz.systems.klej.texts:TextJudge",
    "klej-usual": "probierz.systems.klej.drawn:UsualAnswer",
    "majority": "probierz.systems.simple:Majority",
    "neural-judge": "probierz.systems.neural.judge:NeuralJudge",
    "ocr-cascade": "probierz.systems.ocr.cascade:Cascade",
    "ocr-heuristics": "probierz.systems.ocr.heuristics:Heuristics",
    "only-sure": "probierz.systems.sure:OnlySure",
    "open-book": "probierz.systems.questions.poleval.open_book:OpenBook",
    "passage-reader": "probierz.systems.questions.poleval.passage_reader:PassageReader",
    "plain-pages": "probierz.systems.ocr.plain:PlainPages",
    "pseudo-labels": "probierz.systems.combinators:PseudoLabels",
    "punctuation-crf": "probierz.systems.punctuation.crf:CrfTagger",
    "punctuation-encoder": "probierz.systems.punctuation.encoder_tagger:EncoderTagger",
    "punctuation-network": "probierz.systems.punctuation.tagger:NetworkTagger",
    "quality-bert-score": "probierz.systems.quality.bert_score:BertScore",
    "quality-rating": "probierz.systems.quality.rating:Rating",
    "quality-sentence-score": "probierz.systems.quality.baselines:SentenceScore",
    "question-router": "probierz.systems.questions.poleval.router:QuestionRouter",
    "quiz-reader": "probierz.systems.questions.poleval.quiz:QuizReader",
    "retriever": "probierz.systems.questions.finding.retriever:Retriever",
    "rewriter": "probierz.systems.neural.rewriter:Rewriter",
    "router": "probierz.systems.routing:Router",
    "sqad-attentive": "probierz.systems.sqad.attentive:AttentiveRanker",
    "sqad-documents": "probierz.systems.sqad.documents:DocumentSelector",
    "sqad-extraction": "probierz.systems.sqad.extraction:AnswerExtractor",
    "sqad-overlap": "probierz.systems.sqad.overlap:OverlapRanker",
    "sqad-pairs": "probierz.systems.sqad.ranking:PairRanker",
    "stages": "probierz.systems.stages:Stages",
    "substitution": "probierz.systems.simple:Substitution",
    "tagger": "probierz.systems.neural.tagger:Tagger",
    "taught-first": "probierz.systems.further:TaughtFirst",
    "unchanged": "probierz.systems.simple:Unchanged",
    "vote": "probierz.systems.combinators:Vote",
    "wiki-search": "probierz.systems.questions.poleval.wiki_search:WikiSearch",
    "with-more": "probierz.systems.further:WithMore",
    "yes-or-no-apart": "probierz.systems.questions.poleval.by_kind:YesOrNoApart",
}
"""The classes that a folder may ask for, by kind; those of other packages come by the entry points `KIND_GROUP`."""

KIND_GROUP = "probierz.system_kinds"


def is_system(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder holds a saved system."""
    return (Path(folder) / SYSTEM_NAME).is_file()


def save(system: System, folder: str | os.PathLike[str], card: Card | None = None) -> None:
    """Write a system into a folder, which is complete or not there at all; one that holds a system is replaced.

    Raises SystemFileError when the folder holds something else.
    """
    target = Path(folder)
    if target.exists() and not (target.is_dir() and (is_system(target) or not any(target.iterdir()))):
        raise SystemFileError(f"{target} is there already and holds no system; name another folder")
    with whole_folder(target, replaces=is_system) as made:
        _write(system, made, card)


@contextmanager
def reading(path: Path, otherwise: str = "get or train the system anew") -> Iterator[None]:
    """Raise SystemFileError, with what to do, for all that a file which is cut off or of another form can cause."""
    try:
        yield
    except (
        OSError, ValueError, LookupError, TypeError, AttributeError, EOFError, RuntimeError, BadZipFile, zlib.error,
        LZMAError,
    ) as error:  # fmt: skip
        raise SystemFileError(f"{path} cannot be read ({error}); {otherwise}") from None


def load(folder: str | os.PathLike[str]) -> System:
    """Read a system from a folder. Raises SystemFileError for anything that is not one, whole and of this version."""
    path = Path(folder)
    description = _read_description(path)
    _check_files(path, description["files"])
    kind = _class_for(path, description["kind"])
    parts = {name: load(path / name) for name in description["parts"]}
    system = _build(path, kind, description["settings"], parts)
    system.read(path)
    return system


def read_card(folder: str | os.PathLike[str]) -> Card:
    """Read what is known about a saved system, without loading it. Raises SystemFileError."""
    path = Path(folder)
    return Card.from_dict(_read_description(path).get("card") or {})


# --- writing ---------------------------------------------------------------------------------------------------------


def _write(system: System, folder: Path, card: Card | None) -> None:
    folder.mkdir(exist_ok=True)
    system.write(folder)
    files = {path.name: sha256_of(path) for path in sorted(folder.iterdir()) if path.is_file()}
    parts = system.parts()
    for name, part in parts.items():
        _write(part, folder / name, None)
    description = {
        "format": FORMAT,
        "kind": system.kind,
        "settings": dict(system.settings()),
        "parts": list(parts),
        "files": files,
        "card": card.as_dict() if card else None,
    }
    try:
        text = json.dumps(description, ensure_ascii=False, indent=2)
    except TypeError:
        raise SystemFileError(_not_saved(system)) from None
    (folder / SYSTEM_NAME).write_text(f"{text}\n", "utf-8")
    if card:
        (folder / CARD_NAME).write_text(card.as_markdown(), "utf-8")


def _not_saved(system: System) -> str:
    odd = [(name, type(value).__name__) for name, value in system.settings().items() if not _is_json(value)]
    name, kind = odd[0] if odd else ("card", "value")
    return (
        f"{type(system).__name__}.{name} holds a {kind} that cannot be saved; hold a list, dict, text or number, or"
        " keep it in a field(init=False), and let write(folder) and read(folder) write and read it"
    )


def _is_json(value: object) -> bool:
    try:
        json.dumps(value)
    except TypeError:
        return False
    return True


# --- reading ---------------------------------------------------------------------------------------------------------


def _read_description(folder: Path) -> dict[str, Any]:
    path = folder / SYSTEM_NAME
    if not path.exists():
        raise SystemFileError(f"{folder} holds no system: there is no {SYSTEM_NAME} in it")
    with reading(path):
        description = json.loads(path.read_text("utf-8"))
    wanted = {"kind": str, "settings": dict, "parts": list, "files": dict}
    if not isinstance(description, dict) or description.get("format") != FORMAT:
        found = description.get("format") if isinstance(description, dict) else None
        raise SystemFileError(
            f"{path} is of format {found!r}, this Probierz reads {FORMAT}; train the system anew, or update"
        )
    for name, form in wanted.items():
        if not isinstance(description.get(name), form):
            raise SystemFileError(f"{path}: {name!r} is not what it should be; get or train the system anew")
    names = [*description["parts"], *description["files"]]
    if not all(isinstance(name, str) and _is_plain(name) for name in names):
        raise SystemFileError(f"{path} names a file outside its folder; do not trust it")
    return description


def _is_plain(name: str) -> bool:
    return name == os.path.basename(name) and name not in ("", ".", "..") and "\0" not in name


def _check_files(folder: Path, files: Mapping[str, Any]) -> None:
    for name, wanted in files.items():
        path = folder / name
        if not path.is_file():
            raise SystemFileError(f"{path} is missing; get or train the system anew")
        if sha256_of(path) != wanted:
            raise SystemFileError(f"{path} is cut off or changed since it was saved; get or train the system anew")


def class_of(kind: str) -> type[System] | None:
    """The class of a kind, of this package or another; None where nobody brings it."""
    if kind in KINDS:
        module, name = KINDS[kind].split(":")
        found: type[System] = getattr(import_module(module), name)
        return found
    for entry in entry_points(group=KIND_GROUP, name=kind):
        other: type[System] = entry.load()
        return other
    return None


def _class_for(folder: Path, kind: str) -> type[System]:
    found = class_of(kind)
    if found is None:
        raise SystemFileError(
            f"{folder / SYSTEM_NAME}: no system is of kind {kind!r}; perhaps a newer Probierz knows it, or a package"
            f" that brings it (entry point group {KIND_GROUP}) is not installed"
        )
    return found


def _build(folder: Path, kind: type[System], settings: Mapping[str, Any], parts: Mapping[str, System]) -> System:
    """Make an untrained system; a setting that holds several systems is put together from numbered parts."""
    known = {one.name for one in fields(kind) if one.init}  # type: ignore[arg-type]
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()}
    for name, part in parts.items():
        setting, dash, number = name.rpartition("-")
        if dash and number.isdigit() and setting in known:
            values[setting] = (*values.get(setting, ()), part)
        else:
            values[name] = part
    odd = set(values) - known
    if odd:
        raise SystemFileError(f"{folder / SYSTEM_NAME}: {kind.kind} has no setting {sorted(odd)[0]!r}; update Probierz")
    try:
        return kind(**values)
    except (TypeError, ValueError) as error:
        raise SystemFileError(f"{folder / SYSTEM_NAME}: {error}; get or train the system anew") from None
