"""Published numbers of PolEval 2021, computed from the real challenges."""

import re

import pytest

from probierz import open_challenge
from probierz.lines import LineReader
from probierz.scoring.format import formatted

COMMA_RULE = re.compile(r"(\S+) (że|aby|jak[iaą]|któr[zaey])")


def printed(score, precision):
    return formatted(score.value, precision, percentage=True)


def written(path, lines):
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def input_lines(challenge, split):
    with LineReader(challenge.split(split).input, header=challenge.in_header) as lines:
        return list(lines)


def test_the_comma_rule_scores_as_in_the_proceedings(data_dir, tmp_path):
    # Proceedings of PolEval 2021, chapter on Gonito: the comma rule, submission 392
    challenge = open_challenge(data_dir / "poleval-2021" / "punctuation")
    texts = [COMMA_RULE.sub(r"\1, \2", line.rstrip()).split("\t")[1] for line in input_lines(challenge, "test-A")]
    scores = challenge.evaluate("test-A", out=written(tmp_path / "out.tsv", texts)).scores
    assert {score.name: printed(score, 4) for score in scores} == {
        "Weighted-F1": "14.75",
        "Hyphens-F1": "0.00",
        "Comma-F1": "36.53",
        "Ellipsis-F1": "100.00",
        "Fullstop-F1": "0.00",
        "QMark-F1": "0.00",
        "Colon-F1": "0.00",
        "Excl-F1": "0.00",
    }


@pytest.mark.parametrize(("split", "published"), [("dev-0", "16.550"), ("test-A", "16.527")])
def test_uncorrected_ocr_scores_as_published(data_dir, tmp_path, split, published):
    challenge = open_challenge(data_dir / "poleval-2021" / "ocr")
    output = written(tmp_path / "out.tsv", (line.split("\t")[3] for line in input_lines(challenge, split)))
    (score,) = challenge.evaluate(split, out=output, rows=False).scores
    assert printed(score, 5) == published


@pytest.mark.parametrize(("split", "count", "recorded"), [("dev-0", 1000, "5.10"), ("test-A", 2500, "5.72")])
def test_the_constant_answer_scores_as_in_geval(data_dir, tmp_path, split, count, recorded):
    challenge = open_challenge(data_dir / "poleval-2021" / "qa")
    (score,) = challenge.evaluate(split, out=written(tmp_path / "out.tsv", ["tak"] * count)).scores
    assert printed(score, 4) == recorded


@pytest.mark.parametrize("name", ["quality-nonblind", "quality-blind"])
def test_ratings_correlate_perfectly_with_themselves(data_dir, name):
    challenge = open_challenge(data_dir / "poleval-2021" / name)
    (score,) = challenge.evaluate("dev-0", out=challenge.split("dev-0").expected).scores
    assert score.value == pytest.approx(1.0)
