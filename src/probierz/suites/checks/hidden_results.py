"""Expected results of hidden tests that lie where everybody would read them: copies, odd folders, texts with answers.

A platform refuses or questions these when a challenge is published, and `probierz validate` tells them before.
"""

from __future__ import annotations

import posixpath
import re
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from probierz.archives.decompressing import open_stream
from probierz.archives.limits import UNLIMITED, ArchiveLimits
from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import Split, is_output_of_split, kind_of_split, open_challenge
from probierz.challenges.config import CONFIG_NAME, read_options
from probierz.challenges.file_tables import unread_in
from probierz.challenges.files import natural_key
from probierz.challenges.problems import Problem
from probierz.challenges.revealed_numbers import SoughtNumbers
from probierz.challenges.revealed_results import (
    FEW_BITS,
    FEWEST_BITS,
    FEWEST_FOUND,
    MOSTLY,
    RevealedResults,
    SoughtResults,
)
from probierz.challenges.revealed_texts import SoughtTexts
from probierz.errors import ProbierzError
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.checks.public_texts import PublicTexts, TaskTexts, public_texts, task_texts
from probierz.suites.checks.results_in_other_inputs import results_in_other_inputs
from probierz.text import visible

Files = Mapping[str, Path]
"""From paths inside the challenge, such as `test-A/in.tsv`, to files on disk."""

TAKE_OUT = "take it out of the public part and of its history"
TAKE_LINES_OUT = "take these lines out of it, or out of the test"
DRAW_ANOTHER = "draw another test, or take these lines out there"
LOOK_BESIDE = "look whether its results stand beside them; if they do, take them out of the public part and its history"
LOOK_YOURSELF = "look yourself whether it has the expected results of a hidden test"

_GIVEN, _SCALED = "the expected result on", "order of the expected numbers on"
"""What `validate` says of a column that is the expected result, or tells it, and of one on another scale."""

_REVEALED, _HELD = "is the hidden expected result of", "(hidden) stand in"
_UNSEARCHED = "not searched for hidden results, being large, damaged, packed again or in a form that is not read"

MOST_NAMED = 3
"""Files of one kind in a folder that cannot be read are named one by one where they are no more."""

MOST_WORDED = 2**25
"""Bytes of inputs in which texts are compared: words take some ten times that much memory."""

MOST_COMPARED, MOST_SEARCHED = 2**28, 2**28
"""Bytes of a split's results of which copies are sought, and of public files in which they are looked for."""

MOST_SECONDS = 30.0
"""On a processor, for this search: a small archive may hold what takes hours to read. What is left is noted."""

_ENDLESS = ArchiveLimits(packed_bytes=UNLIMITED, total_bytes=UNLIMITED)
_PIECE = 2**20
_BETWEEN_NAMES = [*map(re.compile, ("/", "[/_]", r"[/_.\-]"))]


def open_results(folder: Path, told: Iterable[Problem] = (), *, open_tests: Collection[str] = ()) -> list[Problem]:
    """Return what a platform would say of a challenge in a folder, all of whose files but tests' results are open.

    told: what is known to be wrong with it already. open_tests: whose expected results everybody may read. Outputs are
    not looked at. Paths are those of the folder.
    """
    files = _files_of(folder)
    gold, hidden = gold_names(folder), tests_in(files) - {*open_tests}
    found = stray_gold(files, gold, test_name(folder))
    with suppress(ProbierzError):  # a challenge that cannot be opened is told of by its validation
        found += leaks(withheld(files, hidden, gold), folder, hidden)
        found += answered_texts(open_challenge(folder), hidden, told)
    return [replace(one, path=f"{folder}/{one.path}") for one in found]


def tests_in(files: Files) -> frozenset[str]:
    """Return the tests among the folders of files."""
    return frozenset(name.partition("/")[0] for name in files if kind_of_split(name) == "test" and "/" in name)


def _files_of(folder: Path) -> dict[str, Path]:
    paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*"))}
    return {name: path for name, path in paths.items() if not name.startswith(".git/") and _is_plain(name, path)}


def _is_plain(name: str, path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and not is_output_of_split(name)


def withheld(files: Files, splits: Collection[str], gold: Collection[str]) -> Files:
    """Return the files without the expected results of these splits; gold: see `gold_names`."""
    return {name: path for name, path in files.items() if not is_gold(name, splits, gold)}


def is_gold(name: str, splits: Collection[str], gold: Collection[str]) -> bool:
    """Whether a file has the expected results of one of these splits, in whatever form and packing."""
    split, _, rest = name.partition("/")
    return split in splits and rest.partition(".")[0] in gold


def gold_names(folder: Path) -> frozenset[str]:
    """Return what files of expected results are called, without endings; config.txt may name another than `expected`.

    A config.txt that cannot be read is told by the validation.
    """
    try:
        named = read_options(folder / CONFIG_NAME).expected_file
    except (ProbierzError, OSError):
        named = ""
    return frozenset({"expected", named.partition(".")[0]} - {""})


def test_name(folder: Path) -> str:
    """Return how config.txt calls the test set; empty where it cannot be read, which the validation tells."""
    try:
        return read_options(folder / CONFIG_NAME).test_name
    except (ProbierzError, OSError):
        return ""


def stray_gold(files: Files, gold: Collection[str], test: str) -> list[Problem]:
    """Return expected results in folders of which nobody knows whether they are a test: everybody would read them.

    files: of the part that everybody gets, or of all. Only train, dev-0 and the like have expected results that are
    open by their names, and only test-A and the like have some that are hidden. test: as config.txt calls the test set.
    """
    return [
        Problem(
            name, None, f"{_place(name)} is neither a train set, a dev set nor a test set by its name, so that "
            "everybody would read these expected results",
            "call a test test-A, test-B and so on, and what is open train or dev-0, dev-1 and so on",
        )
        for name in sorted(files)
        if name.rpartition("/")[2].partition(".")[0] in gold and not _tells_what_it_is(name.rpartition("/")[0], test)
    ]  # fmt: skip


def _tells_what_it_is(folder: str, test: str) -> bool:
    return folder == test or ("/" not in folder and (kind_of_split(folder) != "" or folder.startswith("train-")))


def _place(name: str) -> str:
    return name.rpartition("/")[0] or "the challenge's own folder"


def leaks(public: Files, folder: Path, hidden: Collection[str]) -> list[Problem]:
    """Return files of the public part, packed or not, that reveal the expected results of a hidden split, or may.

    They are copies, or tables with them among other columns, in their order or beside their inputs. An error where the
    files together reveal more than half of a split, else a warning: a few lines may stand in other data as well.
    Where they only hold its texts, results may stand beside these in any form: a warning.
    Inputs and expected results of other splits are passed over: `answered_texts` tells of those.
    """
    opened = open_challenge(folder)
    others = files_beside(public, opened)
    tests = [split for split in opened.splits if split.name in hidden and split.expected]
    searched, unread = _searched(others) if tests else ({}, {})
    found: list[Problem] = []
    for split in tests:
        copies = _copies(split, others)
        said = f"this is a copy of the expected results of {split.name}, which are hidden"
        found += [Problem(name, None, said, TAKE_OUT) for name in copies]
        time_left = SearchTime(0.75 * MOST_SECONDS / len(tests))
        revealing = [*_revealing(split, _without(searched, copies), opened, time_left)]
        told = [*copies, *(one.path for one in revealing)]
        time_for_texts = SearchTime(0.25 * MOST_SECONDS / len(tests))
        found += [*revealing, *_like_numbers(split, _without(searched, told), opened, time_for_texts)]
        found += _holding_texts(split, _without(searched, told), opened, time_for_texts)
        unread |= {name: [""] for name in (*time_left.unread, *time_for_texts.unread)}
    return [*_notes(dict(sorted(unread.items()))), *found]


class SearchTime:
    """How long a search may take, in seconds on a processor, and which files were not searched to their end by then."""

    def __init__(self, seconds: float) -> None:
        self._end = time.thread_time() + seconds
        self.unread: list[str] = []

    def is_over(self) -> bool:
        """Whether nothing more is to be read."""
        return time.thread_time() > self._end

    def ends_with(self, name: str) -> None:
        """Note a file that was searched, where the time is over."""
        if self.is_over():
            self.unread.append(name)


def files_beside(public: Files, opened: ChallengeFolder) -> Files:
    """Return the public files that are no inputs or expected results of splits."""
    known = {f"{one.name}/{path.name}" for one in opened.splits for path in (one.input, one.expected) if path}
    return {name: path for name, path in sorted(public.items()) if name not in known}


def _without(files: Files, names: Collection[str]) -> Files:
    return {name: path for name, path in files.items() if name not in names}


def _searched(files: Files) -> tuple[Files, dict[str, list[str]]]:
    """The files that are searched for hidden results, small ones first, and by name what of some is not."""
    searched: dict[str, Path] = {}
    unread: dict[str, list[str]] = {}
    left, time_left = MOST_SEARCHED, SearchTime(MOST_SECONDS / 4)
    for name, path in sorted(files.items(), key=lambda one: one[1].stat().st_size):
        left -= path.stat().st_size
        if left >= 0:
            searched[name] = path
        if inside := [""] if left < 0 else unread_in(path, time_left.is_over):
            unread[name] = inside
    return searched, unread


def _notes(unread: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
    """A note for each file of which something is not read; one for many of a kind in a folder, such as pictures.

    unread: by file, what of its content, see `unread_in`.
    """
    kinds: dict[tuple[str, str], list[str]] = {}
    for name in unread:
        folder, base = posixpath.split(name)
        kinds.setdefault((folder, posixpath.splitext(base)[1]), []).append(name)
    for (folder, _ending), names in kinds.items():
        if len(names) > MOST_NAMED:
            yield _note(folder or ".", f"{', '.join(map(posixpath.basename, names[:MOST_NAMED]))} … ({len(names)})")
        else:
            yield from (_note(name, ", ".join(filter(None, unread[name][:MOST_NAMED]))) for name in names)


def _note(path: str, names: str) -> Problem:
    return Problem(path, None, f"{_UNSEARCHED}{names and f': {visible(names)}'}", LOOK_YOURSELF, "note")


def _copies(split: Split, files: Files) -> list[str]:
    assert split.expected is not None
    gold = _content(split.expected, MOST_COMPARED)
    return [name for name, path in files.items() if gold and _is_copy(path, gold)]


def _is_copy(path: Path, gold: bytes) -> bool:
    """Whether this is the unpacked content; of what begins otherwise no more is read."""
    with suppress(ProbierzError), open_stream(path, _ENDLESS) as stream:
        at = 0
        while at <= len(gold) and (piece := stream.read(_PIECE)):
            if not gold.startswith(piece, at):
                return False
            at += len(piece)
        return at == len(gold)
    return False


def _revealing(split: Split, searched: Files, opened: ChallengeFolder, time_left: SearchTime) -> Iterator[Problem]:
    """The files that reveal the expected results of a split."""
    found = [*revealing_files(split, opened, searched, time_left)]
    are_most = bool(found) and 2 * _count_of_any([one.lines for _name, one in found]) > len(found[0][1].lines)
    for name, revealed in found:
        said = said_of_results(revealed, split.name)
        yield Problem(name, None, said, *((TAKE_OUT, "error") if are_most else (TAKE_LINES_OUT, "warning")))


def revealing_files(
    test: Split, opened: ChallengeFolder, files: Files, time_left: SearchTime
) -> Iterator[tuple[str, RevealedResults]]:
    """Give the files that have expected results of a test, packed or not, and where; of shards, their folder.

    Raises ProbierzError.
    """
    from probierz.challenges.revealed_codes import SoughtCodes
    from probierz.challenges.revealed_sequences import SoughtSequences

    assert test.expected is not None
    headers = opened.out_header, opened.in_header
    results = SoughtResults(test.expected, headers[0], inputs=test.input, in_header=headers[1])
    sequences = SoughtSequences(test.expected, headers[0], inputs=test.input, in_header=headers[1])
    codes = SoughtCodes(test.expected, headers[0])
    for name, path in files.items():
        bits = FEW_BITS if posixpath.basename(name).upper().startswith("README") else FEWEST_BITS
        revealed = (
            results.found_in(path, share=MOSTLY, fewest_bits=bits, is_over=time_left.is_over)
            or sequences.found_in(name, path, is_over=time_left.is_over)
            or codes.found_in(path, is_over=time_left.is_over)
        )
        time_left.ends_with(name)
        if revealed is not None:
            yield name, revealed
    yield from sequences.found_together()
    yield from _named_by_results(results, files)


def _named_by_results(results: SoughtResults, files: Files) -> Iterator[tuple[str, RevealedResults]]:
    """Give folders whose files are called by the numbers of lines and their results: `PER/17.txt`, `t17_PER.txt`."""
    names: dict[str, list[str]] = {}
    for name in sorted(files, key=natural_key):
        if "/" in name:
            names.setdefault(name.partition("/")[0], []).append(posixpath.splitext(name)[0])
    for folder, inside in names.items():
        for sign in _BETWEEN_NAMES if len(inside) >= FEWEST_FOUND else ():
            rows = ({f"part {at}": part for at, part in enumerate(sign.split(name))} for name in inside)
            if found := results.found_among(rows, share=MOSTLY):
                yield folder, found._replace(place="a part of the names of its files")
                break


def said_of_results(revealed: RevealedResults, test: str) -> str:
    """Say where the results of a test stand. test: its name, or more words on it."""
    return f"{revealed.place} is the hidden expected result of {test} on {revealed}"


def _holding_texts(split: Split, searched: Files, opened: ChallengeFolder, time_left: SearchTime) -> Iterator[Problem]:
    """The files that hold most texts of a split; where none does alone, those that do together.

    Also those with most expected texts, such as corrections or translations, in whichever order.
    """
    if split.input is None or not searched:
        return
    sought = SoughtTexts(split.input, opened.in_header)
    together, parts = None, []
    told = []
    for name, path in searched.items():
        runs = sought.runs_in(path, is_over=time_left.is_over)
        time_left.ends_with(name)
        count = sought.told_by(runs)
        if count:
            told.append(name)
            said = f"{count} of {sought.lines} texts of {split.name} (hidden) stand in this file"
            yield Problem(name, None, said, LOOK_BESIDE, "warning")
        elif runs.any():
            together = runs if together is None else together | runs
            parts.append(name)
    count = sought.told_by(together) if together is not None and not told else 0
    if count:
        said = f"{count} of {sought.lines} texts of {split.name} (hidden) stand in {len(parts)} files together"
        yield Problem(posixpath.commonpath(parts), None, f"{said}, such as {parts[0]}", LOOK_BESIDE, "warning")
    yield from _holding_expected(split, _without(searched, told), opened, time_left)


def _holding_expected(
    split: Split, searched: Files, opened: ChallengeFolder, time_left: SearchTime
) -> Iterator[Problem]:
    assert split.expected is not None
    sought = SoughtTexts(split.expected, opened.out_header)
    for name, path in searched.items():
        if count := sought.told_by(sought.runs_in(path, is_over=time_left.is_over)):
            said = f"{count} of {sought.lines} expected texts of {split.name} {_HELD} this file"
            yield Problem(name, None, said, TAKE_OUT, "warning")
        time_left.ends_with(name)


def _like_numbers(split: Split, searched: Files, opened: ChallengeFolder, time_left: SearchTime) -> Iterator[Problem]:
    """The files with numbers that go along with the expected ones of a split, as rounded and rescaled ones do."""
    assert split.expected is not None
    sought = SoughtNumbers(split.expected, opened.out_header)
    for name, path in searched.items():
        if found := sought.found_in(path, is_over=time_left.is_over):
            said = f"numbers like the {found.lines} expected ones of {split.name} {_HELD} this file, {found}"
            yield Problem(name, None, said, LOOK_BESIDE, "warning")


def _count_of_any(masks: Sequence[Any]) -> int:
    import numpy as np

    return int(np.logical_or.reduce(masks).sum())


def answered_texts(opened: ChallengeFolder, hidden: Collection[str], told: Iterable[Problem] = ()) -> list[Problem]:
    """Warn of hidden tests whose texts stand, word for word, in splits whose expected results everybody reads.

    The rule is that of suites, see `public_texts`; inputs with results of a hidden test are told too, see
    `results_in_other_inputs`. What is larger than MOST_WORDED is not looked at.
    told: problems that are known; what they say of the train set is not said again.
    """
    in_train = [one.path for one in told if one.kind == "copies"]
    found = [
        _as_question(answered_test(one, " and ".join(one.splits)))
        for one in public_texts([compared_texts(opened.title, opened, hidden)])
        if one.splits != ("train",) or not any(f"/{path}".endswith(f"/{one.test}/in.tsv") for path in in_train)
    ]
    return [*found, *revealing_inputs(opened, hidden)]


def _as_question(problem: Problem) -> Problem:
    """A problem that `leaked_tests`, which knows what a task declares, tells as the error that it is."""
    return replace(problem, severity="warning") if problem.severity == "error" else problem


def revealing_inputs(opened: ChallengeFolder, hidden: Collection[str]) -> Iterator[Problem]:
    """Warn of inputs, of other splits as well, that have results of a hidden test; see `results_in_other_inputs`."""
    tests = [split for split in opened.splits if split.name in hidden]
    if tests and are_small(CheckedSplit.of(opened)):
        for test in tests:
            for name, revealed in results_in_other_inputs(test, opened, opened, hidden):
                yield Problem(name, None, said_of_results(revealed, test.name), DRAW_ANOTHER, "warning")


def compared_texts(name: str, opened: ChallengeFolder, hidden: Collection[str]) -> TaskTexts:
    """Return the texts of hidden tests and of open splits with results, open tests among them.

    None where they are too large to be held in memory at once.
    """
    splits = [one for one in CheckedSplit.of(opened) if one.name in hidden or one.split.expected is not None]
    return task_texts(name, splits if are_small(splits) else [], {one.name for one in splits} - {*hidden})


def answered_test(found: PublicTexts, where: str) -> Problem:
    """Return what is told of a hidden test whose texts stand in open splits. where: these, in words."""
    return Problem(
        f"{found.test}/in.tsv", None,
        f"{found.shared} of {found.lines} texts of the hidden test can be read word for word in {where}"
        f"{found.with_results}",
        DRAW_ANOTHER, found.severity, kind="copies",
    )  # fmt: skip


def tells_of_leak(problem: Problem) -> bool:
    """Whether a problem says that lines of a test set can be read elsewhere in the challenge, as answers to learn."""
    is_of_test = f"/{problem.path}".rpartition("/in.")[0].rpartition("/")[2].startswith("test-")
    return (
        problem.kind == "of another"
        or any(said in problem.message for said in (_REVEALED, _HELD))
        or (is_of_test and (problem.kind == "copies" or any(said in problem.message for said in (_SCALED, _GIVEN))))
    )


def gives_results_away(problem: Problem) -> bool:
    """Whether a problem says that results can be read in inputs or other files, or that one may have them unseen."""
    return any(said in problem.message for said in (_GIVEN, _REVEALED, _HELD, _UNSEARCHED))


def are_small(splits: Iterable[CheckedSplit]) -> bool:
    """Whether all their texts, unpacked, can be held in memory at once."""
    left = MOST_WORDED
    for one in splits:
        assert one.split.input is not None
        size = len(_content(one.split.input, left))
        if not size:  # empty inputs have no texts either
            return False
        left -= size
    return True


def _content(path: Path, most: int) -> bytes:
    """The unpacked content; empty where there is more of it, or it cannot be read."""
    try:
        with open_stream(path, _ENDLESS) as stream:
            content = stream.read(most + 1)
    except ProbierzError:
        return b""
    return content if len(content) <= most else b""
