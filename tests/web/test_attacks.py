"""The table of attacks is complete: every class has tests that are there, and a row in the guide to security."""

import ast
import re
from pathlib import Path

import pytest
from attacks import ATTACKS

HERE = Path(__file__).parent
GUIDE = HERE.parent.parent / "docs" / "guides" / "security.md"


def defined_in(path):
    return {part.name for part in ast.parse(path.read_text("utf-8")).body if isinstance(part, ast.FunctionDef)}


@pytest.mark.parametrize("attack", ATTACKS)
def test_every_attack_has_tests_that_are_there(attack):
    named = [line.split("::") for line in ATTACKS[attack].split()]
    assert named
    assert [(file, name) for file, name in named if name not in defined_in(HERE / file)] == []


def test_every_attack_has_a_row_in_the_guide_and_the_guide_has_no_other():
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", GUIDE.read_text("utf-8"), re.MULTILINE)
    assert [row for row in rows if row not in ("attack", "---")] == list(ATTACKS)
