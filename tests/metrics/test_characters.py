"""CharMatch. Values: GEval 1.42.2.0 where said, else worked by hand."""

import pytest

from probierz.metrics.names import get_metric


def value(inputs, expected, output):
    metric = get_metric("CharMatch")
    lines = zip(expected, output, inputs, strict=True)
    return metric.value([metric.tally(e, o, line_input=i) for e, o, i in lines])


@pytest.mark.parametrize(
    ("inputs", "expected", "output", "score"),
    [
        (["jeneralicyja", "kość"], ["generalicja", "kość"], ["genieralicya", "kość"], 0.3571428571428571),  # GEval
        (["kość"], ["kość"], ["kość"], 1.0),
        (["kosc"], ["kość"], ["kosc"], 0.0),
        (["kość"], ["kość"], ["kosc"], 0.0),
        (["kosc"], ["kość"], ["kość"], 1.0),
        (["kosc"], ["kość"], ["kośc"], 1.25 * 1 * 0.5 / (0.25 * 1 + 0.5)),  # P 1/1, R 1/2
        ([""], [" "], [" "], 1.0),
    ],
)
def test_a_value(inputs, expected, output, score):
    assert value(inputs, expected, output) == pytest.approx(score)
