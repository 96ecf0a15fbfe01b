"""Which lines of an output stand among its worst."""

from probierz import open_challenge
from probierz.web.sandbox.looking import looked_into


def test_lines_that_lose_nothing_are_not_among_the_worst(tmp_path):
    (tmp_path / "test-A").mkdir()
    (tmp_path / "config.txt").write_text("--metric Accuracy --metric MAE\n")
    for name, lines in (("in", "abc"), ("expected", "123"), ("out", "143")):
        (tmp_path / "test-A" / f"{name}.tsv").write_text("".join(f"{one}\n" for one in lines))
    evaluation = open_challenge(tmp_path).evaluate("test-A")
    accuracy, error = looked_into(evaluation, evaluation.scores, 10)
    assert (accuracy["worst"], error["worst"]) == ([(2, "0.0000")], [(2, "2.0000")])
