"""Getting a task: fetch its source, see that it is the declared one, build the challenge directory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from probierz.challenges.challenge import open_challenge
from probierz.challenges.files import find_file
from probierz.download import Progress
from probierz.errors import ChallengeError
from probierz.lines import LineReader
from probierz.suites.building import build
from probierz.suites.checks.declaration import changed_files, check_config, check_split, other_results
from probierz.suites.fetch import Fetched, fetch_source, refuse_no_folder
from probierz.suites.findings import Finding
from probierz.suites.hold_out import hold_out, rejoined
from probierz.suites.output_scores import held_back_results
from probierz.suites.suite import DeclaredSplit, DeclaredTask
from probierz.whole_files import refuse_occupied


def get_task(
    task: DeclaredTask,
    target: Path,
    *,
    place: str = "",
    checked: bool = True,
    progress: Progress | None = None,
    shown: bool = False,
    share: float = 0.0,
    seed: int = 1,
    cluster: str = "",
) -> list[str]:
    """Make the challenge directory of a task; it is complete, or not there. Returns what is to be known about it.

    Told is which declared splits, and which expected results that are not held back, these data lack; which files are
    not the declared ones, unless they are refused; and what was set aside. share, seed: of a development part that is
    set aside from train, see `hold_out`; 0 for none. cluster: the column whose lines stay together, by default the one
    that the task declares.

    place: a folder, bundle, archive or address in place of the declared one. checked: refuse files that are missing or
    have other checksums than declared. Raises ChallengeError or DataError.
    """
    refuse_occupied(target)
    fetched = fetch_source(task, place, progress=progress, shown=shown)
    refuse_no_folder(task, place, fetched.folder)
    if checked:
        _refuse_other_files(task, fetched, place)

    def finish(folder: Path) -> list[str]:
        if checked:
            _refuse_other_lines(task, folder)
        others = [] if checked else _other_files(task, fetched.folder, folder)
        return others + _told(task, folder, share, seed, cluster)

    return build(task, fetched.folder, target, then=finish)


def _refuse_other_lines(task: DeclaredTask, folder: Path) -> None:
    """What no checksum has told of must be what is declared: lines, known lines, and files that a builder made."""
    is_built = task.builder != "challenge"  # else its files were compared as they came
    splits = [split for split in task.splits if (is_built if split.files else not task.source.files)]
    for sentence in _other_lines(folder, splits):
        raise ChallengeError(f"{task.full_name}: {sentence}; {_REMEDY}")


def _other_files(task: DeclaredTask, source: Path, folder: Path) -> list[str]:
    """Say of each file that is not the declared one what is other about it."""
    told = {path: _other_content(path, one, other) for path, one, other in changed_files(source, task.source.files)}
    for found in _other_findings(folder, task.splits):
        told.setdefault(found.places[0].path, _as_sentence(found, folder))
    return list(told.values())


def _told(task: DeclaredTask, folder: Path, share: float, seed: int, cluster: str) -> list[str]:
    told = list(missing_parts(task, folder))
    unknown = [one for one in task.splits if not one.files and _has_input(folder / one.name)]
    if unknown and not task.source.files:
        *most, last = (one.name for one in unknown)
        names = f"{', '.join(most)} and {last}" if most else last
        told.append(f"no checksum of {names} is declared, so nothing says whether its lines are those meant")
    if share:
        cluster = cluster or task.cluster
        name, count = hold_out(folder, share, seed=seed, cluster=cluster)
        together = f", those of one {cluster} together" if cluster else ""
        told.append(f"{count} lines of train were set aside as {name} (seed {seed}{together})")
    return told


def missing_parts(task: DeclaredTask, folder: Path) -> Iterator[str]:
    """Say what a challenge lacks of what its task declares: splits, and expected results that are not held back."""
    for split in task.splits:
        place = str(folder / split.name)
        is_there = _has_input(folder / split.name)
        if not is_there:
            yield f"{split.name} is not in these data"
        elif split.has_open_results and not find_file(place, "expected.tsv"):
            yield f"{split.name} is here without its expected results"


def _has_input(split: Path) -> bool:
    return bool(find_file(str(split), "in.tsv") or find_file(str(split), "train.tsv"))


def declared_files(task: DeclaredTask) -> dict[str, str]:
    """Return the declared files of the source, as paths in it, with the sha256 of their content."""
    if task.source.files:
        return dict(task.source.files)
    if task.builder != "challenge":
        return {}
    return {f"{split.name}/{name}": one for split in task.splits for name, one in split.files.items()}


def other_data(task: DeclaredTask, folder: Path, gold: Path | None = None) -> list[str]:
    """Say where a challenge is not what its task declares: metrics, files, checksums, lines; nothing where it is.

    gold: a folder with expected results that the challenge itself lacks. That expected results are missing is not
    told, as organisers hold some of them back. Raises ChallengeError or DataError.
    """
    found = []
    with rejoined(folder) as (whole, _):
        challenge = open_challenge(whole)
        found += [one.message for one in check_config(task, challenge)]
        if task.builder == "challenge":
            wanted = [split.name for split in task.splits if not split.optional]
            found += [f"{name} is not in these data" for name in wanted if not _has_input(whole / name)]
        found += _other_lines(whole, task.splits)
    for split in task.splits:
        given = held_back_results(gold, split.name) if gold is not None else None
        if given is not None and find_file(str(folder / split.name), "expected.tsv") is None:
            with LineReader(given, header=challenge.out_header) as lines:
                found += other_results(split, given, lines)
    return found


def _other_lines(folder: Path, splits: Iterable[DeclaredSplit]) -> list[str]:
    return [_as_sentence(one, folder) for one in _other_findings(folder, splits)]


def _other_findings(folder: Path, splits: Iterable[DeclaredSplit]) -> Iterator[Finding]:
    for split in splits:
        if (folder / split.name).is_dir():
            yield from filter(_is_other, check_split(folder, split))


def _is_other(one: Finding) -> bool:
    """Whether data are there, and are not the declared ones."""
    is_missing = one.check == "files" and one.message.endswith("is missing")
    return one.severity == "error" and not is_missing


def _as_sentence(one: Finding, folder: Path) -> str:
    place = one.places[0]
    path = Path(place.path)
    name = path.relative_to(folder) if path.is_relative_to(folder) else path
    return f"{name}{f' line {place.line}' if place.line else ''}: {one.message}"


_REMEDY = "take the declared data, or add --unchecked to take what is there"


def _refuse_other_files(task: DeclaredTask, fetched: Fetched, place: str) -> None:
    files = declared_files(task)
    declared = task.source.revision
    moved = declared and fetched.revision and fetched.revision != declared
    why = f"; its commit is {fetched.revision}, declared is {declared}" if moved else ""
    remedy = "take the declared data, or add --unchecked to build what is there"
    missing = list(_missing(task, fetched.folder, files))
    if missing:
        where = (place or task.source.address) if fetched.revision else fetched.folder  # a clone's folder tells nobody
        raise ChallengeError(f"{where}: {missing[0]} is missing, which {task.full_name} needs{why}; {remedy}")
    for path, wanted, found in changed_files(fetched.folder, files):
        raise ChallengeError(f"{_other_content(path, wanted, found)}{why}; {remedy}")


def _other_content(path: str, wanted: str, found: str) -> str:
    return f"{path}: the content has the sha256 {found}, declared is {wanted}"


def _missing(task: DeclaredTask, folder: Path, files: Mapping[str, str]) -> Iterator[str]:
    optional = {f"{split.name}/" for split in task.splits if split.optional}
    for name in files:
        if find_file(str(folder / Path(name).parent), Path(name).name) is None and not name.startswith(tuple(optional)):
            yield name
