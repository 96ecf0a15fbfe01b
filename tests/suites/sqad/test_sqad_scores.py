"""Scores of SQAD's tables, worked by hand, under their own names and those that publications print."""

import pytest
from sqad_made import make_records

from probierz.challenges.challenge import open_challenge
from probierz.cli.main import main
from probierz.errors import ChallengeError, LengthError
from probierz.suites.sqad.builders import build_selection
from probierz.suites.sqad.records import read_records
from probierz.suites.sqad.scores import RankedQuestion, combined_table, ranked_questions, scores_table, types_table


def asked(*ranks):
    return [
        RankedQuestion(f"{at:06d}", "PERSON" if at % 2 else "ENTITY", "PERSON", rank) for at, rank in enumerate(ranks)
    ]


def test_each_score_has_its_own_name_and_the_printed_one():
    rows = {name: (value, printed) for name, value, printed in scores_table(asked(1, 1, 2, 12, None)).rows}
    assert rows["P@1"] == ("40.00", "MAP")
    mean = f"{100 * (1 + 1 + 1 / 2 + 1 / 12) / 5:.2f}"
    assert (rows["MRR"], rows["MAP"]) == ((mean, "MRR"), (mean, ""))
    assert [rows[f"hit@{k}"][0] for k in (1, 3, 5, 10)] == ["40.00", "60.00", "60.00", "60.00"]
    assert (rows["rank 2"], rows["rank 10 or later, or none"]) == (("20.00", "P@2"), ("40.00", "P@10 and more"))


def test_types_count_what_is_right_at_once():
    assert types_table(asked(1, 2, 1)).rows == (
        ("question", "ENTITY", "2", "2", "100.00"),
        ("question", "PERSON", "1", "0", "0.00"),
        ("answer", "PERSON", "3", "2", "66.67"),
    )


def test_both_selections_together_want_the_document_among_the_first_and_the_sentence_first():
    documents, sentences = asked(1, 3, 6, 1), asked(1, 1, 1, 2)
    assert combined_table(documents, sentences).rows == (
        ("1", "50.00", "25.00"), ("2", "50.00", "25.00"), ("3", "75.00", "50.00"), ("4", "75.00", "50.00"),
        ("5", "75.00", "50.00"),
    )  # fmt: skip
    with pytest.raises(ChallengeError, match="record 000003 is in one of the two outputs only"):
        combined_table(documents[:3], sentences)


def test_an_output_of_a_built_challenge_is_scored(tmp_path, capsys):
    build_selection(read_records(make_records(tmp_path / "records", 40)), tmp_path / "c", "sentences")
    out = tmp_path / "c" / "test-A" / "out.tsv"
    expected = (tmp_path / "c" / "test-A" / "expected.tsv").read_text().splitlines()
    out.write_text("".join(f"99\t{line}\n" for line in expected))
    assert {one.rank for one in ranked_questions(open_challenge(tmp_path / "c"), "test-A", out)} == {2}
    assert main(["sqad", "score", str(out), "--format", "tsv"]) == 0
    printed = capsys.readouterr().out
    assert "MRR\t50.00\tMRR" in printed
    out.write_text("1\n")
    with pytest.raises(LengthError, match="1 lines, and 12 questions"):
        ranked_questions(open_challenge(tmp_path / "c"), "test-A", out)
