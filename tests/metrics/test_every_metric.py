"""What every metric must satisfy, known today or added tomorrow: these tests come by themselves."""

import math
import random

import pytest

from probierz import score
from probierz.errors import DataError, ProbierzError
from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.definition import definitions
from probierz.metrics.matching import MATCHING
from probierz.metrics.names import get_metric
from probierz.schemes.scheme import parse_scheme
from probierz.scoring.blocks import Block
from probierz.scoring.run import _finished, run
from probierz.scoring.tally import Plan

ALL = definitions(plugins=False)


def example_name(definition):
    name = definition.example.name or definition.pattern
    return f"Lower/{name}" if definition.matching == "required" else name


def combined(name, prefix):
    return f"{prefix}/{name}"


NAMES = sorted({example_name(definition) for definition in ALL})
COMBINED = NAMES + [f"{prefix}/{name}" for name in NAMES for prefix in COMBINATORS]
MATCHED = [
    f"{prefix}/{example_name(definition)}" for definition in ALL for prefix in MATCHING if definition.matching != "no"
]


def example(name):
    return get_metric(name).definition.example


def score_example(name, expected=None, output=None, inputs=None):
    data = example(name)
    return score(
        name,
        data.expected if expected is None else expected,
        data.output if output is None else output,
        inputs=(data.input or data.expected) if inputs is None else inputs,
    )


def same(left, right):
    return left == right or (math.isnan(left) and math.isnan(right))


@pytest.mark.parametrize("name", NAMES)
def test_the_example_has_the_value_it_states(name):
    assert score_example(name).value == pytest.approx(example(name).value, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("name", COMBINED + MATCHED)
def test_the_name_prints_back_to_itself(name):
    metric = get_metric(name)
    assert get_metric(metric.name).name == metric.name
    assert get_metric(metric.recorded_name).name == metric.name


@pytest.mark.parametrize("name", COMBINED + MATCHED)
def test_a_perfect_output_gets_the_best_value(name):
    metric, data = get_metric(name), example(name)
    if metric.best is None:
        return
    perfect = [metric.definition.perfect(line) for line in data.expected]
    value = score_example(name, output=perfect, inputs=data.input or data.expected).value
    whole_needs_more_lines = name.startswith("M") and name.split("/")[-1] in {"Pearson", "Spearman", "Kendall"}
    if not (math.isnan(value) and ("/" in name or whole_needs_more_lines)):
        assert value == pytest.approx(metric.best, abs=1e-4)


@pytest.mark.parametrize("name", COMBINED + MATCHED)
def test_values_stay_in_bounds_whatever_the_output(name):
    metric, data = get_metric(name), example(name)
    low, high = metric.bounds
    outputs = list(data.output)
    for seed in range(10):
        random.Random(seed).shuffle(outputs)
        value = try_score(name, outputs)
        assert value is None or math.isnan(value) or low - 1e-9 <= value <= high + 1e-9


def try_score(name, outputs):
    try:
        return score_example(name, output=outputs).value
    except DataError:  # TokenAccuracy wants as many tokens as expected
        return None


@pytest.mark.parametrize("name", COMBINED)
def test_any_order_of_lines_gives_the_same_value(name):
    if get_metric(name).needs_position:
        pytest.skip("the hash of a line depends on its number")
    data = example(name)
    lines = list(zip(data.expected, data.output, data.input or data.expected, strict=True))
    first = score_example(name).value
    for seed in range(5):
        random.Random(seed).shuffle(lines)
        expected, output, inputs = zip(*lines, strict=True)
        value = score_example(name, expected, output, inputs).value
        if isinstance(get_metric(name).tally_kind, type) and hasattr(get_metric(name).tally_kind, "_fields"):
            assert same(value, first)
        else:
            assert value == pytest.approx(first, rel=1e-9, nan_ok=True)


@pytest.mark.parametrize("name", COMBINED)
def test_any_cut_into_blocks_gives_the_same_bits(name):
    data = example(name)
    inputs = list(data.input or data.expected)
    plan = Plan([parse_scheme(name)])
    for cut in range(len(data.expected) + 1):
        blocks = [
            Block(1, list(data.expected[:cut]), list(data.output[:cut]), inputs[:cut]),
            Block(cut + 1, list(data.expected[cut:]), list(data.output[cut:]), inputs[cut:]),
        ]
        value = _finished(plan.schemes[0], run(plan, blocks)[0]).value
        assert same(value, score_example(name).value)


@pytest.mark.parametrize("name", NAMES)
def test_mean_is_the_mean_of_the_lines_values(name):
    values = score_example(name).rows.values
    mean = sum(values) / len(values)
    assert score_example(f"Mean/{name}").value == pytest.approx(mean, rel=1e-9, nan_ok=True)


@pytest.mark.parametrize("name", COMBINED)
def test_no_lines_are_no_crash(name):
    assert isinstance(score(name, [], [], inputs=[]).value, float)


@pytest.mark.parametrize("definition", ALL, ids=lambda definition: definition.pattern)
def test_a_definition_tells_all_that_help_and_docs_need(definition):
    doc = definition.doc
    assert any(line.startswith("    ") for line in doc.splitlines()), "a formula on a line of its own"
    assert "Empty:" in doc
    assert definition.source
    assert definition.bounds[0] < definition.bounds[1]
    assert len(definition.example.expected) == len(definition.example.output)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "hostile", ["", " ", "\t", ":", "1:2:3", "-", "a:b,c", "999999999999999999999", "x" * 10_000, "\u202e", "1e999"]
)
def test_any_output_gives_a_number_or_an_error_of_ours(name, hostile):
    data = example(name)
    told = ""
    try:
        assert isinstance(score_example(name, output=[hostile] * len(data.expected)).value, float)
    except ProbierzError as error:
        told = str(error)
    assert not any(len(line) > 3 and line in told for line in data.expected), "a message quotes an expected text"
