"""Outputs may be named as tables print them, and by patterns that the shell could not expand."""

from pathlib import Path

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


@pytest.mark.parametrize(
    "words",
    [
        ["compare", "test-A/out-better.tsv", "dev-0/out-better.tsv"],
        ["agreement", "test-A/out-better.tsv", "dev-0/out-better.tsv"],
        ["report", "--split", "test-A", "--out", "dev-0/out-better.tsv", "--to", "report.html"],
        ["eval", ".", "--split", "test-A", "--out", "dev-0/out-better.tsv"],
        ["slices", "--split", "test-A", "--out", "../demo/dev-0/out-better.tsv", "--by", "length"],
        ["worst", "--out", "test-A/out-better.tsv", "--against", "dev-0/out-better.tsv"],
        ["lines", "--split", "test-A", "--out", "test-A/../dev-0/out-better.tsv"],
        ["check", "--split", "test-A", "--out", "dev-0/out-better.tsv"],
    ],
)
@pytest.mark.parametrize("as_long", [True, False])
def test_an_output_of_another_split_is_refused_by_every_command(challenge, capsys, words, as_long):
    better = Path("test-A/out-better.tsv").read_text()
    Path("dev-0/out-better.tsv").write_text(better if as_long else better.partition("\n")[2])
    assert main(words) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "dev-0/out-better.tsv is an output for dev-0, and one for test-A is wanted here; name one, or choose" in err


def test_a_link_in_a_split_is_an_output_of_that_split(challenge, capsys):
    Path("dev-0/out-same.tsv").symlink_to(Path("test-A/out-better.tsv").absolute())
    Path("dev-0/expected.tsv").write_text(Path("test-A/expected.tsv").read_text())
    Path("dev-0/in.tsv").write_text(Path("test-A/in.tsv").read_text())
    assert main(["eval", ".", "--out", "dev-0/out-same.tsv", "--quiet"]) == 0, capsys.readouterr().err
