"""Under which name `probierz submit` hands in, where nobody says it."""

import subprocess

import pytest

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
