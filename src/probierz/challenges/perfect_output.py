"""Whether the metrics of a challenge give their best value to a perfect output, made from the expected lines."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from probierz.challenges.file_survey import Survey
from probierz.challenges.labels import is_distribution
from probierz.challenges.problems import Problem, counted, problem_from
from probierz.challenges.unreadable_lines import unreadable_lines
from probierz.challenges.validated_challenge import LENIENT, ValidatedSplit
from probierz.errors import DataError, LengthError, ProbierzError
from probierz.lines import LineReader, ListLines, Text, json_selector
from probierz.metrics.definition import geval_decimal
from probierz.schemes.scheme import Scheme
from probierz.scoring.blocks import pair_up
from probierz.scoring.preparation import joined
from probierz.scoring.run import Scored, score_blocks
from probierz.scoring.tally import Plan

TOLERANCE = 1e-4
"""How far from the best value a perfect output may be."""

_GEVAL_UNDER = {
    "Mean": ("MultiLabel-F", "WER", "CER", "WAR", "CAR"),
    "MacroAvg": ("Likelihood", "Accuracy", "F", "RMSE", "MSE", "MAE", "SMAPE"),
}
"""The metrics that GEval combines. Under other combinations the best value of one line or one class is not known: some
metrics are undefined there, so a value short of the best is odd but no error."""


def imperfect_scores(split: ValidatedSplit) -> Iterator[Problem]:
    """Yield a problem for every metric that is short of its best value, and for expected lines that it cannot read."""
    by_perfect: dict[Callable[[str], str], list[Scheme]] = {}
    for scheme in split.challenge.schemes:
        if scheme.needs_input and not split.inputs:
            continue  # told already
        by_perfect.setdefault(scheme.metric.definition.perfect, []).append(scheme)
    found = [problem for schemes in by_perfect.values() for problem in _imperfect(split, schemes)]
    order = {str(scheme): at for at, scheme in enumerate(split.challenge.schemes)}
    # What no metric can read is told once.
    yield from dict.fromkeys(problem for _, problem in sorted(found, key=lambda pair: order[str(pair[0])]))


def _imperfect(split: ValidatedSplit, schemes: Sequence[Scheme]) -> Iterator[tuple[Scheme, Problem]]:
    """Score a perfect output under schemes that make it in the same way."""
    try:
        scored = _score_perfect(split, schemes)
    except ProbierzError as error:
        if len(schemes) > 1:
            for scheme in schemes:
                yield from _imperfect(split, [scheme])
            return
        for problem in _unscorable(split, schemes[0], error):
            yield schemes[0], problem
        return
    for one in scored:
        best = one.scheme.metric.best
        if best is not None and not abs(one.value - best) <= TOLERANCE:
            yield one.scheme, _short_of_best(split, one, best)


def _score_perfect(split: ValidatedSplit, schemes: Sequence[Scheme]) -> list[Scored]:
    challenge, options = split.challenge, split.challenge.options
    plan = Plan(schemes, tokenizer=options.tokenizer, in_header=challenge.in_header)
    make = schemes[0].metric.definition.perfect
    with _expected_lines(split) as expected, _expected_lines(split) as copied:
        perfect = ListLines((make(line) if isinstance(line, str) else line for line in copied), copied.path)
        if not plan.needs_input:
            return score_blocks(plan, pair_up(expected, perfect))
        with LineReader(split.inputs[0], dialect=LENIENT, header=challenge.in_header) as inputs:
            return score_blocks(plan, pair_up(expected, perfect, inputs))


def _expected_lines(split: ValidatedSplit) -> LineReader:
    options, path = split.challenge.options, split.expecteds[0]
    selector = json_selector(options.selector) if options.selector else None
    return LineReader(path, dialect=LENIENT, header=split.challenge.out_header, selector=selector)


def _unscorable(split: ValidatedSplit, scheme: Scheme, error: ProbierzError) -> Iterator[Problem]:
    """Tell the expected lines that the metric cannot read; when it reads them all, what the engine said."""
    path = split.expecteds[0]
    skipped = _skipped(split)
    if isinstance(error, DataError):
        error = error.at(path, skipped)
    if not isinstance(error, DataError) or isinstance(error, LengthError) or scheme.features:
        yield problem_from(error, path)
        return
    tokenizer = split.challenge.options.tokenizer
    try:
        with _expected_lines(split) as lines:
            found = unreadable_lines([scheme], _texts(lines), "expected", tokenizer=tokenizer)
    except DataError as broken:  # not even a text for the metric: the selector finds nothing
        yield problem_from(broken, path)
        return
    if not found:
        yield problem_from(error, path)
        return
    for kind in found[0].kinds.values():
        number, why = kind.line, kind.error
        message = f"{scheme.metric.name} cannot read this expected line: {why.message}{kind.more}"
        geval = f"Line {number}: Unexpected data [{why.geval or why.message}]"
        remedy = f"correct it, for instance to the form {_form(scheme)!r}"
        yield Problem(path, number + skipped, message, remedy, geval=geval)
    if found[0].left:
        more = counted(found[0].left, "more line")
        yield Problem(path, None, f"{scheme.metric.name} cannot read {more}", "correct them too")


def _skipped(split: ValidatedSplit) -> int:
    """How many lines stand before the first expected one."""
    return 1 if isinstance(split.expected, Survey) and split.expected.has_header else 0


def _texts(lines: LineReader) -> Iterator[Text]:
    yield from lines


def _form(scheme: Scheme) -> str:
    return next(filter(None, scheme.metric.definition.example.expected), "")


def _short_of_best(split: ValidatedSplit, scored: Scored, best: float) -> Problem:
    scheme = scored.scheme
    got, wanted = geval_decimal(scored.value), geval_decimal(best)
    line, label = _taken_for_distribution(split) if scheme.metric.compares_labels else (None, "")
    remedy = _why_short(scheme, scored)
    if line is not None:
        other = label.replace(":", ".")[:40]
        remedy = f"{label[:40]!r} is taken for a label with its probability; write it without the colon, as {other!r}"
    is_ours = _is_our_combination(scheme)
    geval = f"The best possible value was not obtained with the expected data, expected: {wanted} , obtained: {got}"
    return Problem(
        split.expecteds[0],
        line,
        f"{scheme.name} gives {got} to a perfect output, its best value is {wanted}",
        remedy,
        "warning" if is_ours else "error",
        geval=None if is_ours else geval,
    )


def _taken_for_distribution(split: ValidatedSplit) -> tuple[int | None, str]:
    """The first expected line, with its number, that metrics of labels read as `word:0.6`; no number for none."""
    with _expected_lines(split) as lines:
        texts = ((number, joined(line)) for number, line in enumerate(lines, 1 + _skipped(split)))
        return next((one for one in texts if is_distribution(one[1])), (None, ""))


def _why_short(scheme: Scheme, scored: Scored) -> str:
    name = scheme.metric.name
    if not scored.lines:
        return "no line was scored: no line has the feature of f<…>"
    if _is_our_combination(scheme):
        alone = name.removeprefix(f"{scheme.metric.prefixes[0]}/")
        return f"on single lines or classes of lines it may be undefined; prefer {alone}"
    if math.isnan(scored.value):
        return f"{name} is not defined on such lines, for instance when all are the same or one is empty"
    return f"look for expected lines that {name} takes as something else than they are"


def _is_our_combination(scheme: Scheme) -> bool:
    definition = scheme.metric.definition
    combined = [prefix for prefix in scheme.metric.prefixes if prefix in _GEVAL_UNDER]
    return any(definition.prefix not in _GEVAL_UNDER[prefix] for prefix in combined) or len(combined) > 1
