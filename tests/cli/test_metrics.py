"""`probierz metrics`."""

import json

import pytest

from probierz.cli.main import main
from probierz.metrics.definition import definitions


def shown(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["metrics", *arguments]) == 0
    return capsys.readouterr().out


def test_the_list_has_every_metric_with_direction_and_range(capsys: pytest.CaptureFixture[str]) -> None:
    header, *rows = [line.split("\t") for line in shown([], capsys).splitlines()]
    assert header == ["metric", "better", "range", "meaning"]
    assert len(rows) == len(definitions())
    by_name = {row[0]: row[1:3] for row in rows}
    assert by_name["WER"] == ["lower", "[0, ∞)"]
    assert by_name["F<beta>"] == ["higher", "[0, 1]"]
    assert "LogLossHashed[<bits>]" in by_name


def test_all_words_of_a_search_must_be_in_name_or_description(capsys: pytest.CaptureFixture[str]) -> None:
    names = [line.split("\t")[0] for line in shown(["Word", "ERROR"], capsys).splitlines()[1:]]
    assert "WER" in names
    assert "BLEU" not in names


@pytest.mark.parametrize("name", ["WER", "wer", "MAP", "BLEU", "Accuracy"])
def test_a_search_for_a_name_finds_that_metric_first(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["metrics", name, "--format", "tsv"])
    assert capsys.readouterr().out.splitlines()[1].split("\t")[0].casefold() == name.casefold()


def test_a_search_without_result_is_a_problem_with_advice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metrics", "acuracy"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "no metric has 'acuracy'" in captured.err
    assert "Accuracy" in captured.err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("WER", "Σ (S + D + I) / Σ N"),
        ("WER", "Levenshtein 1966"),
        ("WER", "in GEval  yes"),
        ("F2", "beta, a number from 0 to 1000000"),
        ("F<beta>", "beta, a number from 0 to 1000000"),
        ("LogLossHashed", "bits, a whole number from 1 to"),
        ("Mean/WER", "Mean/"),
        ("Accuracy:l", "Fuzzy/"),
        ("Fuzzy/Accuracy", "Fuzzy/"),
        ("CharMatch", "input is read too"),
    ],
)
def test_show_tells_about_one_metric(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(["show", name], capsys)
    assert " ".join(said.split()) in " ".join(text.split())
    assert "example:" in text


@pytest.mark.parametrize("definition", definitions(), ids=lambda definition: definition.pattern)
def test_every_metric_can_be_shown(definition, capsys: pytest.CaptureFixture[str]) -> None:
    assert definition.summary in shown(["show", definition.pattern], capsys)
    assert shown(["show", definition.pattern, "--format", "markdown"], capsys).startswith("| property | value |")


def test_an_unknown_metric_is_answered_with_near_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metrics", "show", "Wer"]) == 1
    assert "did you mean WER" in capsys.readouterr().err


def test_json_lists_metrics_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    known = {one["name"]: one for one in json.loads(shown(["--format", "json"], capsys))}
    assert known["WER"]["better"] == "lower"
    assert known["WER"]["lowest"] == 0
    assert known["WER"]["highest"] is None
    assert known["WER"]["example"]["value"] == 3 / 35
    one = json.loads(shown(["show", "WER", "--format", "json"], capsys))
    assert one == known["WER"]


def test_a_metric_is_tested_against_the_laws(capsys):
    assert main(["metrics", "test", "WER"]) == 0
    assert "holds   the order of lines does not matter" in capsys.readouterr().out


def test_a_metric_that_breaks_a_law_is_a_problem(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("probierz.metrics.definition._definitions", {})
    (tmp_path / "own.py").write_text(
        "from probierz import Example, metric\nfrom probierz.metrics.tallies import Mean\n"
        "@metric('Own', better='higher', bounds=(0, 1), source='', example=Example(['a'], ['a'], 0.5))\n"
        "def own(expected: str, output: str) -> Mean:\n    '''Equal.\\n\\n    x\\n'''\n    return Mean(1)\n"
    )
    assert main(["metrics", "test", "Own", "--plugin", str(tmp_path / "own.py")]) == 1
    assert "broken  the example has the value it states: the example says 0.5, found 1.0" in capsys.readouterr().out


def test_several_metrics_are_shown_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(["show", "WER", "CER"], capsys)
    assert "edits per expected word" in text
    assert "edits per expected character" in text


def test_show_wants_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metrics", "show"]) == 1
    assert "probierz metrics show WER" in capsys.readouterr().err


def test_a_plugin_that_ends_the_program_is_a_fault(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.py").write_text("import sys\nsys.exit(3)\n")
    assert main(["metrics", "--plugin", str(tmp_path / "p.py")]) == 1
    assert "p.py: this file of metrics cannot be run: SystemExit: 3" in capsys.readouterr().err


def test_show_tells_what_lines_hold_where_a_score_comes_from_and_what_surprises(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = " ".join(shown(["show", "SacreBLEU", "Accuracy"], capsys).split())
    assert "expected line a text, or a list of references" in told
    assert "components precision_1, precision_2, precision_3, precision_4, brevity_penalty" in told
    assert "beware an output of the form word:number, such as 12:30, is read as a distribution" in told
