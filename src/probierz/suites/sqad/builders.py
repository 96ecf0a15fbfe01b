"""Challenges made of records: selecting documents, the sentence with the answer, and the answer in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile

from probierz.challenges.create import GITIGNORE
from probierz.errors import DataError, OptionError
from probierz.lines import save_lines
from probierz.suites.building import builder, write_config, write_readme
from probierz.suites.sqad.records import Record, read_records
from probierz.suites.sqad.selection import KINDS, Articles, SelectionKind, SelectionLine, selection_rows
from probierz.suites.sqad.splits import PARTS, fold_parts, folds_of, split_records
from probierz.suites.suite import DeclaredTask
from probierz.whole_files import whole_folder

SCHEMES = ("MRR", "MAP", "Precision@1:N<SQAD-MAP>", "Recall@{1,3,5,10}")
ANSWER_SCHEMES = ("SQuAD-EM", "SQuAD-F1")
SETTINGS = "--precision 4 -% --in-header in-header.tsv"
CONFIG = " ".join(f"--metric {scheme}" for scheme in SCHEMES) + f" {SETTINGS}\n"
"""What counts in both challenges. The paper calls MAP what is the share of questions answered in the first place."""

ANSWER_CONFIG = " ".join(f"--metric {scheme}" for scheme in ANSWER_SCHEMES) + f" {SETTINGS}\n"

_TITLES = {"documents": "document selection", "sentences": "answer selection", "answers": "answer extraction"}
_NOTE = """\
An output line holds the names of candidates, best first, with TABs between.
One candidate is right, so MAP equals MRR.
Recall@k is the share of questions whose right candidate is among the first k.
What the publication of SQAD 3.0 prints as MAP is the share of questions whose right candidate is the first.
That is Precision@1, shown here as SQAD-MAP.
Scores for each type: `probierz slices --by 'in<QuestionType>' --by 'in<AnswerType>'`
"""
_ANSWER_NOTE = """\
An output line is the answer alone; several that count as right have TABs between them in expected.tsv.
Both scores are those of SQuAD: the share of answers that are right, and the words that answers share.
The publication of SQAD 3.0 scores no answers, so there is nothing to compare with.
Scores for each type: `probierz slices --by 'in<AnswerType>'`
"""


@builder("sqad.documents")
def build_documents(task: DeclaredTask, source: Path, target: Path) -> None:
    """Build the challenge of selecting documents, with the options of the task (seed, by_article, fold).

    Raises OptionError for a fold that there is not.
    """
    _build_task(task, source, target, "documents")


@builder("sqad.sentences")
def build_sentences(task: DeclaredTask, source: Path, target: Path) -> None:
    """Build the challenge of selecting sentences, with the options of the task (seed, by_article, fold).

    Raises OptionError for a fold that there is not.
    """
    _build_task(task, source, target, "sentences")


def _build_task(task: DeclaredTask, source: Path, target: Path, kind: str) -> None:
    _fill(
        read_records(source),
        target,
        KINDS[kind],
        seed=int(task.options.get("seed", 1)),
        by_article=bool(task.options.get("by_article", False)),
        fold=int(task.options.get("fold", 0)),
        skip_broken=False,
    )
    write_config(task, target)
    write_readme(task, target)


def build_selection(
    records: Iterable[Record],
    target: Path,
    kind: str,
    *,
    seed: int = 1,
    by_article: bool = False,
    fold: int = 0,
    only_split: str = "",
    skip_broken: bool = False,
    notices: Mapping[str, str] | None = None,
    title: str = "",
    about: str = "",
) -> list[DataError]:
    """Build a challenge from records; it is complete, or it is not there. Returns what was skipped, with reasons.

    kind: "documents", "sentences" or "answers". fold: 1 to 5 for that fold of five, 0 for the split 60 : 10 : 30.
    only_split: put all records into the split of that name instead.
    skip_broken: leave out records that cannot be used instead of raising DataError.
    notices: texts of further files, such as LICENCE.txt, by name.
    title, about: of data that are not SQAD 3.0; a line, and a paragraph of Markdown that says what they are.
    Raises ChallengeError where something is at the target already. Raises OptionError for a fold that there is not.
    """
    with whole_folder(target) as beside:
        skipped = _fill(
            records,
            beside,
            KINDS[kind],
            seed=seed,
            by_article=by_article,
            fold=fold,
            only_split=only_split,
            skip_broken=skip_broken,
        )
        _write(beside / "config.txt", ANSWER_CONFIG if kind == "answers" else CONFIG)
        for name, text in (notices or {}).items():
            _write(beside / name, text.rstrip("\n") + "\n")
        parts = (f"# {title or f'SQAD 3.0: {_TITLES[kind]}'}", KINDS[kind].says, *([about] if about else []))
        note = _ANSWER_NOTE if kind == "answers" else _NOTE
        _write(beside / "README.md", "\n\n".join((*parts, note)))
    return skipped


def _fill(
    records: Iterable[Record],
    target: Path,
    kind: SelectionKind,
    *,
    seed: int,
    by_article: bool,
    fold: int,
    only_split: str = "",
    skip_broken: bool,
) -> list[DataError]:
    rows: list[SelectionLine] = []
    skipped: list[DataError] = []
    with TemporaryFile() as unordered:
        articles = Articles(kind, unordered)
        for row in selection_rows(records, articles):
            if isinstance(row, SelectionLine):
                rows.append(row)
            else:
                skipped.append(row)
        if skipped and not skip_broken:
            raise _with_the_others(skipped)
        if kind.candidates:
            with open(target / kind.candidates, "wb") as file:
                file.write(("\t".join(kind.candidate_columns) + "\n").encode())
                file.writelines(articles.in_order())
    _write(target / ".gitignore", GITIGNORE)
    save_lines(target / "in-header.tsv", ["\t".join(kind.columns)])
    if only_split:
        _write_splits(rows, target, dict.fromkeys((row.item.name for row in rows), only_split))
    else:
        _write_splits(rows, target, _parts(rows, seed=seed, by_article=by_article, fold=fold))
    return skipped


def _with_the_others(faults: Sequence[DataError]) -> DataError:
    """The first fault, with how many there are besides."""
    first, more = faults[0], len(faults) - 1
    if not more:
        return first
    others = "1 more record cannot be used" if more == 1 else f"{more} more records cannot be used"
    return DataError(f"{first.detail}; {others}", path=first.path, line=first.line)


def _parts(rows: Sequence[SelectionLine], *, seed: int, by_article: bool, fold: int) -> dict[str, str]:
    items = [row.item for row in rows]
    if not fold:
        return split_records(items, seed=seed, by_article=by_article)
    if not 1 <= fold <= 5:
        raise OptionError(f"there is no fold {fold}; choose one from 1 to 5")
    return fold_parts(items, folds_of(items, seed=seed, by_article=by_article), fold, seed=seed, by_article=by_article)


def _write_splits(rows: Sequence[SelectionLine], target: Path, parts: dict[str, str]) -> None:
    for part in [name for name in PARTS if name in parts.values()] or list(dict.fromkeys(parts.values())):
        chosen = [row for row in rows if parts[row.item.name] == part]
        (target / part).mkdir()
        save_lines(target / part / "in.tsv", [row.input for row in chosen])
        save_lines(target / part / "expected.tsv", [row.expected for row in chosen])


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
