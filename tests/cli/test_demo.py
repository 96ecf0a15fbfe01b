"""`probierz demo`."""

import errno
import shutil
import subprocess
from pathlib import Path

import pytest

from probierz.cli.main import main
from probierz.metrics.distances import edit_distance


def test_the_demonstration_validates_scores_and_says_what_to_try(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", str(tmp_path / "demo")]) == 0
    text = capsys.readouterr().out
    assert "the challenge is fine" in text
    assert "out-baseline" in text
    assert "What to try next" in text


def test_the_scores_of_the_demonstration_are_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "demo"
    assert main(["demo", str(root)]) == 0
    capsys.readouterr()
    assert main(["eval", str(root), "--metric", "WER", "--metric", "Accuracy", "--precision", "6"]) == 0
    _header, *rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    expected = (root / "test-A" / "expected.tsv").read_text("utf-8").splitlines()
    for name, wer, accuracy in rows:
        output = (root / "test-A" / f"{name}.tsv").read_text("utf-8").splitlines()
        errors = sum(edit_distance(*map(str.split, pair)) for pair in zip(expected, output, strict=True))
        assert float(wer) == pytest.approx(errors / sum(len(line.split()) for line in expected), abs=1e-6)
        assert float(accuracy) == pytest.approx(sum(map(str.__eq__, expected, output)) / len(expected), abs=1e-6)
    assert [row[0] for row in rows] == ["out-baseline", "out-better"]
    assert rows[1][1] < rows[0][1]


def test_the_demonstration_has_a_temporary_place_by_default(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert main(["demo"]) == 0
    (made,) = tmp_path.glob("probierz-*/demo")
    assert f"A challenge is in {made}" in capsys.readouterr().out
    assert (made / ".gitignore").exists()


def test_the_demonstration_does_not_overwrite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", str(tmp_path)]) == 1
    assert "already" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_demonstration_of_a_process_that_was_killed_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    for name in (".unfinished-demo", "half"):
        (tmp_path / "demo" / name).touch()
    assert main(["demo", str(tmp_path / "demo")]) == 0
    assert not {".unfinished-demo", "half"} & {path.name for path in (tmp_path / "demo").iterdir()}


def test_a_place_that_cannot_be_written_is_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["demo", str(tmp_path / "file" / "demo")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_a_demonstration_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    assert main(["demo", str(tmp_path / "demo")]) == 1
    assert "cannot be written: No space left on device; nothing was left behind" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_to_try_next_runs_as_it_is_pasted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")  # as after `make demo`: the command lies in .venv/bin
    if shutil.which("probierz"):
        pytest.skip("probierz is installed for the whole machine")
    assert main(["demo", str(tmp_path / "demo")]) == 0
    text = capsys.readouterr().out.partition("What to try next:\n")[2].partition("Or write")[0]
    done = subprocess.run(["bash", "-e"], input=text, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "dev-0" not in done.stdout.splitlines()[0]
    assert "tak wiem" in done.stdout


def test_where_the_command_is_found_no_line_says_how(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert main(["demo", str(tmp_path / "demo")]) == 0
    assert f"What to try next:\n  cd {tmp_path / 'demo'}\n  probierz eval" in capsys.readouterr().out
