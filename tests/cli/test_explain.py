"""`probierz explain`."""

import pytest

from probierz.cli.main import main


def shown(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["explain", *arguments]) == 0
    return capsys.readouterr().out


def row(text: str, name: str) -> list[str]:
    """The cells of the last row that begins with a name."""
    found = [line for line in text.splitlines() if line.strip().startswith(name + "  ")][-1]
    return [cell.strip() for cell in found.strip().split("  ") if cell.strip()]


def test_every_part_of_a_scheme_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(["Mean/WER:lN<mine>P<2>"], capsys)
    for part, meaning in [
        ("Mean/", "averaged over lines"),
        ("WER", "edits per expected word"),
        ("l", "lower case"),
        ("N<mine>", "display name"),
        ("P<2>", "priority: 2"),
    ]:
        assert any(line.strip().startswith(part) and meaning in line for line in text.splitlines())


def test_steps_show_a_line_after_every_flag(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown([r"Accuracy:lm<\d+>", "--line", "Rok 1364, dzień 12"], capsys)
    assert row(text, "as given") == ["as given", "Rok 1364, dzień 12"]
    assert row(text, "l") == ["l", "rok 1364, dzień 12"]
    assert row(text, r"m<\d+>")[-1] == "136412"
    assert row(text, "read as") == ["read as", "'136412'"]


def test_both_sides_give_a_tally_and_a_score(capsys: pytest.CaptureFixture[str]) -> None:
    # One of two words differs.
    text = shown(["WER:c", "--expected-line", "Tak wiem", "--output-line", "tak nie"], capsys)
    assert row(text, "read as") == ["read as", "['tak', 'wiem']", "['tak', 'nie']"]
    assert row(text, "tally") == ["tally", "Edits(errors=1, length=2)"]
    assert row(text, "score") == ["score", "0.5"]


def test_wide_letters_keep_the_columns_straight(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(["WER:s<日本><x>", "--expected-line", "日本 a", "--output-line", "x a"], capsys)
    lines = text.splitlines()
    meaning = next(line for line in lines if "replace all matches" in line)
    # two letters take two columns more than they are long
    assert meaning.index("replace") + 2 == next(line for line in lines if "Word error rate" in line).index("Word")
    assert next(line for line in lines if line.startswith("  tally")).index("Edits") == 2 + 10 + 2


def test_a_value_that_cannot_be_read_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(["MSE", "--expected-line", "1", "--output-line", "one"], capsys)
    assert "cannot be read: " in text
    assert "score" not in text


def test_a_metric_that_reads_the_input_asks_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    sides = ["CharMatch", "--expected-line", "kot", "--output-line", "kot"]
    assert "give --input" in shown(sides, capsys)
    assert row(shown([*sides, "--input-line", "kod"], capsys), "score") == ["score", "1"]


def test_a_line_without_the_feature_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    sides = ["--expected-line", "kot", "--output-line", "kot"]
    assert "lacks the feature" in shown(["Accuracy:f<exp:pies>", *sides], capsys)
    assert "lacks the feature" not in shown(["Accuracy:f<exp:kot>", *sides], capsys)


def test_braces_explain_every_scheme(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(["F{1,2}"], capsys).splitlines()
    assert "F1" in lines
    assert "F2" in lines


@pytest.mark.parametrize(
    ("scheme", "said"),
    [
        (r"Accuracy:s<(a)(b)><\10\2>", r"\10 is group 10, not group 1 followed by 0: the expression has 2 groups"),
        (r"Accuracy:s<(a)><\2>", r"\2 puts in nothing: the expression has 1 group"),
        ("Accuracy:s<(a)><$1>", "$1 is put in as it is written"),
        (
            r"WER:s<(\\n|\ )+><\ >",
            r"\  is put in as it is written: only \ and digits is special in a replacement; only in",
        ),
        (r"Accuracy:m<\d{4}>", "{4} is no quantifier"),
        ("Accuracy:m<^.>", ". matches one byte"),
        ("Accuracy:m<[ąę]>", "[ąę] lists bytes, not letters"),
        ("Accuracy:m<aż+>", "repeats its last byte only"),
        (r"Accuracy:m<\w+>", r"\w know ASCII letters only"),
        ("Accuracy:lm<a>s<b>", "the last flag s<b> has no effect"),
        ("Accuracy:m<a*>", "can match nothing at all"),
        ("Accuracy:s<a*><>", "ends the replacing"),
        ("Accuracy:t<a*>", "every word is kept"),
        ("Fuzzy/Lower/Accuracy", "Write Lower/Fuzzy/Accuracy"),
        ("Fuzzy/MultiLabel-F1", "change places"),
        ("Accuracy", "such as 12:30"),
        ("Accuracy:m<(a+)+b>", "under a limit of 2 s"),
    ],
)
def test_traps_are_pointed_out(scheme: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert any("careful:" in line and said in line for line in shown([scheme], capsys).splitlines())


@pytest.mark.parametrize(
    "scheme",
    [
        "WER",
        "WER:lN<x>",
        r"WER:s<(a)(b)><\2\1>",
        "WER:m<[a-z]+>",
        "WER:m<(*UTF8)^.>",
        "WER:m<.+>",  # a run of bytes is a run of letters
        "Lower/Fuzzy/Accuracy",
        "Lower/MultiLabel-F1",
        "WER:{l,u}",
    ],
)
def test_nothing_is_said_about_schemes_without_traps(scheme: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "careful" not in shown([scheme], capsys)


def test_accuracy_warns_about_the_very_line(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(["Accuracy", "--expected-line", "12:30", "--output-line", "12:30"], capsys)
    assert "'12:30' is read as a distribution" in text
    assert row(text, "score") == ["score", "0"]
    assert "careful" not in shown(["Accuracy", "--expected-line", "tak", "--output-line", "tak"], capsys)


def test_a_broken_scheme_is_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "WER:x"]) == 1
    assert "no flag is called 'x'" in capsys.readouterr().err


def test_long_values_stand_below_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    long = " ".join(["słowo"] * 20)
    text = shown(["WER", "--expected-line", long, "--output-line", "nic"], capsys)
    assert "expected is read as  ['słowo', 'słowo'," in text
    assert "output is read as  ['nic']" in text


def test_on_a_narrow_terminal_the_sides_stand_under_each_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    text = shown(["WER:l", "--expected-line", "Latarnik znał nazwy", "--output-line", "Latarnik nie znał"], capsys)
    assert "  l\n    expected  latarnik znał nazwy\n    output    latarnik nie znał\n" in text
