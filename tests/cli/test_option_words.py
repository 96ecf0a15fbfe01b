"""A word of an option means one thing in all commands: the table of words, what it is held to, and old words."""

import argparse
import re
from collections import defaultdict
from pathlib import Path

import pytest

from probierz.cli.main import command_parser, every_command, main
from probierz.cli.options import OLD_WORDS, WORDS


def options(command: str) -> dict[str, argparse.Action]:
    """The options that the help of a command shows."""
    return {
        word: action
        for action in command_parser(command)._actions
        for word in action.option_strings
        if word not in ("-h", "--help") and not is_opposite(word, action) and action.help != argparse.SUPPRESS
    }


def is_opposite(word: str, action: argparse.Action) -> bool:
    """Whether it only takes back a switch, as `--no-open` takes back `--open`."""
    return word.startswith("--no-") and word.replace("--no-", "--") in action.option_strings


def kind(action: argparse.Action) -> str:
    """What stands behind an option: nothing, one of its choices, or what its word in the help says."""
    if action.nargs == 0:
        return "nothing"
    if action.metavar is None:
        return "a choice" if action.choices else "anything"
    return " ".join([action.metavar] if isinstance(action.metavar, str) else action.metavar)


def declared_kind(word: str) -> str:
    entry = WORDS[word]
    return entry.value or ("a choice" if entry.choices or word in ("--show", "--read-as") else "nothing")


@pytest.mark.parametrize("command", every_command())
def test_an_option_takes_what_its_word_takes_everywhere(command: str) -> None:
    for word, action in options(command).items():
        if word not in WORDS:
            continue
        wanted, found = declared_kind(word), kind(action)
        assert found == wanted or (wanted == "PATH" and found in ("FILE", "FOLDER")), f"{command} {word}"


def test_a_word_of_several_commands_is_in_the_table() -> None:
    users = defaultdict(list)
    for command in every_command():
        for word in options(command):
            users[word].append(command)
    assert {word: names for word, names in users.items() if len(names) > 1 and word not in WORDS} == {}


def test_the_table_has_no_word_that_no_command_knows() -> None:
    known = {word for command in every_command() for word in options(command)}
    assert set(WORDS) - known == set()


@pytest.mark.parametrize("command", every_command())
def test_help_shows_no_old_word(command: str) -> None:
    assert not set(OLD_WORDS.get(command, ())) & set(options(command))


@pytest.mark.parametrize(
    ("command", "old", "word"), [(one, *pair) for one in OLD_WORDS for pair in OLD_WORDS[one].items()]
)
def test_an_old_word_is_the_new_one(command: str, old: str, word: str) -> None:
    parser = command_parser(command)
    assert parser._option_string_actions[old] is parser._option_string_actions[word]


def test_an_old_word_does_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for options_of_a_line in (["--expected", "a b", "--output", "a c"], ["--expected-line=a b", "--output-line=a c"]):
        assert main(["explain", "WER", *options_of_a_line]) == 0
        assert "score     0.5" in capsys.readouterr().out
    (tmp_path / "challenge").mkdir()
    assert main(["report", "--save", "a.txt"]) == 2
    assert "the format of a.txt is not clear" in capsys.readouterr().err


def test_a_slip_is_not_answered_with_an_old_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["klej", "evaluate", "mine.zip", "--golf", "there"]) == 2
    assert "--gold" not in capsys.readouterr().err


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("command", ["", "suite", *every_command()])
def test_help_fits_the_terminal(
    command: str, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main([*command.split(), "--help"]) == 0
    too_long = [line for line in capsys.readouterr().out.splitlines() if len(line) > columns]
    # A word that is too long stays whole, and so does an option with its choices, and a line that goes on.
    assert [line for line in too_long if not re.fullmatch(r" *(--[a-z-]+ )?\S+( \\)?", line)] == []


def test_a_switch_that_was_copied_from_config_txt_is_understood(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("expected.tsv", "a b\nc d\n"), ("out.tsv", "a b\nc e\n")):
        (tmp_path / name).write_text(text)
    files = ["--expected", str(tmp_path / "expected.tsv"), "--out", str(tmp_path / "out.tsv")]
    assert main(["eval", "--metric", "WAR", "--show-as-percentage", *files]) == 0
    assert capsys.readouterr().out == "metric\tscore\nWAR\t75.0\n"  # three of four words
