"""`probierz ocr-correct`, `probierz ocr steps`, and the cascade in `train`, `predict` and `baseline`."""

import io
import json
import sys

import pytest

from probierz.cli.main import main

PAGES = [
    ("— 4 —\\n\\nMatka stała przy jćj oknie, a dzie-\\ncko czytało.", "Matka stała przy jéj oknie, a dziecko czytało."),
    ("— 5 —\\n\\nOgród był cichy. Ojciec stał przy jćj oknie.", "Ogród był cichy. Ojciec stał przy jéj oknie."),
    ("— 6 —\\n\\nDziecko słuchało, eo ojciec mówił.", "Dziecko słuchało, co ojciec mówił."),
    ("— 7 —\\n\\nNikt nie wiedział, eo będzie.", "Nikt nie wiedział, co będzie."),
    ("— 8 —\\n\\nMatka nie wiedziała, eo mówić.", "Matka nie wiedziała, co mówić."),
]
SCANNED = "— 12 —\n\nMatka wiedziała, eo mówi dzie-\ncko przy jćj oknie.\n"
CORRECTED = "\n\nMatka wiedziała, co mówi dziecko\nprzy jéj oknie.\n"


@pytest.fixture(scope="module")
def challenge(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ocr") / "book"
    for split in ("dev-0", "test-A"):
        (folder / split).mkdir(parents=True)
        rows = "".join(f"17\t{number}\t1888\t{read}\n" for number, (read, _) in enumerate(PAGES))
        (folder / split / "in.tsv").write_text(rows, "utf-8")
        (folder / split / "expected.tsv").write_text("".join(f"{right}\n" for _, right in PAGES), "utf-8")
    (folder / "train").mkdir()
    rows = "17\t1\tMatka\tMatka\n17\t1\tcudćj\tnull\n17\t1\tnull\tcudéj\n17\t1\tstała\tstała\n"
    (folder / "train" / "align.tsv").write_text(rows, "utf-8")
    (folder / "config.txt").write_text("--metric WER:s<(\\\\n|\\ )+><\\ >N<WER> --precision 3\n")
    assert main(["train", "ocr/cascade", str(folder), "--to", str(folder.parent / "model"), "--quiet"]) == 0
    return folder


@pytest.fixture
def scan(challenge, tmp_path):
    path = tmp_path / "scans" / "page.txt"
    path.parent.mkdir()
    path.write_text(SCANNED, "utf-8")
    return path


def run(capsys, *arguments, given=None):
    if given is not None:
        sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()))
    code = main([str(one) for one in arguments])
    sys.stdin = sys.__stdin__
    said = capsys.readouterr()
    return code, said.out, said.err


def model(challenge):
    return ("--system", challenge.parent / "model")


def test_a_text_is_corrected_line_by_line(challenge, scan, capsys):
    assert run(capsys, "ocr-correct", scan, *model(challenge)) == (0, CORRECTED, "")
    assert run(capsys, "ocr-correct", *model(challenge), given=SCANNED) == (0, CORRECTED, "")


def test_changes_can_be_marked_and_listed(challenge, scan, capsys):
    _, out, _ = run(capsys, "ocr-correct", scan, "--marked", *model(challenge))
    assert "wiedziała, [-eo-]{+co+} mówi" in out
    _, out, _ = run(capsys, "ocr-correct", scan, "--changes", "--format", "json", *model(challenge))
    changes = json.loads(out)
    found = [(one["line"], one["step"], one["read"], one["right"]) for one in changes]
    assert ("3", "join", "dzie-", "dziecko") in found
    assert ("3", "words", "eo", "co") in found
    assert all(0.5 <= float(one["confidence"]) <= 1 for one in changes)


def test_what_is_less_sure_stays(challenge, scan, capsys):
    _, out, _ = run(capsys, "ocr-correct", scan, "--confidence", "0.99", *model(challenge))
    assert out == "— 12 —\n\nMatka wiedziała, eo mówi dziecko\nprzy jćj oknie.\n"


def test_folders_are_corrected_into_folders(challenge, scan, tmp_path, capsys):
    (scan.parent / "more").mkdir()
    (scan.parent / "more" / "two.txt").write_text(f"{SCANNED}\f{SCANNED}", "utf-8")
    code, out, _ = run(capsys, "ocr-correct", scan.parent, "--to", tmp_path / "clean", *model(challenge))
    assert (code, out) == (0, "")
    assert (tmp_path / "clean" / "page.txt").read_text("utf-8") == CORRECTED
    assert (tmp_path / "clean" / "more" / "two.txt").read_text("utf-8") == f"{CORRECTED}\f{CORRECTED}"


def test_a_page_with_control_characters_and_a_very_long_line_comes_out(challenge, capsys):
    code, out, _ = run(capsys, "ocr-correct", *model(challenge), given="a\x07b \x1b[1m" + "słowo " * 20_000)
    assert code == 0
    assert out.count("słowo") == 20_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "{scan}"], "would be overwritten"),
        (["--changes", "--to", "x"], "leave --to and --in-place out"),
        (["--confidence", "2"], "2"),
    ],
)
def test_what_cannot_work_is_said(challenge, scan, capsys, arguments, message):
    told = [one.format(scan=scan) for one in arguments]
    try:
        code, _, err = run(capsys, "ocr-correct", scan, *told, *model(challenge))
    except SystemExit as stop:
        code, err = stop.code, capsys.readouterr().err
    assert code in (1, 2)
    assert message in err


def test_who_has_not_trained_is_told_how(scan, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("PROBIERZ_MODELS", str(tmp_path / "none"))
    code, _, err = run(capsys, "ocr-correct", scan)
    assert code == 1
    assert "probierz train ocr/cascade" in err


def test_alignments_beside_the_splits_are_learnt_from_and_named_in_the_card(challenge, capsys):
    _, out, _ = run(capsys, "systems", "show", challenge.parent / "model", "--format", "json")
    assert [one["name"] for one in json.loads(out)["data"]] == ["dev-0/in.tsv", "dev-0/expected.tsv", "train/align.tsv"]
    _, out, _ = run(capsys, "train", "ocr/cascade", challenge, "--to", challenge.parent / "again")
    assert "learnt from 5 lines" in out
    assert str(challenge) not in (challenge.parent / "again" / "of" / "system.json").read_text("utf-8")


def test_the_card_has_what_was_measured_on_another_split(challenge, capsys):
    folder = challenge.parent / "measured"
    run(capsys, "train", "ocr/cascade", challenge, "--development", "test-A", "--to", folder, "--quiet")
    _, out, _ = run(capsys, "systems", "show", folder, "--format", "json")
    card = json.loads(out)
    assert [(one["split"], one["metric"]) for one in card["scores"]] == [("test-A", "WER")]
    assert card["scores"][0]["value"] < 0.1
    assert "lines per second" in card["speed"]


def test_predict_and_baseline_know_the_cascade(challenge, capsys):
    _, out, _ = run(capsys, "predict", challenge.parent / "model", challenge / "test-A" / "in.tsv")
    assert out.splitlines()[2].replace("\\n", "") == PAGES[2][1]
    code, out, err = run(capsys, "baseline", challenge, "--overwrite")
    assert code == 0
    assert err.startswith("ocr/cascade:")
    assert "test-A\t0.0" in out


def test_steps_are_scored_one_after_the_other(challenge, capsys):
    code, out, _ = run(capsys, "ocr", "steps", challenge, challenge.parent / "model", "--lines", "4")
    rows = [line.split("\t") for line in out.splitlines()]
    assert code == 0
    assert [name for name, _ in rows] == ["after", "nothing", "join", "lines", "space", "words"]
    values = [float(value) for _, value in rows[1:]]
    assert values == sorted(values, reverse=True)
    assert values[-1] < 0.1 * values[0]
    code, _, err = run(capsys, "ocr", "steps", challenge, "punctuation/comma-rule")
    assert "has no steps" in err
