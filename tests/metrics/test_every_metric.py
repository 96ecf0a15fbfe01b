"""What every metric must satisfy, known today or added tomorrow: these tests come by themselves."""

import math

import pytest

import probierz.metrics.definition as definition_module
from probierz import Example, metric, score
from probierz.errors import ParseError, ProbierzError, SchemeError
from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.definition import definitions
from probierz.metrics.matching import MATCHING
from probierz.metrics.names import get_metric
from probierz.metrics.tallies import Mean
from probierz.scoring.laws import broken_laws, example_name

pytestmark = pytest.mark.filterwarnings("ignore::probierz.ProbierzWarning")

ALL = definitions(plugins=False)


def name_of(definition):
    return example_name(definition.pattern, definition.example, needs_matching=definition.matching == "required")


NAMES = sorted({name_of(definition) for definition in ALL})
COMBINED = [f"{prefix}/{name}" for name in NAMES for prefix in COMBINATORS]
MATCHED = [
    f"{prefix}/{name_of(definition)}" for definition in ALL for prefix in MATCHING if definition.matching != "no"
]


@pytest.mark.parametrize("name", NAMES + COMBINED + MATCHED)
def test_the_laws_hold(name):
    assert broken_laws(name) == {}


@pytest.mark.parametrize("name", [name for name in NAMES if name != "SacreBLEU"])  # as in sacreBLEU, it differs
def test_the_value_of_a_line_is_that_of_a_test_set_of_this_line(name):
    one, data = get_metric(name), get_metric(name).definition.example
    inputs = data.input or [""] * len(data.expected)
    for expected, output, line_input in zip(data.expected, data.output, inputs, strict=True):
        try:
            tally = one.tally(one_text(expected), one_text(output), line_input=one_text(line_input))
        except ParseError:  # such a line is read item by item
            continue
        alone = math.nan if one.compares_groups else float(one.value([tally]))
        assert repr(float(one.line_value(tally))) == repr(alone)


def one_text(line):
    return line if isinstance(line, str) else " ".join(line)


@pytest.mark.parametrize("definition", ALL, ids=lambda definition: definition.pattern)
def test_a_definition_tells_all_that_help_and_docs_need(definition):
    assert definition.source
    assert definition.bounds[0] < definition.bounds[1]
    assert len(definition.example.expected) == len(definition.example.output) > 0


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("F-1", "F-1: beta is -1, and must be a number from 0 to 1000000"),
        ("Macro-F(-0.5)", "Macro-F(-0.5): beta is -0.5, and must be a number from 0 to 1000000"),
        ("Lower/MultiLabel-F-2", "MultiLabel-F-2: beta is -2, and must be a number from 0 to 1000000"),
        ("Mean/NDCG@0", "NDCG@0: n is 0, and must be a whole number of at least 1"),
        ("Recall@-3", "Recall@-3: k is -3, and must be a whole number of at least 1"),
        ("LogLossHashed0", "LogLossHashed0: bits is 0, and must be a whole number from 1 to 32"),
        ("PerplexityHashed33", "PerplexityHashed33: bits is 33, and must be a whole number from 1 to 32"),
    ],
)
def test_a_parameter_out_of_range_is_refused_with_the_range(name, told):
    with pytest.raises(SchemeError) as error:
        get_metric(name)
    assert str(error.value) == told


PARAMETERS = [(definition, key, kind) for definition in ALL for key, kind in definition.parameters.items()]


@pytest.mark.parametrize(("definition", "key", "kind"), PARAMETERS, ids=lambda value: getattr(value, "pattern", value))
def test_no_parameter_takes_any_number_but_a_threshold(definition, key, kind):
    name = definition.show(dict.fromkeys(definition.parameters, -7), str)
    if key == "threshold":
        assert get_metric(name).name == name
    else:
        with pytest.raises(SchemeError, match=f"{key} is -7, and must be"):
            get_metric(f"Lower/{name}" if definition.matching == "required" else name)


def test_an_f_score_whose_beta_is_zero_is_precision():
    expected, output = ["1", "1", "0", "1"], ["1", "0", "1", "1"]
    assert score("F0", expected, output).value == score("Precision", expected, output).value == 2 / 3


HOSTILE = ["", " ", "\t", ":", "1:2:3", "-", "a:b,c", "9" * 25, "x" * 10_000, "\u202e", "1e999"]


@pytest.mark.parametrize("name", NAMES)
def test_any_output_gives_a_number_or_an_error_of_ours(name):
    data = get_metric(name).definition.example
    for hostile in HOSTILE:
        told = ""
        try:
            result = score(name, data.expected, [hostile] * len(data.expected), inputs=data.input or data.expected)
            assert isinstance(result.value, float), hostile
        except ProbierzError as error:
            told = str(error)
        assert not any(len(line) > 3 and line in told for line in data.expected), f"{hostile!r} quotes an expected text"


def test_a_metric_that_breaks_the_laws_is_found_out(monkeypatch):
    monkeypatch.setattr(definition_module, "_definitions", dict(definition_module._definitions))  # ours goes away again

    @metric(
        "Broken-For-Test",
        better="higher",
        bounds=(0, 0.5),
        source="this test",
        example=Example(expected=["a", "b"], output=["a", "x"], value=0.75),
        geval=False,
    )
    def broken(expected: str, output: str) -> Mean:
        """Share of equal lines, with wrong bounds, example and docstring."""
        return Mean(expected == output)

    found = broken_laws("Broken-For-Test")
    assert found.keys() == {
        "the example has the value it states",
        "a perfect output gets the best value",
        "the docstring tells formula and empty case",
    }
    assert found["the example has the value it states"] == "the example says 0.75, found 0.5"
