"""Hostile texts: schemes, config.txt and data end in a score or in an error of ours; never a traceback or a hang."""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from probierz import open_challenge, score
from probierz.errors import ProbierzError
from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.definition import definitions
from probierz.metrics.matching import MATCHING
from probierz.schemes.scheme import parse_scheme, parse_schemes

pytestmark = pytest.mark.filterwarnings("ignore::probierz.ProbierzWarning")

EXAMPLES = int(os.environ.get("PROBIERZ_FUZZ", "150"))
fuzz = settings(max_examples=EXAMPLES, deadline=5000, suppress_health_check=list(HealthCheck))

NAMES = sorted({definition.example.name or definition.pattern for definition in definitions(plugins=False)})
pieces = st.sampled_from(
    [
        *NAMES,
        *(f"{prefix}/" for prefix in (*MATCHING, *COMBINATORS)),
        *"lucSmtsfNPp:{},<>()[]*+?|\\.^$-",
        "\\10",
        "(?i)",
    ]
)
expressions = st.lists(
    st.sampled_from(
        [
            "a",
            "b",
            ".",
            "\\s",
            "\\S",
            "\\d",
            "[^a]",
            "(",
            ")",
            "(?:",
            "|",
            "*",
            "+",
            "?",
            "^",
            "$",
            "\\1",
            "\\b",
            "ż",
            "(?!",
        ]
    ),
    max_size=12,
).map("".join)
cells = st.lists(
    st.sampled_from(
        [
            "a",
            "B-x",
            "I-x",
            "O",
            "1",
            "0.5",
            ":",
            "1:0.5",
            "a:1-3",
            "0,0,9,9",
            "x/1,1,2,2:0.5",
            "\t",
            " ",
            ",",
            "ż",
            "\u2028",
            "-",
        ]
    ),
    max_size=8,
).map("".join)


def outcome(function, *arguments, **options):
    """What a function returns, or the error of ours that it raises; any other exception is a bug."""
    try:
        return function(*arguments, **options)
    except ProbierzError as error:
        return error


@fuzz
@given(st.lists(pieces, max_size=8).map("".join))
def test_schemes(text):
    schemes = outcome(parse_schemes, text)
    assert str(schemes)
    if isinstance(schemes, list):
        assert [parse_scheme(str(scheme)) for scheme in schemes] == schemes
        assert [parse_scheme(scheme.geval) for scheme in schemes] == schemes


@fuzz
@given(expressions, st.sampled_from(["", "x", "\\1", "\\0\\2"]), st.text("ab żó1\t", max_size=40))
def test_regular_expressions(expression, replacement, text):
    for scheme in (f"WER:s<{expression}><{replacement}>", f"WER:m<{expression}>", f"WER:t<{expression}>"):
        assert str(outcome(score, scheme, [text], [text]))


@fuzz
@given(st.sampled_from(NAMES), st.lists(st.tuples(cells, cells), max_size=4))
def test_cells(name, lines):
    expected, output = [line[0] for line in lines], [line[1] for line in lines]
    for scheme in (name, f"Mean/{name}", f"MacroAvg/{name}"):
        assert str(outcome(score, scheme, expected, output, inputs=expected))


@fuzz
@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(
            st.sampled_from(
                [
                    "--metric ",
                    "WER",
                    " --precision ",
                    "4",
                    "-%",
                    "\\ ",
                    "\n",
                    " --in-header ",
                    "x",
                    " --nope",
                    "{",
                    "-m",
                    " --selector a",
                ]
            ),
            max_size=8,
        ).map("".join),
    ),
    st.binary(max_size=60),
    st.binary(max_size=60),
)
def test_challenges(tmp_path_factory, config, expected, output):
    folder = tmp_path_factory.mktemp("challenge")
    (folder / "test-A").mkdir()
    (folder / "config.txt").write_text(config, encoding="utf-8", errors="replace")
    (folder / "test-A" / "expected.tsv").write_bytes(expected)
    (folder / "test-A" / "out.tsv").write_bytes(output)
    assert str(outcome(lambda: open_challenge(folder).evaluate("test-A")))


@pytest.mark.parametrize("name", NAMES)
def test_a_huge_line_is_scored_or_refused_in_time(name):
    line = "a b " * 20_000
    assert len(str(outcome(score, name, [line], [line[:-4]], inputs=[line]))) < 2000
