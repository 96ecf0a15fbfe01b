"""Commands that refusals and results print, pasted as they stand: in a folder where names have blanks."""

import re
import shlex

import pytest

from probierz.suites.catalogue import find_suite
from probierz.suites.klej.baselines import write_submission

_PRINTED = re.compile(r"  (probierz .+?|--\w.+?)(?:  |; |\n|$)")
"""A command, or options for the command that printed them."""


@pytest.fixture
def work(tmp_path, monkeypatch):
    """A challenge whose test is held back, outputs, texts, and tasks of KLEJ with predictions for one of them."""
    folder = tmp_path / "my work"
    for name, lines in (("dev-0", "1\n2\n"), ("test-A", None)):
        split = folder / "my words" / name
        split.mkdir(parents=True)
        (split / "in.tsv").write_text("1\ta b\n2\tc d\n")
        (split / "out.tsv").write_text("1\n2\n")
        if lines:
            (split / "expected.tsv").write_text(lines)
    (folder / "my words" / "config.txt").write_text("--metric Accuracy\n")
    (folder / "my out.tsv").write_text("1\n2\n")
    (folder / "my files").mkdir()
    for name in ("my expected.tsv", "my out.tsv"):
        (folder / "my files" / name.removeprefix("my ")).write_text("1\n2\n")
    (folder / "my texts").mkdir()
    (folder / "my texts" / "one.txt").write_text("Wisła płynie do Bałtyku.\n")
    tasks = {task.name: task.split("test-A").lines for task in find_suite("klej").tasks}
    write_submission(folder / "my predictions.zip", {"cbd": ["0", "1"] * (tasks["cbd"] // 2)})
    for task, labels in (("cbd", "0\n1\n"), ("cdsc-r", "1\n2\n")):
        (folder / "my klej" / task / "test-A").mkdir(parents=True)
        (folder / "my klej" / task / "train").mkdir()
        (folder / "my klej" / task / "config.txt").write_text("--metric Accuracy\n")
        (folder / "my klej" / task / "train" / "expected.tsv").write_text(labels)
        (folder / "my klej" / task / "test-A" / "expected.tsv").write_text("1\n" * tasks[task])
    (folder / "my outputs").mkdir()
    (folder / "my outputs" / "cbd.tsv").write_text("1\n" * tasks["cbd"])
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        ("eval 'my words' --out 'my out.tsv'", "fine: my out.tsv (for test-A)"),
        ("eval 'my words' 'my out.tsv'", "has as many lines as"),
        ("eval 'my files'", "Accuracy"),
        ("init 'my new' --metric Accuracy", "1 note"),
        ("ask 'my texts' 'Dokąd płynie Wisła?'", "my.index: 1 passage"),
        ("suite evaluate klej 'my predictions.zip' --from 'my klej'", "add --unchecked"),
        ("suite evaluate 'my klej' 'my predictions.zip'", "add --unchecked"),
        ("suite evaluate 'my klej' 'my outputs'", "cbd is not scored: config.txt names Accuracy"),
        ("klej baseline majority --data 'my klej' --to 'my baseline.zip'", "3 warnings"),
    ],
)
def test_what_is_printed_to_be_pasted_runs_as_it_stands(work, run, words, ends):
    command = shlex.split(words)
    _, out, err = run(*command)
    printed = _PRINTED.search(out + err)
    assert printed, out + err
    pasted = shlex.split(printed[1].replace("METRIC", "Accuracy"))
    code, out, err = run(*(pasted[1:] if pasted[0] == "probierz" else [*command[:-1], *pasted]))
    assert (code == 2, ends in out + err) == (False, True), out + err
