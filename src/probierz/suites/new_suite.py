"""A new suite of several tasks, made of a plan: challenges with rules and baselines, and a declaration that is right.

A plan is a TOML file with the keys of a suite. Its tasks need a name, a title, a description and metrics; `data` names
a folder with splits, from the plan's place, and without it a task gets toy data of its metric, to be replaced.
What is counted or computed is written by us: lines, checksums, known lines, scores of baselines.
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from probierz.challenges.challenge import Challenge, kind_of_split, open_challenge
from probierz.challenges.config import CONFIG_NAME
from probierz.challenges.create import GITIGNORE, create_challenge
from probierz.challenges.files import find_file, read_header
from probierz.challenges.problems import counted
from probierz.errors import ChallengeError, DataError, LengthError, OptionError, ProbierzError
from probierz.lines import LineReader, all_lines
from probierz.suites.averaging import check_average
from probierz.suites.baselines import check_recipe, write_answers
from probierz.suites.boards import shown_as_printed
from probierz.suites.building import CARD_NAME, CITATION_NAME, write_config, write_notices
from probierz.suites.catalogue import read_suite, shared_tasks
from probierz.suites.declaration_text import declaration_text
from probierz.suites.digests import content_sha256
from probierz.suites.licences import check_citation, check_licence, licence_files, other_licence_of_data
from probierz.suites.phases import check_phases
from probierz.suites.placeholders import description_of
from probierz.suites.published_results import PrintedResult, PublishedResult
from probierz.suites.suite import (
    UNSAID,
    Baseline,
    DeclaredPhase,
    DeclaredSplit,
    DeclaredTask,
    KnownFinding,
    KnownLine,
    Licence,
    Suite,
    TaskSource,
)
from probierz.suites.toml_tables import read_table, read_toml
from probierz.whole_files import whole_folder

_OF_THE_SUITE = Licence("", "")
_OWN_HEADERS = {"--in-header": "in-header.tsv", "--out-header": "out-header.tsv"}
"""Files that name columns also where the settings do not say so, by their options."""


@dataclass(frozen=True)
class PlannedTask:
    """A task to be made. data: the folder of its splits, from the plan's place; empty for toy data.

    licence, citation: those of its data, where they are not those of the suite; a CITATION.bib in `data` is its
    citation where the plan has none.

    cluster: the column of the input whose lines belong together; shares: the tasks that have the same texts on purpose;
    known: traits of the data; quota, daily_quota: those of the suite where it has none; see `DeclaredTask`.
    """

    name: str
    title: str
    description: str
    schemes: tuple[str, ...]
    settings: str = "--precision 4"
    cluster: str = ""
    shares: tuple[str, ...] = ()
    data: str = ""
    licence: Licence = _OF_THE_SUITE
    citation: str = ""
    baselines: tuple[Baseline, ...] = ()
    known: tuple[KnownFinding, ...] = ()
    quota: int = UNSAID
    daily_quota: int = UNSAID


@dataclass(frozen=True)
class PlannedResult(PrintedResult):
    """A published result of a plan.

    source, year, link: where it is printed, in words, when, and where readers find that.
    """

    source: str
    year: int = 0
    link: str = ""


@dataclass(frozen=True)
class PlannedSuite:
    """A suite to be made; see `Suite` for what its keys mean.

    quota, daily_quota: of tasks that have none of their own. published: the file or folder of published results, from
    the plan's place; results: the same, written in the plan.
    """

    name: str
    title: str
    description: str
    licence: Licence
    tasks: tuple[PlannedTask, ...]
    homepage: str = ""
    citation: str = ""
    has_average: bool = False
    rules: tuple[str, ...] = ()
    phases: tuple[DeclaredPhase, ...] = field(default_factory=tuple)
    quota: int = UNSAID
    daily_quota: int = UNSAID
    published: str = ""
    results: tuple[PlannedResult, ...] = ()


def read_plan(path: Path) -> PlannedSuite:
    """Read a plan. Raises ChallengeError with the key that is wrong."""
    table = read_toml(path)
    rows = table.pop("published") if isinstance(table.get("published"), list) else []  # or the name of a file
    results = tuple(read_table(PlannedResult, row, f"{path}, published, number {at}") for at, row in enumerate(rows, 1))
    plan = replace(read_table(PlannedSuite, table, str(path)), results=results)
    for task in plan.tasks:
        for baseline in task.baselines:
            _check_recipe_of(baseline, f"{path}, task {task.name!r}, baseline {baseline.name!r}")
    return plan


def _check_recipe_of(baseline: Baseline, where: str) -> None:
    try:
        if baseline.recipe:
            check_recipe(baseline.recipe)
    except OptionError as error:
        raise ChallengeError(f"{where}, recipe: {error}") from error


def plan_of_form(name: str, tasks: Mapping[str, Sequence[str]], licence: Licence, rules: Sequence[str]) -> PlannedSuite:
    """Return the plan that a name and the metrics of each task stand for; words are to be filled in later."""
    planned = tuple(
        PlannedTask(one, one.capitalize(), description_of(one), tuple(schemes)) for one, schemes in tasks.items()
    )
    return PlannedSuite(name, name.capitalize(), description_of(name), licence, planned, rules=tuple(rules))


def make_suite(
    plan: PlannedSuite,
    target: Path,
    *,
    place: Path = Path(),
    check: Callable[[Sequence[PublishedResult]], None] = lambda results: None,
) -> Suite:
    """Make the challenges of a plan and `NAME.toml` in a folder; all of it, or nothing. Returns the suite.

    place: where the folders of data are looked for. check: raises DataError for published results that floors above
    would not take. Raises ChallengeError or DataError.
    """
    plan = replace(plan, tasks=tuple(_with_citation_of_data(task, plan, place) for task in plan.tasks))
    _check(plan)
    for task in plan.tasks:
        _refuse_other_licence(task, plan, place)
    with whole_folder(target) as beside:
        tasks = tuple(_made(task, plan, beside, place) for task in plan.tasks)
        suite = Suite(
            plan.name, plan.title, plan.description, tasks, homepage=plan.homepage, citation=plan.citation,
            has_average=plan.has_average, rules=plan.rules, phases=plan.phases,
        )  # fmt: skip
        published = _take_published(plan, beside, place)
        file = beside / f"{plan.name}.toml"
        file.write_text(declaration_text(suite, plan.licence, published), encoding="utf-8", newline="\n")
        if published:
            suite = _with_published(plan, file, published, place, check)
    return suite


# --- what the folders of data say of themselves ----------------------------------------------------------------------


def _with_citation_of_data(task: PlannedTask, plan: PlannedSuite, place: Path) -> PlannedTask:
    """The task with the citation that stands beside its data, before that of the suite."""
    file = place / task.data / CITATION_NAME
    if not task.data or task.citation or not file.is_file():
        return task
    entries = (file.read_text(encoding="utf-8", errors="replace").strip(), plan.citation.strip())
    return replace(task, citation="\n\n".join(dict.fromkeys(filter(None, entries))))


def _refuse_other_licence(task: PlannedTask, plan: PlannedSuite, place: Path) -> None:
    """The licence of a suite must not take the place of that of somebody's data unless somebody says so."""
    folder = place / task.data
    if not task.data or task.licence != _OF_THE_SUITE or not folder.is_dir():
        return
    if other := other_licence_of_data(plan.licence, folder, named=True):
        raise ChallengeError(
            f"{plan.name}, task {task.name!r}: {other}, and the plan gives its tasks {plan.licence.name}; say in the "
            'task which holds:  licence = { name = "…", spdx = "…", notice = "…" }'
        )


# --- published results -----------------------------------------------------------------------------------------------


def _take_published(plan: PlannedSuite, beside: Path, place: Path) -> str:
    """Put the published results beside the declaration; return the name of their file or folder, empty for none."""
    if plan.results and plan.published:
        raise ChallengeError(f"{plan.name}: give published results as a file or in the plan, not both")
    name = f"{plan.name}-published"
    if plan.results:
        columns = [one.name for one in fields(PlannedResult)]
        rows = [[_cell(getattr(one, column)) for column in columns] for one in plan.results]
        text = "".join("\t".join(row) + "\n" for row in [columns, *rows])
        (beside / f"{name}.tsv").write_text(text, encoding="utf-8", newline="\n")
        return f"{name}.tsv"
    if not plan.published:
        return ""
    source = place / plan.published
    if source.is_dir():
        shutil.copytree(source, beside / name)
        return name
    if not source.is_file():
        raise ChallengeError(
            f"{source}: there are no published results here; name a .tsv, or a folder with sources.toml"
        )
    shutil.copyfile(source, beside / f"{name}.tsv")
    return f"{name}.tsv"


def _cell(value: object) -> str:
    """A value in a table; a rank of 0 is none."""
    return " ".join(str(value or "").split())


def _with_published(
    plan: PlannedSuite, file: Path, published: str, place: Path, check: Callable[[Sequence[PublishedResult]], None]
) -> Suite:
    """The suite as it is read, with its published results. A fault of these is told where somebody wrote them."""
    try:
        suite = read_suite(file)
        check(suite.results)
        return suite
    except DataError as error:
        if error.path is None or not Path(error.path).is_relative_to(file.parent / published):
            raise
        if plan.results:
            raise ChallengeError(f"published, number {(error.line or 2) - 1}: {error.detail}") from error
        inner = Path(error.path).relative_to(file.parent / published)
        raise DataError(error.detail, path=place / plan.published / inner, line=error.line) from error


def _check(plan: PlannedSuite) -> None:
    names = [task.name for task in plan.tasks]
    if not names:
        raise ChallengeError(f"{plan.name}: a suite needs tasks; add a table [[tasks]]")
    for name in (plan.name, *names):
        if not name or name != name.lower() or not all(one.isalnum() or one in ".-" for one in name):
            raise ChallengeError(f"{name!r} cannot be a name; use small letters, digits, points and hyphens")
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise ChallengeError(f"{plan.name}: two tasks have the name {twice!r}; give each one of its own")
    check_licence(plan.licence, plan.name)
    check_citation(plan.citation, plan.name)
    for task in plan.tasks:
        check_licence(task.licence, f"{plan.name}, task {task.name!r}")
        check_citation(task.citation, f"{plan.name}, task {task.name!r}")
    _refuse_negative_quotas(plan)
    check_phases(plan.phases, plan.name)
    tasks = [_declared(task, plan) for task in plan.tasks]
    shared_tasks(plan.tasks, plan.name)
    if plan.has_average:
        check_average(plan.name, tasks)


def _refuse_negative_quotas(plan: PlannedSuite) -> None:
    quotas = {one.name: min(one.quota, one.daily_quota) for one in plan.tasks}
    for name, least in {**quotas, plan.name: min(plan.quota, plan.daily_quota)}.items():
        if least < UNSAID:
            raise ChallengeError(f"{plan.name}: a quota of {name!r} is below 0; write 0 for no limit, or how many")


def _declared(task: PlannedTask, plan: PlannedSuite) -> DeclaredTask:
    """The task before anything is counted. Raises ChallengeError for metrics and settings that cannot be read."""
    found = DeclaredTask(
        task.name, task.title, task.description, TaskSource(f"./{task.name}"), _licence(task, plan),
        task.schemes, settings=task.settings, cluster=task.cluster, shares=task.shares, baselines=task.baselines,
        citation=task.citation or plan.citation, suite=plan.name, known=task.known,
        quota=plan.quota if task.quota == UNSAID else task.quota,
        daily_quota=plan.daily_quota if task.daily_quota == UNSAID else task.daily_quota,
    )  # fmt: skip
    if not task.schemes:
        raise ChallengeError(f'task {task.name!r}: it needs a metric; write schemes = ["Accuracy"] or another')
    try:
        _ = found.parsed_schemes, found.config_options
    except ProbierzError as error:
        raise ChallengeError(f"task {task.name!r}: {error}") from error
    return found


def _licence(task: PlannedTask, plan: PlannedSuite) -> Licence:
    return plan.licence if task.licence == _OF_THE_SUITE else task.licence


# --- one task --------------------------------------------------------------------------------------------------------


def _made(task: PlannedTask, plan: PlannedSuite, beside: Path, place: Path) -> DeclaredTask:
    declared, folder = _declared(task, plan), beside / task.name
    if task.data:
        _take(place / task.data, folder)
        _refuse_broken_headers(declared, place / task.data)
    else:
        mark = "".join(filter(str.isalnum, task.name))  # one word, so that short texts stay short
        create_challenge(folder, declared.parsed_schemes, mark=mark, number=1 + plan.tasks.index(task))
    for option, name in _OWN_HEADERS.items():
        if (folder / name).is_file() and option not in declared.settings:
            declared = replace(declared, settings=f"{declared.settings} {option} {name}")
    write_config(declared, folder)
    (folder / "README.md").write_text(_readme(task, plan), encoding="utf-8", newline="\n")
    (folder / ".gitignore").write_text(GITIGNORE, encoding="utf-8")
    write_notices(declared, folder)
    declared = replace(declared, splits=tuple(_splits(folder)))
    return replace(declared, baselines=tuple(_scored(one, declared, folder) for one in task.baselines))


def _has_splits(folder: Path) -> bool:
    return any(find_file(str(one), "in.tsv") for one in folder.iterdir() if one.is_dir())


def _take(source: Path, folder: Path) -> None:
    """Copy the splits, header files and CARD.yaml of a folder."""
    splits = [one for one in sorted(source.iterdir()) if one.is_dir()] if source.is_dir() else []
    if not source.is_dir():
        raise ChallengeError(f"{source}: there is no such folder; name one with splits, such as test-A/in.tsv, by data")
    if not _has_splits(source):
        below = next((f"; give {one}, or another one in it" for one in splits if _has_splits(one)), "")
        raise ChallengeError(f"{source}: there is no split with in.tsv here, such as test-A/in.tsv{below}")
    for split in splits:
        _refuse_other_names(split)
        _refuse_unequal(split)
        (folder / split.name).mkdir(parents=True)
        for name in ("in.tsv", "expected.tsv"):
            found = find_file(str(split), name)
            if found:
                shutil.copyfile(found, folder / split.name / Path(found).name)
    for file in (*source.glob("*-header.tsv"), *source.glob(CARD_NAME)):
        shutil.copyfile(file, folder / file.name)


def _refuse_broken_headers(task: DeclaredTask, source: Path) -> None:
    """Look at header files where somebody wrote them: the copies have not yet their place."""
    options = task.config_options
    own = [name for name in _OWN_HEADERS.values() if (source / name).is_file()]
    for name in dict.fromkeys((options.in_header, options.out_header, *own)):
        if name is not None and not (source / name).is_file():
            raise ChallengeError(
                f"{source / name}: there is no such header file; make it, or take its option out of the settings of "
                f"task {task.name!r}"
            )
        read_header(str(source), name)


def left_out(source: Path) -> list[str]:
    """Return which files of a folder of data do not become part of the challenge, by their path in it."""
    splits = [one for one in sorted(source.iterdir()) if one.is_dir()]
    taken = {find_file(str(split), name) for split in splits for name in ("in.tsv", "expected.tsv")}
    taken.add(str(source / CONFIG_NAME))  # the plan says what it says, as `write_config` writes it
    taken |= {
        str(file)
        for file in (*source.glob("*-header.tsv"), *licence_files(source), source / CITATION_NAME, source / CARD_NAME)
    }
    files = (file for file in sorted(source.rglob("*")) if file.is_file() and not file.name.startswith("."))
    return [file.relative_to(source).as_posix() for file in files if str(file) not in taken]


def _refuse_other_names(split: Path) -> None:
    is_known = kind_of_split(split.name) or split.name.startswith("train-")
    if not is_known and find_file(str(split), "expected.tsv"):
        raise ChallengeError(
            f"{split}: nobody can tell whether this is a test whose expected results are hidden; call it test-A or the "
            "like, and what is open train or dev-0"
        )


def _refuse_unequal(split: Path) -> None:
    inputs, expected = (find_file(str(split), name) for name in ("in.tsv", "expected.tsv"))
    if inputs and expected and (found := _count(expected)) != (wanted := _count(inputs)):
        message = f"{counted(found, 'line')}, and in.tsv has {wanted}; give one expected line for each line of in.tsv"
        raise LengthError(message, path=expected)


def _count(path: str) -> int:
    with LineReader(path) as reader:
        return sum(1 for _ in reader)


def _readme(task: PlannedTask, plan: PlannedSuite) -> str:
    licence, citation = _licence(task, plan), (task.citation or plan.citation).strip()
    parts = [
        f"# {task.title}",
        task.description,
        *(["## Rules", "\n".join(f"* {rule}" for rule in plan.rules)] if plan.rules else []),
        *(["## Phases", _phases_in_readme(plan.phases)] if plan.phases else []),
        "## Licence",
        f"{licence.name}. {licence.notice}",
        *(["## Citation", f"```bibtex\n{citation}\n```"] if citation else []),
    ]
    return "\n\n".join(parts) + "\n"


def _phases_in_readme(phases: Sequence[DeclaredPhase]) -> str:
    """Where times are found: organisers may move them on the platform, and copies of a README would keep old ones."""
    names = ", ".join(one.name for one in phases)
    return (
        f"As planned: {names}. When each opens and closes, and what is seen of scores meanwhile, is said by the "
        "platform that the challenge is on, on its page *How to submit*: times may change there."
    )


def _splits(folder: Path) -> Iterator[DeclaredSplit]:
    for part in sorted(one for one in folder.iterdir() if one.is_dir()):
        inputs = find_file(str(part), "in.tsv")
        if inputs is None:
            continue
        files = {name: path for name in ("in.tsv", "expected.tsv") if (path := find_file(str(part), name))}
        lines = all_lines(inputs)
        at = sorted({1, (len(lines) + 1) // 2, len(lines)} - {0})
        known = tuple(KnownLine("in.tsv", one, lines[one - 1][:36]) for one in at if lines)
        digests = {name: content_sha256(path) for name, path in files.items()}
        yield DeclaredSplit(part.name, len(lines), digests, hidden="expected.tsv" not in files, known=known)


def _scored(baseline: Baseline, task: DeclaredTask, folder: Path) -> Baseline:
    """The baseline with its scores on every split whose expected results are here."""
    if not baseline.recipe:
        return baseline
    challenge = open_challenge(folder)
    scores: dict[str, dict[str, str]] = {scheme.name: {} for scheme in task.parsed_schemes}
    with TemporaryDirectory(prefix="probierz-") as work:
        for split in task.splits:
            if kind_of_split(split.name) in ("dev", "test") and not split.hidden:
                path = Path(work) / f"{split.name}.tsv"
                _write_answers_of(baseline, task, challenge, split.name, path)
                found = challenge.evaluate(split.name, out=path, schemes=task.parsed_schemes, rows=False)
                if not math.isfinite(found.scores[0].value):
                    raise ChallengeError(
                        f"{task.full_name}, baseline {baseline.name!r}: {task.main_metric} of its answers for "
                        f"{split.name} has no value, as where all of them are the same; choose another recipe"
                    )
                for one in found.scores:
                    if math.isfinite(one.value):
                        scores[one.scheme.name][split.name] = shown_as_printed(task, one.value)
    main = scores.pop(task.main_metric)
    return replace(baseline, scores=main, other_scores={metric: found for metric, found in scores.items() if found})


def _write_answers_of(baseline: Baseline, task: DeclaredTask, challenge: Challenge, split: str, path: Path) -> None:
    try:
        write_answers(challenge, split, baseline.recipe, path)
    except OptionError as error:
        raise ChallengeError(f"{task.full_name}, baseline {baseline.name!r}, recipe: {error}") from error
