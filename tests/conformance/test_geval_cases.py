"""What GEval printed, case by case, through our own `geval` command.

The cases lie beside the real data; their columns are described with them.
"""

import csv
import math
import os
from pathlib import Path

import pytest

from probierz.cli.geval import main

REPOSITORY = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("PROBIERZ_DATA") or REPOSITORY.parent / "shared" / "data")
ROOT = DATA.parent / "conformance" / "geval"
KINDS = ("value", "stdout", "error", "line-by-line", "worst-features", "init-validate")
NUMERIC = {"line-by-line": {0}, "worst-features": {2, 3}, "stdout": set(range(9))}
ESCAPES = {"t": "\t", "n": "\n", "\\": "\\"}


def read_cases():
    table = ROOT / "cases.tsv"
    if not table.is_file():
        return []
    with open(table, encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in rows if row["kind"] in KINDS]


CASES = read_cases()


@pytest.fixture(autouse=True)
def in_the_folder_of_cases(monkeypatch):
    monkeypatch.chdir(ROOT)


def unescaped(text):
    letters = iter(text)
    return "".join(ESCAPES.get(after := next(letters, ""), f"\\{after}") if one == "\\" else one for one in letters)


def wanted_text(case):
    text = unescaped(case["expected"])
    for name in ("challenge_dir", "out_dir"):
        text = text.replace("{%s}" % name, case[name])
    return text


def names_a_metric(case):
    config = ROOT / case["challenge_dir"] / "config.txt"
    return "etric" in case["options"] or (config.is_file() and "--metric" in config.read_text(encoding="utf-8"))


def arguments_of(case):
    arguments = []
    if case["challenge_dir"]:
        arguments += ["--expected-directory", case["challenge_dir"]]
    if case["out_dir"]:
        arguments += ["--out-directory", case["out_dir"]]
    arguments += [option for option in case["options"].split(" ") if option]
    if case["metric"] and not names_a_metric(case):
        arguments += ["--metric", case["metric"]]
    return arguments


def is_close(found, wanted, tolerance):
    try:
        first, second = float(found), float(wanted)
    except ValueError:
        return found == wanted
    if math.isnan(second):
        return math.isnan(first)
    return first == second or abs(first - second) <= tolerance * max(1.0, abs(second)) + 1e-12


def is_same_table(found, wanted, numeric, tolerance):
    rows = [line.split("\t") for line in found.splitlines()]
    wanted_rows = [line.split("\t") for line in wanted.splitlines()]
    return [len(row) for row in rows] == [len(row) for row in wanted_rows] and all(
        is_close(cell, other, tolerance) if at in numeric else cell == other
        for row, wanted_row in zip(rows, wanted_rows, strict=True)
        for at, (cell, other) in enumerate(zip(row, wanted_row, strict=True))
    )


def run(arguments, capsys):
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.skipif(
    not CASES, reason=f"no recorded cases: {ROOT} is not there (PROBIERZ_DATA names the data beside it)"
)
@pytest.mark.parametrize("case", CASES, ids=[case["case_id"] for case in CASES])
def test_the_drop_in_prints_what_geval_printed(case, capsys, tmp_path):
    if case["kind"] == "init-validate":
        for part in case["options"].replace("{tmp}", str(tmp_path / "new")).split(" ;; "):
            code, _, err = run(part.split(" "), capsys)
            assert (code, err) == (0, "")
        return
    code, out, err = run(arguments_of(case), capsys)
    wanted = wanted_text(case)
    tolerance = float(case["tolerance"] or 0)
    assert code == int(case["exit_code"] or 0), err
    if case["kind"] == "error":
        assert err.splitlines()[0].removeprefix("geval: ") == wanted.strip().splitlines()[0]
    elif case["kind"] == "value":
        assert is_close(out.strip().split("\t")[-1], wanted.strip(), tolerance), out
    else:
        assert is_same_table(out, wanted, NUMERIC[case["kind"]], tolerance), out
