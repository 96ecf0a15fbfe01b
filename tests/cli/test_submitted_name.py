"""Under which name `probierz submit` hands in, where nobody says it."""

import subprocess

import pytest

from probierz.cli.main import main
from probierz.cli.submit import _guessed

SERVER = "https://example.org/probierz"


@pytest.mark.parametrize(
    ("remotes", "name"),
    [
        ({}, "copy"),
        ({"origin": f"{SERVER}/git/numbers.git"}, "numbers"),
        ({"origin": "git@git.example.org:me/letters.git", "platform": f"{SERVER}/git/numbers"}, "numbers"),
        (
            {"a": "https://git.example.org/b/words", "origin": "git@git.example.org:letters.git"},
            "copy",
        ),  # somebody's own
    ],
)
def test_the_name_is_that_of_a_remote_on_the_platform_before_that_of_the_folder(tmp_path, remotes, name):
    folder = tmp_path / "copy"
    folder.mkdir()
    assert _guessed(folder, SERVER) == "copy"
    subprocess.run(["git", "init", "-q", folder], check=True)
    for remote, address in remotes.items():
        subprocess.run(["git", "-C", folder, "remote", "add", remote, address], check=True)
    assert _guessed(folder, SERVER) == name


def test_where_no_server_is_named_that_of_the_clone_is_proposed(tmp_path, monkeypatch, capsys):
    for name in ("PROBIERZ_SERVER", "PROBIERZ_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    origin = ["git", "-C", tmp_path, "remote", "add", "origin"]
    subprocess.run([*origin, f"{SERVER}/git/numbers.git"], check=True)
    assert main(["submit", str(tmp_path)]) != 0
    assert f"no server is known; say --server {SERVER}, set PROBIERZ_SERVER" in capsys.readouterr().err
