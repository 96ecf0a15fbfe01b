"""A mean over tasks: of one direction and one scale, or refused in a sentence that names the tasks."""

import pytest
from suite_examples import write_cats, write_suite

from probierz.cli.main import main
from probierz.reports.tables import NumberStyle
from probierz.suites.averaging import check_average, digits_of_mean, exact_mean
from probierz.suites.catalogue import suites
from probierz.suites.suite import DeclaredTask, Licence, TaskSource

PERCENT = "--precision 4 --show-as-percentage"


def tasks(*metrics):
    """Tasks a, b, …, each of a metric and its settings."""
    return [
        DeclaredTask(name, name, "", TaskSource(""), Licence("", ""), (metric,), settings=settings)
        for name, (metric, settings) in zip("abcd", metrics, strict=False)
    ]


@pytest.mark.parametrize(
    "metrics",
    [
        [("Accuracy", PERCENT), ("Macro-F1", PERCENT), ("Spearman", PERCENT)],  # as KLEJ
        [("Accuracy", ""), ("Pearson", "")],
        [("WER", PERCENT), ("WER", PERCENT)],
        [("RMSE", "")],
    ],
)
def test_tasks_of_one_scale_are_averaged(metrics):
    check_average("letters", tasks(*metrics))


@pytest.mark.parametrize(
    ("metrics", "said"),
    [
        ([("Accuracy", PERCENT), ("WER", PERCENT)], "b (WER) is better when lower, a (Accuracy) when higher"),
        ([("F1", ""), ("WER", ""), ("RMSE", "")], "b (WER) and c (RMSE) are better when lower, a (F1) when higher"),
        ([("Accuracy", PERCENT), ("Pearson", "")], "a (Accuracy) is shown up to 100, b (Pearson) up to 1"),
        ([("WER", PERCENT), ("RMSE", "")], "a (WER) and b (RMSE) are different errors, on scales of their own"),
        ([("WER", PERCENT), ("WER", "")], "a (WER) is shown in percent, b (WER) is not"),
        ([("Accuracy", ""), ("LogLoss", "")], "b (LogLoss) is better when lower"),
    ],
)
def test_directions_and_scales_are_not_mixed(metrics, said):
    with pytest.raises(Exception, match="letters: the tasks cannot be averaged") as raised:
        check_average("letters", tasks(*metrics))
    assert said in str(raised.value)
    assert "or leave out has_average" in str(raised.value)


def test_the_suites_shipped_here_may_be_averaged_where_they_are():
    assert [suite.name for suite in suites() if suite.has_average] == ["klej"]


@pytest.mark.parametrize("command", [["check"], ["board"], ["show"]])
def test_every_command_refuses_a_declared_average_of_accuracy_and_word_errors(tmp_path, capsys, command):
    path = write_suite(tmp_path, write_cats(tmp_path / "cats"), address="./cats")
    other = (
        '[[tasks]]\nname = "dogs"\ntitle = "Dogs"\ndescription = "Dogs."\nschemes = ["WER"]\n'
        '[tasks.source]\naddress = "./dogs"\n'
    )
    path.write_text(f"has_average = true\n{path.read_text()}\n{other}")
    assert main(["suite", *command, str(path)]) == 1
    assert "dogs (WER) is better when lower, cats (Accuracy) when higher" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("values", "mean", "shown"),
    [
        (["86.00", "97.10"], 91.55, "91.55"),  # in binary 91.54999…
        (["67.3", "67.4", "67.5"], 67.4, "67.4"),
        (["91.54", "91.55"], 91.545, "91.54"),  # halves to even, as all scores are shown
        (["91.55", "91.56"], 91.555, "91.56"),
        (["1", "2"], 1.5, "2"),
        (["0.33333333333333331", "0.5"], 0.41666666666666663, "0.4167"),
    ],
)
def test_a_mean_is_that_of_the_decimals_with_as_many_digits_as_the_values(values, mean, shown):
    numbers = [float(value) for value in values]
    assert exact_mean(numbers) == pytest.approx(mean, abs=1e-15)
    assert NumberStyle(digits_of_mean(values)).show(exact_mean(numbers)) == shown
