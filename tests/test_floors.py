"""Imports point down only; docs/architecture.md draws the house."""

import ast
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "probierz"

FLOORS = [
    {"archives", "display", "errors", "lines", "text", "version", "whole_files"},
    {"schemes", "metrics"},
    {"scoring"},
    {"challenges"},
    {"reports", "inspection"},
    {"suites"},
    {"systems", "web"},
    {"cli"},
]
# Two siblings that may import each other, in this direction only.
ARROWS = {
    ("schemes", "metrics"),
    ("reports", "inspection"),
    ("lines", "archives"),
    ("lines", "text"),
    ("archives", "errors"),
    ("archives", "whole_files"),
    ("whole_files", "errors"),
    ("lines", "errors"),
    ("text", "errors"),
    ("display", "errors"),
}
# A file whose functions open floors above, but only when they are called.
DOORS = {"challenges/evaluation.py": {"inspection", "reports"}}


def floor_of(package: str) -> int:
    return next(number for number, floor in enumerate(FLOORS) if package in floor)


def imports(path: Path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom) and node.module == "probierz":
            names = [f"probierz.{alias.name}" for alias in node.names]
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            if name.startswith("probierz."):
                yield node.lineno, name.split(".")[1]


def test_imports_point_down_only():
    wrong = []
    for path in SOURCE.rglob("*.py"):
        package = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if package in {"__init__", "__main__"}:
            continue
        for line, imported in imports(path):
            if imported == package or (package, imported) in ARROWS:
                continue
            if imported in DOORS.get(path.relative_to(SOURCE).as_posix(), ()):
                continue
            if floor_of(imported) >= floor_of(package):
                wrong.append(f"{path.relative_to(SOURCE)}:{line} imports {imported}")
    assert wrong == []


def test_a_door_is_opened_by_a_call_and_not_by_loading():
    code = "import sys, probierz.challenges.challenge; print([name for name in sys.modules if 'inspection' in name])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_every_part_of_the_package_has_a_floor():
    parts = {path.name.removesuffix(".py") for path in SOURCE.iterdir() if not path.name.startswith(("_", "."))}
    known = set().union(*FLOORS)
    assert parts - known - {"py.typed", "demo_challenge"} == set()


def test_public_names_are_complete():
    import probierz

    assert all(hasattr(probierz, name) for name in probierz.__all__)
    assert set(dir(probierz)) == set(probierz.__all__)
