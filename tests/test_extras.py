"""The command that installs what lacks, as whoever pastes it needs it."""

import importlib.metadata
import importlib.util
import json
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from probierz.cli.main import main
from probierz.errors import MissingExtra
from probierz.extras import install_command


def installed_from(monkeypatch: pytest.MonkeyPatch, origin: dict[str, object] | None) -> None:
    """Let the installed package tell of this origin (None: it came from an index)."""
    told = SimpleNamespace(read_text=lambda name: None if origin is None else json.dumps(origin))
    monkeypatch.setattr(importlib.metadata, "distribution", lambda name: told)


def folder_with_sources(tmp_path: Path) -> Path:
    folder = tmp_path / "my clone"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    return folder


@pytest.mark.parametrize(("editable", "options"), [(False, []), (True, ["-e"])])
def test_what_came_from_a_folder_comes_from_there_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, editable: bool, options: list[str]
) -> None:
    folder = folder_with_sources(tmp_path)
    installed_from(monkeypatch, {"url": folder.as_uri(), "dir_info": {"editable": True} if editable else {}})
    words = shlex.split(install_command("annotation"))
    assert words == [sys.executable, "-m", "pip", "install", *options, f"{folder}[annotation]"]


@pytest.mark.parametrize("origin", [None, {"url": "file:///gone/long/ago", "dir_info": {}}])
def test_what_came_from_an_index_is_called_by_its_name(
    monkeypatch: pytest.MonkeyPatch, origin: dict[str, object] | None
) -> None:
    installed_from(monkeypatch, origin)
    assert shlex.split(install_command("web", "annotation"))[-1] == "probierz[web,annotation]"


def test_an_environment_without_pip_is_that_of_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert install_command("web").startswith(f"uv pip install --python {shlex.quote(sys.executable)}")


def test_a_missing_library_is_one_sentence_with_the_command_of_this_environment() -> None:
    told = str(MissingExtra("simplemma", "annotation", "cutting articles into sentences and words"))
    assert told == (
        "cutting articles into sentences and words needs simplemma: install it with  " + install_command("annotation")
    )
    assert sys.executable in told


def test_all_that_a_command_lacks_is_told_at_once_with_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("django", "simplemma", "optuna", "tensorboardX"):
        monkeypatch.setitem(sys.modules, name, None)  # as if it were not installed
    assert main(["annotate", "sqad", str(tmp_path / "records")]) == 1
    told = capsys.readouterr().err
    assert "the platform needs django, cutting articles into sentences and words needs simplemma: install them" in told
    assert told.endswith(f"{install_command('web', 'annotation')}\n")
    main(["init", str(tmp_path / "toy"), "--metric", "WER"])
    words = ["train", "ocr/cascade", str(tmp_path / "toy"), "--development", "dev-0", "--search", "2"]
    assert main([*words, "--track", "tensorboard"]) == 1
    assert install_command("search", "tracking") in capsys.readouterr().err
