r"""What a metric string means, part by part and step by step, and where it is likely to surprise.

>>> from probierz.inspection.explain import Sample, explain
>>> [step.output for step in explain("WER:lS", Sample(output="b A"))[0].steps]
['b A', 'b a', 'a b']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from probierz.errors import ParseError
from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.definition import Metric
from probierz.metrics.matching import MATCHING, effective_prefixes
from probierz.metrics.names import split_prefixes
from probierz.schemes.features import feature_test
from probierz.schemes.flags import FLAGS, Flag, text_step
from probierz.schemes.pcre import LINE_SECONDS, Pattern, compile_pattern
from probierz.schemes.scheme import Scheme, expand, parse_scheme

_MOST_CHARACTERS = 300


class Sample(NamedTuple):
    """A line to try a scheme on; a side that is None is not known."""

    expected: str | None = None
    output: str | None = None
    line_input: str | None = None

    @property
    def texts(self) -> list[str]:
        """The expected and the output text, as far as they are known."""
        return [text for text in (self.expected, self.output) if text is not None]


class SchemePart(NamedTuple):
    """A piece of a scheme and its meaning."""

    text: str
    meaning: str


class Step(NamedTuple):
    """The two sides after a flag (the first step: as given)."""

    name: str
    expected: str | None
    output: str | None


@dataclass(frozen=True)
class Explanation:
    """Everything that can be said about one scheme and a sample line.

    read_expected, read_output: what the metric's parsers make of the line, or why they cannot.
    selected: whether the line passes the flags `f<>`; None without such flags. tally, score: with both sides.
    """

    scheme: Scheme
    parts: tuple[SchemePart, ...]
    traps: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    read_expected: str = ""
    read_output: str = ""
    selected: bool | None = None
    tally: str = ""
    score: float | None = None


def explain(text: str, sample: Sample | None = None) -> list[Explanation]:
    """Explain every scheme that the text stands for. Raises SchemeError for a text that cannot be understood."""
    braces = list(_brace_traps(text))
    return [_explain_one(written, sample or Sample(), braces) for written in expand(text)]


def _explain_one(written: str, sample: Sample, known_traps: Sequence[str]) -> Explanation:
    scheme = parse_scheme(written)
    steps = _steps(scheme, sample) if sample.texts else []
    last = steps[-1] if steps else Step("", None, None)
    found = Explanation(
        scheme,
        parts=(*_name_parts(scheme, written), *map(_flag_part, scheme.flags)),
        traps=(*known_traps, *traps(written, scheme, sample)),
        steps=tuple(steps),
        read_expected=_read(scheme.metric.parse_expected, last.expected),
        read_output=_read(scheme.metric.parse_output, last.output),
        selected=_is_selected(scheme, last, sample),
    )
    return _with_score(found, last, sample)


# --- parts -----------------------------------------------------------------------------------------------------------


def _prefixes(written: str) -> tuple[list[str], str]:
    """The prefixes as written, and the rest of the metric's name."""
    return split_prefixes(written.partition(":")[0])


def _name_parts(scheme: Scheme, written: str) -> Iterator[SchemePart]:
    prefixes, name = _prefixes(written)
    for prefix in prefixes:
        maker: Callable[..., Any] = COMBINATORS[prefix] if prefix in COMBINATORS else MATCHING[prefix]
        yield SchemePart(prefix + "/", (maker.__doc__ or "").strip().split("\n")[0])
    metric = scheme.metric
    parameters = metric.definition.read(name) or {}
    values = "".join(f"; {key} = {value:g}" for key, value in parameters.items())
    yield SchemePart(name, f"{metric.definition.summary} Better: {metric.better}{values}.")


def _flag_part(flag: Flag) -> SchemePart:
    kind = FLAGS[flag.letter]
    arguments = ", ".join(
        f"{name}: {value or '(nothing)'}" for name, value in zip(kind.arguments, flag.arguments, strict=True)
    )
    return SchemePart(str(flag), f"{kind.summary} ({arguments})" if arguments else kind.summary)


# --- the sample line -------------------------------------------------------------------------------------------------


def _steps(scheme: Scheme, sample: Sample) -> list[Step]:
    steps = [Step("as given", sample.expected, sample.output)]
    for flag in scheme.text_flags:
        change = text_step(flag)
        sides = [None if side is None else change(side) for side in steps[-1][1:]]
        steps.append(Step(str(flag), *sides))
    return steps


def _read(parse: Callable[[str], Any], text: str | None) -> str:
    if text is None:
        return ""
    try:
        shown = repr(parse(text))
    except ParseError as error:
        return f"cannot be read: {error.reason}"
    return shown if len(shown) <= _MOST_CHARACTERS else shown[: _MOST_CHARACTERS - 1] + "…"


def _is_selected(scheme: Scheme, last: Step, sample: Sample) -> bool | None:
    if not scheme.features or not sample.texts:
        return None
    line = (last.expected or "", last.output or "", sample.line_input or "")
    return all(feature_test(feature)(*line) for feature in scheme.features)


def _with_score(found: Explanation, last: Step, sample: Sample) -> Explanation:
    metric = found.scheme.metric
    if last.expected is None or last.output is None or (metric.needs_input and sample.line_input is None):
        return found
    try:
        tally = metric.tally(last.expected, last.output, line_input=_metric_input(found.scheme, sample))
    except ParseError:
        return found
    from dataclasses import replace

    return replace(found, tally=repr(tally), score=float(metric.value([tally])))


def _metric_input(scheme: Scheme, sample: Sample) -> str:
    text = sample.line_input or ""
    for flag in scheme.text_flags:
        text = text_step(flag)(text)
    return text


# --- traps -----------------------------------------------------------------------------------------------------------


def slips(text: str, allowed: Collection[Scheme] = ()) -> Iterator[str]:
    """Yield a sentence for what has no effect in the schemes that a text stands for, or one that nobody can mean.

    Whoever asks for a score has to know these; the other traps are for those who ask. allowed: schemes to pass over.
    Raises SchemeError for a text that cannot be understood.
    """
    found = [(written, parse_scheme(written)) for written in expand(text)]
    asked = [(written, scheme) for written, scheme in found if scheme not in allowed]
    if asked:
        yield from _brace_traps(text)
    for written, scheme in asked:
        yield from _slips_of_one(written, scheme)


def _slips_of_one(written: str, scheme: Scheme) -> Iterator[str]:
    yield from _dropped_flag(written, scheme)
    yield from _erased_prefixes(written)
    for flag in scheme.text_flags:
        if flag.letter == "s":
            for trap in _replacement_traps(compile_pattern(flag.arguments[0]), flag.arguments[1]):
                yield f"{flag}: {trap}"


def traps(written: str, scheme: Scheme, sample: Sample) -> Iterator[str]:
    """Yield a sentence for everything in a scheme that is likely to surprise its author."""
    yield from _slips_of_one(written, scheme)
    yield from _swapped_roles(written, scheme.metric)
    yield from _metric_traps(scheme, sample)
    for flag in scheme.text_flags:
        if "re" in FLAGS[flag.letter].arguments:
            for trap in _pattern_traps(flag, sample):
                yield f"{flag}: {trap}"


_QUANTIFIER = re.compile(r"(?<=[^<>{}:])\{\d*,?\d*\}")


def _brace_traps(text: str) -> Iterator[str]:
    for found in _QUANTIFIER.finditer(text.partition(":")[2]):
        yield (
            f"{found[0]} is no quantifier: braces list alternatives of a scheme, and are gone before the expression is "
            r"read. Write the repetition out, e.g. \d\d\d\d for \d{4}"
        )


_LETTER_AND_ARGUMENTS = re.compile(r"([A-Za-z])((?:<[^>]*>)*)")


def _dropped_flag(written: str, scheme: Scheme) -> Iterator[str]:
    pieces = _LETTER_AND_ARGUMENTS.findall(written.partition(":")[2])
    if len(pieces) > len(scheme.flags):
        letter, arguments = pieces[-1]
        wanted = "".join(f"<{name}>" for name in FLAGS[letter].arguments)
        yield (
            f"the last flag {letter}{arguments} has no effect, because it ends too early: {letter}{wanted} is wanted. "
            "GEval drops it without a word, and so does probierz"
        )


def _erased_prefixes(written: str) -> Iterator[str]:
    prefixes, name = _prefixes(written)
    specifications = [prefix for prefix in prefixes if prefix in MATCHING]
    erased = specifications[len(effective_prefixes(specifications)) :]
    if erased:
        kept = "/".join([*erased, "Fuzzy", name])
        yield f"Fuzzy/ erases the prefixes to its right: {'/'.join(erased)}/ has no effect. Write {kept}"


def _swapped_roles(written: str, metric: Metric) -> Iterator[str]:
    sided = {
        "Fuzzy": "divides by the length of the label that was given",
        "Smart": "looks for letters in the label that was given",
        "ExtractNumber": "looks for a number in the label that was given first",
    }
    if not metric.definition.pattern.startswith("MultiLabel-F"):
        return
    for prefix in effective_prefixes([prefix for prefix in _prefixes(written)[0] if prefix in MATCHING]):
        if prefix in sided:
            yield f"under MultiLabel-F expected and given change places: {prefix}/ {sided[prefix]}, as in GEval"


def _metric_traps(scheme: Scheme, sample: Sample) -> Iterator[str]:
    """The traps of the metric's own definition; without a line all of them."""
    if not sample.texts:
        yield from filter(None, [trap.beforehand for trap in scheme.metric.definition.traps])
        return
    last = _steps(scheme, sample)[-1]
    yield from filter(None, [trap.of_line(last.expected, last.output) for trap in scheme.metric.definition.traps])


def _pattern_traps(flag: Flag, sample: Sample) -> Iterator[str]:
    pattern = compile_pattern(flag.arguments[0])
    yield from _byte_traps(pattern)
    yield from _empty_match(flag, pattern, sample)
    if not pattern.shape.simple:
        yield (
            f"the expression is too intricate to promise that it is fast: it runs under a limit of {LINE_SECONDS:g} s "
            "a line, and a line that needs more ends the evaluation with an error"
        )


_ATOM = re.compile(r"\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[a-z]+\)|.", re.DOTALL)


def _atoms(source: str) -> list[tuple[str, bool]]:
    """Single characters, escapes and classes of an expression, each with whether it is repeated without bound."""
    source = re.sub(r"^(\(\*\w+\))+", "", source)
    atoms = []
    for found in _ATOM.finditer(source):
        atoms.append((found.group(), source[found.end() : found.end() + 1] in ("+", "*") and found.end() < len(source)))
    return atoms


def _byte_traps(pattern: Pattern) -> Iterator[str]:
    atoms = _atoms(pattern.pattern)
    ascii_only = dict.fromkeys(
        name
        for atom, _ in atoms
        for name in (r"\w", r"\W", r"\b", r"\B", "(?i)")
        if name in atom and "\\\\" not in atom
    )
    if ascii_only and "(*UCP)" not in pattern.pattern:
        yield f"{', '.join(ascii_only)} know ASCII letters only: ż is none of them. (*UTF8)(*UCP) in front changes that"
    if pattern.unicode:
        return
    advice = "Begin the expression with (*UTF8) to match whole letters"
    for atom, repeated in dict.fromkeys(atoms):
        if atom in (".", r"\N") or atom.startswith("[^"):
            if not repeated:
                yield f"{atom} matches one byte, and a letter such as ż has two. {advice}"
        elif not atom.isascii() and atom.startswith("["):
            yield f"{atom} lists bytes, not letters: letters outside ASCII are cut in two. {advice}"
        elif not atom.isascii() and repeated:
            yield f"the repetition behind {atom} repeats its last byte only. {advice}"


def _replacement_traps(pattern: Pattern, replacement: str) -> Iterator[str]:
    groups = pattern.groups
    has = f"the expression has {groups or 'no'} group{'' if groups == 1 else 's'}"
    for digits in dict.fromkeys(re.findall(r"\\(\d+)", replacement)):
        number = int(digits.lstrip("0")[:9] or 0)  # no expression has that many groups
        if number > groups and len(digits) > 1:
            instead = f"not group {digits[0]} followed by {digits[1:]}"
            yield rf"\{digits} is group {number}, {instead}: {has}, so nothing is put in"
        elif number > groups:
            yield rf"\{digits} puts in nothing: {has}"
    for literal in dict.fromkeys(re.findall(r"\$\d+|\\[^\d]", replacement)):
        told = rf"{literal} is put in as it is written: only \ and digits is special in a replacement"
        yield told + r"; only in config.txt is a space written as \ and a space" * (literal == r"\ ")


_PROBES = ("", "a", " ", "a b", "1", "ż,")


def _empty_match(flag: Flag, pattern: Pattern, sample: Sample) -> Iterator[str]:
    if not any(_matches_nothing(pattern, text) for text in (*_PROBES, *sample.texts)):
        return
    if flag.letter == "t":
        if _matches_nothing(pattern, ""):
            yield "the expression can match nothing at all, so every word is kept"
    elif flag.letter == "m":
        yield "the expression can match nothing at all; GEval never ends on that, probierz goes on to the next place"
    elif flag.arguments[1]:
        yield "the expression can match nothing at all; GEval never ends on that, probierz replaces once at each place"
    else:
        yield "the expression can match nothing at all, and such a match ends the replacing: what comes later stays"


def _matches_nothing(pattern: Pattern, text: str) -> bool:
    data = pattern.encode(text)
    try:
        return any(found.start() == found.end() for found in pattern.finditer(data))
    except TimeoutError:
        return False
