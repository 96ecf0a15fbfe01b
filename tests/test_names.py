"""A name of a class means one thing in the whole package, and the maps name files that are there."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
SOURCE = REPOSITORY / "src" / "probierz"

ALLOWED = {
    "Challenge": "on the disk; with all its methods, as open_challenge returns it; in the platform's database",
    "Evaluation": "with all its methods; in the platform's database",
    "Output": "of a split on the disk; in the platform's database",
    "Score": "of the engine; in the platform's database",
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
    assert {name: files for name, files in modules_of_classes().items() if len(files) > 1 and name not in ALLOWED} == {}


@pytest.mark.parametrize("name", sorted(ALLOWED))
def test_what_is_allowed_is_needed(name):
    assert len(modules_of_classes()[name]) > 1


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_the_maps_name_files_that_are_there(page):
    rows = [line for line in (REPOSITORY / page).read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    places = [place for row in rows for place in re.findall(r"`([a-z_0-9/*]+/[a-z_0-9/*]*(?:\.[a-z]+)?)`", row)]
    assert len(places) > 10
    assert [place for place in places if not any([*SOURCE.glob(place), *REPOSITORY.glob(place)])] == []
