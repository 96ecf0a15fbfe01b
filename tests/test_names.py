"""A name of a class means one thing in the whole package."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "probierz"

ALLOWED = {
    "Challenge": "on the disk; with all its methods, as open_challenge returns it; in the platform's database",
    "Config": "Django finds the settings of an app under this name",
    "Evaluation": "with all its methods; in the platform's database",
    "Output": "of a split on the disk; in the platform's database",
    "Score": "of the engine; in the platform's database",
}
# Classes that still have to be renamed, with the packages that do it.
TO_BE_RENAMED = {
    "Answer": "web",
    "Column": "web",
    "Compared": "web",
    "Digests": "web",
    "Entry": "web",
    "Job": "cli",
    "Limits": "web suites",
    "LinesView": "web",
    "Link": "web",
    "Mean": "systems",
    "Number": "web",
    "Packed": "systems/encoder",
    "Reading": "web",
    "Row": "web",
    "Scored": "web",
    "ShownLine": "web",
    "Span": "systems",
    "Table": "web",
}


def modules_of_classes() -> dict[str, list[str]]:
    """Where each class is defined, without those of one file alone (`_Name`) and those inside of other classes."""
    found = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path.relative_to(SOURCE).as_posix())
    del found["Migration"]
    return found


def test_no_class_is_called_as_another_one():
    allowed = ALLOWED.keys() | TO_BE_RENAMED.keys()
    assert {name: files for name, files in modules_of_classes().items() if len(files) > 1 and name not in allowed} == {}


@pytest.mark.parametrize("name", sorted(ALLOWED.keys() | TO_BE_RENAMED.keys()))
def test_what_is_allowed_is_needed(name):
    assert len(modules_of_classes()[name]) > 1
