"""What every metric must satisfy, known today or added tomorrow: these tests come by themselves."""

import pytest

import probierz.metrics.definition as definition_module
from probierz import Example, metric, score
from probierz.errors import ParseError, ProbierzError
from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.definition import definitions
from probierz.metrics.matching import MATCHING
from probierz.metrics.names import get_metric
from probierz.metrics.tallies import Mean
from probierz.scoring.laws import LAWS, broken_laws, example_name

ALL = definitions(plugins=False)


def name_of(definition):
    return example_name(definition.pattern, definition.example, needs_matching=definition.matching == "required")


NAMES = sorted({name_of(definition) for definition in ALL})
COMBINED = [f"{prefix}/{name}" for name in NAMES for prefix in COMBINATORS]
MATCHED = [
    f"{prefix}/{name_of(definition)}" for definition in ALL for prefix in MATCHING if definition.matching != "no"
]


@pytest.mark.parametrize("name", NAMES + COMBINED + MATCHED)
@pytest.mark.parametrize("title", LAWS)
def test_the_laws_hold(title, name):
    assert LAWS[title](name) is None


@pytest.mark.parametrize("name", NAMES)
def test_the_value_of_a_line_is_that_of_a_test_set_of_this_line(name):
    one, data = get_metric(name), get_metric(name).definition.example
    inputs = data.input or [""] * len(data.expected)
    for expected, output, line_input in zip(data.expected, data.output, inputs, strict=True):
        try:
            tally = one.tally(one_text(expected), one_text(output), line_input=one_text(line_input))
        except ParseError:  # such a line is read item by item
            continue
        assert repr(float(one.line_value(tally))) == repr(float(one.value([tally])))


def one_text(line):
    return line if isinstance(line, str) else " ".join(line)


@pytest.mark.parametrize("definition", ALL, ids=lambda definition: definition.pattern)
def test_a_definition_tells_all_that_help_and_docs_need(definition):
    assert definition.source
    assert definition.bounds[0] < definition.bounds[1]
    assert len(definition.example.expected) == len(definition.example.output) > 0


HOSTILE = ["", " ", "\t", ":", "1:2:3", "-", "a:b,c", "9" * 25, "x" * 10_000, "\u202e", "1e999"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_any_output_gives_a_number_or_an_error_of_ours(name, hostile):
    data = get_metric(name).definition.example
    told = ""
    try:
        result = score(name, data.expected, [hostile] * len(data.expected), inputs=data.input or data.expected)
        assert isinstance(result.value, float)
    except ProbierzError as error:
        told = str(error)
    assert not any(len(line) > 3 and line in told for line in data.expected), "a message quotes an expected text"


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
