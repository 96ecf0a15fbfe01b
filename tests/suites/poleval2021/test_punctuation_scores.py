"""Scores of folders of texts: those of the challenge, and each mark's."""

import json

import pytest
from texts import COMMA_RULE, GOLD, write_folder, write_split

from probierz import open_challenge
from probierz.cli.geval import main as geval
from probierz.errors import ChallengeError, DataError
from probierz.suites.poleval2021.punctuation.convert import convert
from probierz.suites.poleval2021.punctuation.evaluate import SCHEME, evaluate_folders

NAMES = {"-": "Hyphens", ",": "Comma", "...": "Ellipsis", ".": "Fullstop", "?": "QMark", ":": "Colon", "!": "Excl"}


def test_the_scheme_is_the_first_of_the_challenge(data_dir):
    main = open_challenge(data_dir / "poleval-2021" / "punctuation").schemes[0]
    assert str(main) == SCHEME


def test_json_and_lines_and_the_challenge_give_one_score(data_dir, tmp_path):
    # Proceedings of PolEval 2021, chapter on Gonito: the comma rule has 14.75 on test-A, and 36.53 for commas
    source = data_dir / "poleval-2021" / "punctuation"
    texts = (source / "test-A" / "in.tsv").read_text().splitlines()
    output = "".join(COMMA_RULE.sub(r"\1, \2", line).split("\t")[1] + "\n" for line in texts)
    (tmp_path / "rule").mkdir()
    (tmp_path / "rule" / "in.tsv").write_bytes((source / "test-A" / "in.tsv").read_bytes())
    (tmp_path / "rule" / "out.tsv").write_text(output)
    evaluation = open_challenge(source).evaluate("test-A", out=tmp_path / "rule" / "out.tsv")
    for form in ("json", "csv"):
        convert(tmp_path / "rule", tmp_path / form, form, punctuated="out.tsv")
        convert(source / "test-A", tmp_path / f"gold-{form}", form)
        report = evaluate_folders(tmp_path / f"gold-{form}", tmp_path / form)
        assert report.weighted_f1 == evaluation.scores[0].value
        assert f"{report.weighted_f1:.4f}" == "0.1475"
        by_name = {score.name: score.value for score in evaluation.scores}
        assert {mark.mark: mark.f1 for mark in report.marks} == {
            mark: pytest.approx(by_name[f"{name}-F1"], abs=1e-15) for mark, name in NAMES.items()
        }
        assert f"{report.marks[1].f1:.4f}" == "0.3653"


def test_the_drop_in_for_the_recorded_evaluator_prints_the_same(data_dir, tmp_path, capsys):
    # tests/conformance compares it with the evaluator itself
    source = data_dir / "poleval-2021" / "punctuation"
    texts = (source / "test-A" / "in.tsv").read_text().splitlines()
    (tmp_path / "test-A").mkdir()
    (tmp_path / "test-A" / "out.tsv").write_text(
        "".join(COMMA_RULE.sub(r"\1, \2", line).split("\t")[1] + "\n" for line in texts)
    )
    assert geval(["--expected-directory", str(source), "--out-directory", str(tmp_path), "--test-name", "test-A"]) == 0
    printed = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert printed[:3] == [["Weighted-F1", "14.75"], ["Hyphens-F1", "0.00"], ["Comma-F1", "36.53"]]


def test_marks_are_counted_in_all_texts_and_in_each(tmp_path):
    gold = write_folder(tmp_path / "gold", GOLD)
    # One comma of two found, the full stops both right; the question mark taken for a full stop is no full stop too
    # many, as none is expected in its text.
    system = {"wikinews1": 'to jest np. długi tekst "polski".', "wikitalks2": "czy wiesz, że tak."}
    report = evaluate_folders(gold, write_split(tmp_path / "system", system, name="out.tsv"))
    marks = {one.mark: (one.expected, one.output, one.hits) for one in report.marks}
    assert marks == {".": (2, 2, 2), ",": (2, 1, 1), "?": (1, 0, 0)} | dict.fromkeys(("!", "-", ":", "..."), (0, 0, 0))
    full_stop, comma, question, *_ = report.marks
    assert (full_stop.precision, full_stop.recall, full_stop.f1) == (1, 1, 1)
    assert (comma.precision, comma.recall, comma.f1) == (1, 1 / 2, pytest.approx(2 / 3))
    assert (question.precision, question.recall, question.f1) == (1, 0, 0)
    assert report.weighted_f1 == pytest.approx((2 * 1 + 2 * 2 / 3 + 0) / 5)
    first, second = report.documents
    assert first.weighted_f1 == pytest.approx(2 / 3)  # full stops 1, the comma 0
    assert second.weighted_f1 == pytest.approx(1 / 2)
    assert (first.name, first.words, first.marks[1].expected) == ("wikinews1", 6, 1)


def test_a_text_scored_against_itself_is_perfect(tmp_path):
    report = evaluate_folders(write_folder(tmp_path / "a", GOLD), write_folder(tmp_path / "b", GOLD))
    assert report.weighted_f1 == 1
    assert not report.warnings


def test_a_missing_text_and_other_words_are_refused(tmp_path):
    gold = write_folder(tmp_path / "gold", GOLD)
    one = write_folder(tmp_path / "one", {"wikinews1": GOLD["wikinews1"]})
    with pytest.raises(ChallengeError, match="one: there is no text wikitalks2; give every text of"):
        evaluate_folders(gold, one)
    short = write_folder(tmp_path / "short", {**GOLD, "wikitalks2": "czy wiesz, że"})
    with pytest.raises(DataError, match=r"wikitalks2\.json: there are 3 words, and 4 in the text; 'tak', word 4"):
        evaluate_folders(gold, short)
    other = write_folder(tmp_path / "other", {**GOLD, "wikitalks2": "czy wiem, że tak?"})
    path = other / "wikitalks2.json"
    path.write_text(json.dumps(json.loads(path.read_text()), indent=1))
    with pytest.raises(DataError, match=r"wikitalks2\.json line 9: word 2 is 'wiem' where the text has 'wiesz'"):
        evaluate_folders(gold, other)


def test_texts_too_many_and_unknown_marks_are_warned_of(tmp_path):
    gold = write_folder(tmp_path / "gold", GOLD)
    system = write_folder(tmp_path / "system", {**GOLD, "a3": "nie", "wikitalks2": "czy wiesz, że tak?!"})
    report = evaluate_folders(gold, system)
    assert [warning.split(f"{system}")[1] for warning in report.warnings] == [
        ": one text is not expected and left out, such as a3",
        "/wikitalks2.json word 4: '?!' is none of the marks . , ? ! - : ...; 1 such in all",
    ]


def test_texts_without_marks_cannot_be_gold(tmp_path):
    gold = write_split(tmp_path / "gold", GOLD)
    (gold / "expected.tsv").unlink()
    with pytest.raises(ChallengeError, match="these texts are without marks"):
        evaluate_folders(gold, write_folder(tmp_path / "system", GOLD))
