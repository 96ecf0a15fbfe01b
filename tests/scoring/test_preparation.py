import pytest

from probierz.schemes.scheme import parse_scheme
from probierz.scoring.preparation import joined, preparation


@pytest.mark.parametrize(
    ("scheme", "tokenizer", "line", "prepared"),
    [
        ("WER", None, "A,b", "A,b"),
        ("WER:ls<b><c>", None, "A,b", "a,c"),
        ("WER:s<b><c>l", None, "A,B", "a,b"),  # flags from left to right
        ("WER:l", "13a", "A,b\tC.", "a , b\tc ."),  # the tokenizer after flags, field by field
        ("WER:u", None, ("a", "b"), ("A", "B")),
    ],
)
def test_lines_are_prepared(scheme, tokenizer, line, prepared):
    assert preparation(parse_scheme(scheme), tokenizer)(line) == prepared


def test_items_are_joined_by_one_space():
    assert joined(("a", "b c")) == "a b c"
    assert joined("a") == "a"
