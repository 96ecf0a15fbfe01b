"""Judgements and runs of trec_eval."""

import pytest

from probierz import open_challenge
from probierz.cli.main import main

QRELS = "q1 0 d1 2\nq1 0 d2 0\nq2 0 d4 1\nq1 0 d3 1\n"
RUN = "q2 Q0 d4 1 7.5 mine\nq1 Q0 d3 1 3.0 mine\nq1 Q0 d1 2 2.5 mine\nq1 Q0 d2 3 2.5 mine\n"


@pytest.fixture
def convert(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def run(*arguments, **files):
        for name, text in files.items():
            (tmp_path / f"{name}.txt").write_text(text)
        code = main(["convert", *arguments])
        return code, capsys.readouterr().err

    return run


def test_judgements_and_a_run_become_a_challenge_with_its_output(convert, tmp_path):
    assert convert("qrels.txt", "--to", "c", qrels=QRELS) == (0, "")
    assert convert("run.txt", "--ids", "qrels.txt", "--to", "c/test-A/out.tsv", run=RUN) == (0, "")
    assert (tmp_path / "c/test-A/expected.tsv").read_text() == "d1:2\td2:0\td3:1\nd4:1\n"
    assert (tmp_path / "c/test-A/out.tsv").read_text() == "d3\td2\td1\nd4\n"  # of equal scores d2 before d1


def test_values_are_those_of_ir_measures(convert, tmp_path):
    ir_measures = pytest.importorskip("ir_measures")
    convert("qrels.txt", "--to", "c", qrels=QRELS)
    convert("run.txt", "--ids", "qrels.txt", "--to", "c/test-A/out.tsv", run=RUN)
    theirs = ir_measures.calc_aggregate(
        [ir_measures.parse_measure(name) for name in ("nDCG@10", "AP@1000", "RR@10", "Success@10")],
        ir_measures.read_trec_qrels(str(tmp_path / "qrels.txt")),
        ir_measures.read_trec_run(str(tmp_path / "run.txt")),
    )
    ours = {score.name: score.value for score in open_challenge(tmp_path / "c").evaluate("test-A")}
    for name, measure in {"Graded-NDCG": "nDCG", "AP": "AP", "MRR": "RR", "Success": "Success"}.items():
        theirs_of = next(value for one, value in theirs.items() if str(one).startswith(f"{measure}@"))
        assert next(value for one, value in ours.items() if one.startswith(f"{name}@")) == pytest.approx(theirs_of)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("q1 0 d1 2\nq1 0 d1\n", "line 2: wanted 4 columns"),
        ("q1 0 d1 2\nq1 0 d2 good\n", "line 2: the grade must be a whole number, found 'good'"),
        ("q1 0 d1 2\nq1 0 d1 1\n", "line 2: d1 has two grades for query q1"),
        ("q1 Q0 d1 1 0.5 mine\nq1 Q0 d2 2 nan mine\n", "line 2: the score must be a number, found 'nan'"),
    ],
)
def test_a_broken_line_is_told_with_its_place(convert, text, told):
    code, err = convert("broken.txt", "--read-as", "trec", "--to", "c", broken=text)
    assert code != 0
    assert told in err


def test_a_query_that_the_run_lacks_is_named(convert):
    convert("qrels.txt", "--to", "c", qrels=QRELS)
    code, err = convert("run.txt", "--ids", "qrels.txt", "--to", "out.tsv", run=RUN.split("\n", 1)[1])
    assert code != 0
    assert "'q2'" in err
