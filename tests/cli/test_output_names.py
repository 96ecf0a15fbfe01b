"""Outputs may be named as tables print them, and by patterns that the shell could not expand."""

import pytest

from probierz.cli.main import main


@pytest.fixture
def challenge(tmp_path, monkeypatch, capsys):
    """The demonstration, where people stand after `cd demo`."""
    assert main(["demo", str(tmp_path / "demo")]) == 0
    monkeypatch.chdir(tmp_path / "demo")
    capsys.readouterr()


@pytest.mark.parametrize("words", [["out-*.tsv"], ["out-baseline", "out-better"], ["out-baseline", "out-bet*"]])
@pytest.mark.parametrize("command", ["compare", "agreement"])
def test_names_and_patterns_stand_for_outputs_of_the_test(challenge, capsys, command, words):
    plain = ["out-baseline.tsv", "out-better.tsv"]
    assert main([command, *plain, "--format", "json"]) == 0
    wanted = capsys.readouterr().out
    assert main([command, *words, "--format", "json"]) == 0
    assert capsys.readouterr().out == wanted


@pytest.mark.parametrize(
    "words",
    [
        ["lines", "--split", "dev-0", "--out", "out-better"],
        ["worst", "--out", "out-baseline", "--against", "out-better"],
        ["check", "--out", "out-better"],
        ["check", "--split", "test-A", "--out", "out-better"],
        ["eval", "--out", "out-better"],
        ["report", "--out", "out-better", "--to", "report.html"],
    ],
)
def test_a_printed_name_will_do_for_every_command(challenge, capsys, words):
    assert main(words) == 0, capsys.readouterr().err


def test_a_pattern_that_nothing_fits_is_refused(challenge, capsys):
    assert main(["compare", "aut-*.tsv"]) != 0
    assert "no output fits aut-*.tsv, neither here nor in test-A, dev-0" in capsys.readouterr().err


def test_a_pattern_that_stands_for_one_output_is_nothing_to_compare(challenge, capsys):
    assert main(["compare", "out-bet*"]) != 0
    assert "at least two outputs; out-bet* stands for one" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["out-better", "out-better.tsv", "test-A/out-better.tsv"])
@pytest.mark.parametrize("command", ["lines", "worst", "eval"])
def test_an_output_in_the_place_of_a_challenge_is_led_to_its_option(challenge, capsys, command, word):
    assert main([command, word]) != 0
    assert f"an output is named by  --out {word}" in capsys.readouterr().err
