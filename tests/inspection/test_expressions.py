import contextlib
import math
import time

import pytest

from probierz.errors import OptionError
from probierz.inspection.expressions import Expression
from probierz.inspection.line_by_line import LineScore
from probierz.inspection.line_columns import Headers

LINE = LineScore(7, 0.25, "1907\tŁódź", "Ala ma kota", "ala ma")


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("len(expected)", 11),
        ("len(words(expected)) > len(words(output))", True),
        ("expected.lower().startswith(output)", True),
        ("'kota' in words(expected) and not 'kota' in output", True),
        ("input[2]", "Łódź"),
        ("number(input[1]) // 100 * 100", 1900),
        ("input[3]", ""),
        ("score < 0.5 or 1 / 0", True),
        ("line % 2 == 1", True),
        ("'long' if len(expected) > 20 else 'short'", "short"),
        ("1 < len(output) <= 6", True),
        ("-score + 1", 0.75),
        ("expected.count('a') - output.endswith('ma')", 2),
        ("  output.upper().strip()", "ALA MA"),
    ],
)
def test_an_expression_has_a_value_on_a_line(source, value):
    assert Expression(source)(LINE) == value


def test_columns_have_the_names_of_the_header():
    expression = Expression("input['town']", Headers(("year", "town")))
    assert expression(LINE) == "Łódź"
    assert expression.sides == {"input"}


def test_what_is_no_number_is_nan():
    assert math.isnan(Expression("number(expected)")(LINE))


def test_it_is_known_what_an_expression_looks_at():
    assert Expression("score > 0 and len(expected) > 3").sides == {"score", "expected"}
    assert Expression("line > 3").sides == set()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "cannot be read"),
        ("1 +", "cannot be read"),
        ("len(expcted) > 3", "character 5 (expcted): nothing is called expcted; did you mean expected?"),
        ("__import__('os')", "there is no such function; there is len(…)"),
        ("expected.__class__", "Attribute is not part of the language"),
        ("expected.format(1)", "there is no such function"),
        ("().__class__.__bases__", "is not part of the language"),
        ("[x for x in expected]", "ListComp is not part of the language"),
        ("lambda: 1", "Lambda is not part of the language"),
        ("(score := 1)", "NamedExpr is not part of the language"),
        ("f'{expected}'", "JoinedStr is not part of the language"),
        ("9 ** 9 ** 9", "there are only + - * / // and %"),
        ("1 << 10", "there are only + - * / // and %"),
        ("~1", "there are only - and not"),
        ("None", "neither a text nor a number"),
        ("b'x' in output", "neither a text nor a number"),
        ("score is 1", "there are only == !="),
        ("expected[0]", "columns are counted from 1"),
        ("expected[1:2]", "brackets choose a column"),
        ("words(expected)[1]", "brackets choose a column"),
        ("input[True]", "a column is a number from 1"),
        ("len(expected, output)", "len takes one argument, found 2"),
        ("expected.lower('x')", "lower takes no argument, found 1"),
        ("len(*expected)", "plain arguments only"),
        ("input['town']", "the columns have no names here"),
        ("len(" * 240, "cannot be read"),
        ("x" * 1001, "1001 characters long"),
        ("1\x00", "cannot be read"),
    ],
)
def test_what_the_language_lacks_is_refused_with_its_place(source, message):
    with pytest.raises(OptionError) as caught:
        Expression(source)
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("expected > 3", "line 7: 'expected > 3' has no value: '>' not supported between instances of a text"),
        ("expected * 1000000000", "a number is wanted, found a text; number(…)"),
        ("len(3)", "len() counts the characters of a text"),
        ("3 in expected", "a text is wanted, found the number 3"),
        ("'a' in 3", "a text or a list of words is wanted after in"),
        ("words(score)", "a text is wanted"),
        ("1 / (line - 7)", "divided by 0"),
        ("words(expected)", "is a list of words; ask for len"),
        ("expected.startswith(words(output))", "a text is wanted, found a list of words"),
    ],
)
def test_what_cannot_be_worked_out_names_the_line(source, message):
    with pytest.raises(OptionError) as caught:
        Expression(source)(LINE)
    assert message in caught.value.message


@pytest.mark.parametrize("source", ["not " * 240 + "1", "-" * 990 + "1", "(" * 150 + "1" + ")" * 150, "9" * 900 + "*1"])
def test_odd_expressions_are_answered_soon(source):
    began = time.process_time()
    with contextlib.suppress(OptionError):
        Expression(source)(LINE)
    assert time.process_time() - began < 1
