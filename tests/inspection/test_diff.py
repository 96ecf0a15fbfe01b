import time

import pytest

from probierz.inspection import diff
from probierz.inspection.diff import differences_of, marked_text


@pytest.mark.parametrize(
    ("expected", "output", "unit", "marked"),
    [
        ("to be or not", "to bee or not", "word", "to [-be-]{+bee+} or not"),
        ("to be", "to be", "word", "to be"),
        ("to be", "to bee", "char", "to be{+e+}"),
        ("", "a", "word", "{+a+}"),
        ("a", "", "word", "[-a-]"),
        ("", "", "word", ""),
        ("a  b", "a b", "word", "a[-  -]{+ +}b"),
        ("a a", "a", "char", "a[- a-]"),
        ("was mało, ale", "was mało , ale", "word", "was [-mało,-]{+mało ,+} ale"),
        ("źdźbło", "źd bło", "char", "źd[-ź-]{+ +}bło"),
    ],
)
def test_what_is_missing_and_what_was_added(expected, output, unit, marked):
    pieces = differences_of(expected, output, unit)
    assert marked_text(pieces) == marked
    assert "".join(piece.text for piece in pieces if piece.kind != "added") == expected
    assert "".join(piece.text for piece in pieces if piece.kind != "missing") == output


def test_texts_too_long_to_compare_are_shown_as_replaced(monkeypatch):
    monkeypatch.setattr(diff, "_MOST_CELLS", 3)
    assert marked_text(differences_of("same abc end", "same xyz end", "char")) == "same [-abc-]{+xyz+} end"


def test_pages_are_compared_in_no_time():
    page = " ".join(f"word{at}" for at in range(5000))
    began = time.process_time()
    pieces = differences_of(page, page.replace("7", "1"))
    assert time.process_time() - began < 2
    assert sum(piece.kind == "missing" for piece in pieces) > 1000
