"""Whether an output can be scored, told from the input alone: what a participant sees, without the expected lines."""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from probierz.archives.decompressing import named_compression, open_stream, refuse_misnamed
from probierz.challenges.challenge import Challenge, Split
from probierz.challenges.doubts import KnownSplit, OutputToDoubt
from probierz.challenges.file_survey import Survey, survey_file
from probierz.challenges.files import Reading
from probierz.challenges.headers_in_data import is_header_too_many, known_split
from probierz.challenges.input_columns import reads_one_column
from probierz.challenges.labels import LIKE_HEADER
from probierz.challenges.line_counts import empty_last_line, wrong_line_count
from probierz.challenges.problems import MARK_LEFT_OUT, Problem, counted, problem_from
from probierz.challenges.unreadable_lines import Unreadable, preparation, unreadable_lines
from probierz.errors import ChallengeError, ParseError, PatternError, ProbierzError
from probierz.lines import Dialect, LineReader, Text, check_selector, json_selector
from probierz.metrics.parsers import zero_one
from probierz.schemes.scheme import Scheme

_LENIENT = Dialect(lenient=True)  # odd bytes are reported by the survey of the file, once


def check_output(
    challenge: Challenge,
    split: str | Split,
    out: str | os.PathLike[str] | None = None,
    *,
    open_splits: Collection[str] | None = None,
    compression: str | None = None,
) -> list[Problem]:
    """Return what is wrong with an output of a split, or with all its outputs; an empty list when nothing is.

    out: a file name in the split or a path. The expected file of a test is never opened, so it need not be there.
    Labels are compared with those of the training data, numbers and texts with them or, without them, with those of a
    dev set.
    open_splits: whose expected lines everybody has, besides `train`; None for every dev set.
    compression: what the output is packed in by the name that it was given; None to go by the name that it has.
    Raises ChallengeError when there is no such split or output.
    """
    part = challenge.split(split) if isinstance(split, str) else split
    return [
        problem
        for path in _outputs(challenge, part, out)
        for problem in _problems(_Output(challenge, part, path, open_splits, compression))
    ]


def _outputs(challenge: Challenge, split: Split, out: str | os.PathLike[str] | None) -> list[str]:
    if out is None:
        found = [os.fspath(output.path) for output in split.outputs]
    else:
        found = [os.fspath(challenge.output(split, out).path)]
    if not found:
        name = challenge.options.out_file
        raise ChallengeError(
            f"{split.path}: there is no output {name}; put it there, with one line for every line of the input",
            geval=f"No file with the test results: `{os.path.join(split.path, name)}`",
        )
    return found


@dataclass
class _Output:
    """An output that is looked at, and what goes with it."""

    challenge: Challenge
    split: Split
    path: str
    open_splits: Collection[str] | None
    compression: str | None

    @cached_property
    def survey(self) -> Survey:
        """A look through the file, which ends where it has too many lines."""
        most = math.inf if self.input_lines is None else self.input_lines + 1
        return survey_file(self.path, header=self.challenge.out_header, most_lines=most)

    @cached_property
    def input_lines(self) -> int | None:
        if self.split.input is None:
            return None
        return survey_file(self.split.input, header=self.challenge.in_header).lines

    @cached_property
    def unreadable(self) -> list[Unreadable]:
        with self.lines() as lines:
            return unreadable_lines(
                self.challenge.schemes, self.wanted(lines), "output", tokenizer=self.challenge.options.tokenizer
            )

    def wanted(self, lines: LineReader) -> Iterator[Text]:
        """As many lines as are looked at."""
        return islice(lines, self.most_lines)

    @property
    def most_lines(self) -> int | None:
        """As many as the input has, and one more that is not empty: the rest is too much, and may have no end."""
        return None if self.input_lines is None else self.input_lines + (self.empty_last is None)

    @cached_property
    def empty_last(self) -> Problem | None:
        """What is said of an empty line behind all that are wanted."""
        if self.input_lines is None or not self.has_one_too_many:
            return None
        return empty_last_line(self.path, self.input_lines, self.challenge.out_header)

    @cached_property
    def begins_with_header(self) -> bool:
        """Whether the first line looks like names of columns, which no header file announces."""
        if self.survey.has_header or not self.survey.lines:
            return False
        first = self.first_line
        names = [name.casefold() for name in self.challenge.out_header]
        if names and first.casefold().split("\t") == names:
            return True
        known = self.challenge.open_results(self.open_splits)
        return self.input_lines is not None and is_header_too_many(
            self.survey, self.input_lines, self.challenge.schemes, self.reading, known
        )

    @cached_property
    def first_line(self) -> str:
        with self.lines() as lines:
            return str(next(lines, ""))

    @property
    def has_one_too_many(self) -> bool:
        return self.input_lines is not None and self.survey.lines == self.input_lines + 1

    @property
    def reading(self) -> Reading:
        return replace(self.challenge.reading, dialect=_LENIENT)

    @property
    def reading_below_header(self) -> Reading:
        """Leaves out a first line that is told as a header: that it is no label either is no second fault."""
        names = tuple(self.first_line.split("\t")) if self.begins_with_header else self.reading.out_header
        return replace(self.reading, out_header=names)

    @cached_property
    def known(self) -> Split | None:
        """The train set where it has expected lines, else the first dev set whose expected lines everybody has."""
        name = known_split(self.challenge.open_results(self.open_splits))
        return None if name is None else self.challenge.split(name)

    def lines(self, path: str | os.PathLike[str] | None = None) -> LineReader:
        """The lines of the output, or of another file that is read in the same way."""
        selector = self.challenge.options.selector
        return LineReader(
            self.path if path is None else path,
            dialect=_LENIENT,
            header=self.challenge.out_header,
            selector=json_selector(selector) if selector else None,
        )


def _problems(output: _Output) -> Iterator[Problem]:
    try:
        check_selector(output.path, output.challenge.options.selector)
        _refuse_misnamed(output)
        for check in _CHECKS:
            yield from check(output)
    except ProbierzError as error:
        yield problem_from(error, output.path)


def _refuse_misnamed(output: _Output) -> None:
    """What is compressed has to say so: offline it is read all the same, but a platform goes by the name."""
    named = named_compression(output.path) if output.compression is None else output.compression
    with open_stream(output.path) as stream:
        refuse_misnamed(named, stream.compression, path=output.path)


def _is_not_empty(output: _Output) -> Iterator[Problem]:
    if not output.survey.size:
        remedy = "write one line for every line of the input"
        yield Problem(output.path, None, "the output is empty", remedy, geval="The output file is empty")


def _has_clean_text(output: _Output) -> Iterator[Problem]:
    for kind, message, remedy, severity in (
        ("not UTF-8", "a byte that is not UTF-8 was found", "save the file as UTF-8", "error"),
        ("NUL", "a NUL character was found", "remove it", "error"),
        ("carriage return", "a CR (carriage return, 0x0D) was found", "end lines with LF alone", "warning"),
    ):
        if kind in output.survey.sightings:
            line, count = output.survey.sightings[kind]
            more = f"{message}, the first of {count} such lines" if count > 1 else message
            yield Problem(output.path, line, more, remedy, "error" if severity == "error" else "warning")
    if output.survey.has_byte_order_mark:
        yield Problem(output.path, None, MARK_LEFT_OUT, "save the file as UTF-8 without a byte order mark", "note")


def _has_header(output: _Output) -> Iterator[Problem]:
    if output.begins_with_header:
        yield Problem(
            output.path, LIKE_HEADER.line, LIKE_HEADER.message, LIKE_HEADER.remedy, kind="surplus",
            geval="Too many lines in the output file" if output.has_one_too_many else None,
        )  # fmt: skip


def _has_as_many_lines(output: _Output) -> Iterator[Problem]:
    found, wanted = output.survey.lines, output.input_lines
    if wanted is None:
        message = f"there is no {output.challenge.options.input_file}, so the number of lines cannot be checked"
        yield Problem(os.fspath(output.split.path), None, message, "get the whole challenge", "warning")
    elif output.empty_last is not None:
        yield output.empty_last
    elif found != wanted and output.survey.size and not (output.has_one_too_many and output.begins_with_header):
        source, survey = os.fspath(output.split.input or ""), output.survey
        told = wrong_line_count(
            output.path, found, wanted, source, has_header=survey.has_header, goes_on=survey.goes_on
        )
        yield replace(told, remedy=told.remedy + _as_many_as(output))


def _as_many_as(output: _Output) -> str:
    """Ask about the other tests and dev sets that have as many lines as the output."""
    challenge = output.challenge
    others = [one for one in challenge.splits if one.input is not None and one.name not in ("train", output.split.name)]
    counts = {one.name: survey_file(one.input, header=challenge.in_header).lines for one in others if one.input}
    most = max(counts.values(), default=0)
    found = survey_file(output.path, header=challenge.out_header, most_lines=most + 1).lines if counts else 0
    names = [name for name, count in counts.items() if count == found]
    return f"; {names[0]} has as many: is this its output?" if names else ""


def _has_columns(output: _Output) -> Iterator[Problem]:
    """Columns: as many as the header of outputs names; without a header, TABs where a metric takes them for text."""
    header, survey = output.challenge.out_header, output.survey
    free = any(scheme.metric.definition.free_columns for scheme in output.challenge.schemes)
    if header and not free:
        at = (1 + survey.has_header, survey.columns) if survey.columns != len(header) else survey.uneven
        if at is not None and survey.lines:
            message = (
                f"the line has {counted(at[1], 'column')}, {output.challenge.options.out_header} names {len(header)}"
            )
            yield Problem(output.path, at[0], message, "separate columns by TAB, and use TAB for nothing else")
    elif survey.columns > 1 or survey.uneven is not None:
        yield from _tabs_that_matter(output)


def _tabs_that_matter(output: _Output) -> Iterator[Problem]:
    schemes = [scheme for scheme in output.challenge.schemes if reads_one_column(scheme)]
    if not schemes:
        return
    with output.lines() as lines:
        for scheme, number, line, count in _first_tabs(
            schemes, output.wanted(lines), output.challenge.options.tokenizer
        ):
            message = f"{scheme.metric.name} reads 1 column, found {line.count(chr(9)) + 1}"
            more = f"; {count} such lines" if count > 1 else ""
            place = number + output.survey.has_header
            yield Problem(output.path, place, message + more, "remove the extra TABs, unless they are meant", "warning")


def _first_tabs(
    schemes: Sequence[Scheme], lines: Iterator[Text], tokenizer: str | None
) -> list[tuple[Scheme, int, str, int]]:
    """For each scheme the first line in which a TAB is not as good as a space, and how many there are."""
    prepared = [(scheme, preparation(scheme, tokenizer)) for scheme in schemes]
    found: dict[str, tuple[Scheme, int, str, int]] = {}
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str) or "\t" not in line:
            continue
        for scheme, prepare in prepared:
            if _same(scheme, prepare(line), prepare(line.replace("\t", " "))):
                continue
            _, first, shown, count = found.get(str(scheme), (scheme, number, line, 0))
            found[str(scheme)] = scheme, first, shown, count + 1
    return list(found.values())


def _same(scheme: Scheme, line: str, spaced: str) -> bool:
    parse = scheme.metric.parse_output
    try:
        parsed = parse(line)
    except (ParseError, PatternError):
        return True  # told as a line that cannot be read
    try:
        return bool(parsed == parse(spaced))
    except (ParseError, PatternError):
        return False


def _can_be_read(output: _Output) -> Iterator[Problem]:
    """Every metric can read every line."""
    skipped = int(output.survey.has_header)
    for found in output.unreadable:
        some_are_left_out = bool(found.scheme.features) or found.scheme.percent is not None
        name, severity = found.scheme.metric.name, "warning" if some_are_left_out else "error"
        for kind in found.kinds.values():
            number, why = kind.line, kind.error
            if number == kind.count == 1 and output.begins_with_header:
                continue
            reason = f"; found {_short(why.found)!r}" if isinstance(why, ParseError) and why.found is not None else ""
            yield Problem(
                output.path,
                number + skipped,
                f"{name} cannot read this line: {why.message}{reason}{kind.more}",
                _as_wanted(found.scheme),
                "warning" if severity == "warning" else "error",
                geval=f"Line {number}: Unexpected data [{why.geval or why.message}]",
            )
        if found.left:
            more = counted(found.left, "more line")
            yield Problem(output.path, None, f"{name} cannot read {more}", "correct them too")


def _as_wanted(scheme: Scheme) -> str:
    """How a line is to be written: as one of two classes where these are expected, else as one of the example."""
    form = next(filter(None, scheme.metric.definition.example.output), "")
    if scheme.metric.parse_expected is zero_one:
        return f"write 0 or 1, or a number like {form!r}"
    return f"write it like {form!r}"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


def _is_not_odd(output: _Output) -> Iterator[Problem]:
    """Nothing makes it look like an output of another task, in another order or on another scale.

    Labels are those of the training data or, without them, of a dev set: those of tests are nobody's to see.
    """
    challenge, split = output.challenge, output.split
    train = next((one for one in challenge.splits if one.name == "train" != split.name), None)
    looked = OutputToDoubt(
        output.path, challenge.schemes, split.input, _known(train) or _known(output.known), _known(output.known),
        output.reading_below_header, output.most_lines or None,
        open_splits=[KnownSplit(*one) for one in output.challenge.open_results(output.open_splits).items()],
        asks_of_labels=not any(_has_columns(output)),
    )  # fmt: skip
    for doubt in looked.of_all():
        line = doubt.line and doubt.line + (output.survey.has_header or output.begins_with_header)
        yield Problem(output.path, line, doubt.message, doubt.remedy, "warning")


def _known(split: Split | None) -> KnownSplit | None:
    """A split as far as it is known; None without expected lines."""
    return None if split is None or split.expected is None else KnownSplit(split.name, split.expected, split.input)


_CHECKS = (
    _is_not_empty, _has_clean_text, _has_header, _has_as_many_lines, _has_columns, _can_be_read, _is_not_odd,
)  # fmt: skip
