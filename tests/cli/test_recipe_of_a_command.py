"""CONTRIBUTING tells how to add a command: the one that it writes runs."""

import re
import textwrap
from pathlib import Path

import pytest

from probierz.cli.main import CommandParser

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("words", "scored"), [([], "0."), (["--jobs", "2", "--precision", "1"], "0."), (["--percent"], "")]
)
def test_the_recipe_of_a_command_runs(words, scored, capsys):
    section = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Add a command\n")[2]
    code = re.search(r"```python\n(.*?)```", section.partition("\n## ")[0], re.S)[1]
    command = {}
    exec(textwrap.dedent(f"   {code.lstrip()}"), command)
    parser = CommandParser("probierz new")
    command["configure"](parser)
    challenge = ROOT / "src" / "probierz" / "demo_challenge"
    command["run"](parser.parse_args([str(challenge), "--split", "dev-0", "--out", "out-better.tsv", *words]))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[1].startswith(scored)
    assert len(lines) == 1 + len((challenge / "dev-0" / "expected.tsv").read_text(encoding="utf-8").splitlines())
