"""Found passages are read, and judged ones written as pairs and as a challenge."""

import pytest

import probierz
from probierz.challenges.candidates import CandidatePassage, JudgedPassage, read_candidates, write_judged
from probierz.errors import DataError

HEADER = "question\trank\tscore\tplace\ttitle\tpassage\n"


def table(tmp_path, text):
    path = tmp_path / "found.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_each_passage_of_a_question_is_read_once(tmp_path):
    rows = "Kto?\t1\t3.2\ta.txt:0\tA\tTo ja.\nKto?\t2\t1.1\tb.txt:7\t\tTo ty.\nKto?\t3\t1.0\ta.txt:0\tA\tTo ja.\n"
    assert read_candidates(table(tmp_path, HEADER + rows), 10) == [
        CandidatePassage("Kto?", "a.txt:0", "A", "To ja."),
        CandidatePassage("Kto?", "b.txt:7", "", "To ty."),
    ]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "name the columns question, place and passage"),
        ("question\tpassage\n", 1, "name the columns question, place and passage"),
        (HEADER, None, "no passage below the header"),
        (HEADER + "Kto?\t1\n", 2, "2 columns, and 6 in the header"),
        (HEADER + "Kto?\t1\t1\ta\tA\t\n", 2, "must not be empty"),
        (HEADER + "a?\t1\t1\ta\t\tx\nb?\t1\t1\ta\t\tx\nc?\t1\t1\ta\t\tx\n", 4, "more than 2 passages"),
    ],
)
def test_what_is_no_table_of_passages_is_said_with_its_line(tmp_path, text, line, said):
    with pytest.raises(DataError, match=said) as caught:
        read_candidates(table(tmp_path, text), 2)
    assert caught.value.line == line


def test_judged_passages_score_rankings_and_hold_hard_negatives(tmp_path):
    judged = [
        JudgedPassage(CandidatePassage("Kto?", "a.txt:0", "A", "To ja."), is_relevant=False),
        JudgedPassage(CandidatePassage("Kto?", "b.txt:7", "", "To ty."), is_relevant=True),
        JudgedPassage(CandidatePassage("Gdzie?", "a.txt:0", "A", "To ja."), is_relevant=False),
    ]
    folder = tmp_path / "judged"
    write_judged(judged, folder, "Who")
    assert (folder / "pairs.tsv").read_text("utf-8").splitlines() == [
        "question\tplace\ttitle\tpassage\trelevant",
        "Kto?\ta.txt:0\tA\tTo ja.\t0",
        "Kto?\tb.txt:7\t\tTo ty.\t1",
        "Gdzie?\ta.txt:0\tA\tTo ja.\t0",
    ]
    assert (folder / "dev-0" / "in.tsv").read_text("utf-8") == "Kto?\n"
    assert (folder / "dev-0" / "expected.tsv").read_text("utf-8") == "b.txt:7:1\ta.txt:0:0\n"
    (folder / "dev-0" / "out.tsv").write_text("a.txt:0\tb.txt:7\n", encoding="utf-8")
    found = probierz.open_challenge(folder).evaluate(split="dev-0")
    # the right one is second: 1/2; not first: 0; 1 / log2(3) of at best 1
    assert [round(score.value, 4) for score in found.scores] == [0.5, 0.0, 0.6309]
