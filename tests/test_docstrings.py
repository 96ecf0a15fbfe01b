"""Docstrings hold: public functions of the engine say which errors they raise, and examples give what they show."""

import ast
import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "probierz"
PACKAGES = [
    "scoring", "metrics", "schemes", "challenges", "reports", "inspection", "suites", "systems/shared", "display", ".",
    "web/submissions/services", "web/challenges/services", "web/accounts/services",
]  # fmt: skip
"""Of `.` only the files that lie there."""


def public_functions(body: list[ast.stmt], told: str = "") -> Iterator[tuple[ast.FunctionDef, str]]:
    """Functions and methods with what their docstrings, and those of their classes, say."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_functions(node.body, ast.get_docstring(node) or "")
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and ast.get_docstring(node):
            yield node, told + (ast.get_docstring(node) or "")


def raised(node: ast.AST) -> set[str]:
    """Names of the errors that a function raises, without those of functions inside of it."""
    found = set()
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.Raise) and child.exc:
            error = child.exc.func if isinstance(child.exc, ast.Call) else child.exc
            found.add(ast.unparse(error).rpartition(".")[2])
        found |= raised(child)
    return {name for name in found if name[0].isupper() and name != "NotImplementedError"}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_docstring_names_what_is_raised(package: str) -> None:
    untold = [
        f"{path.relative_to(SOURCE)}:{function.lineno} {function.name}: {name}"
        for path in sorted((SOURCE / package).glob("*.py" if package == "." else "**/*.py"))
        for function, told in public_functions(ast.parse(path.read_text(encoding="utf-8")).body)
        for name in sorted(raised(function))
        if name not in told and "Raises as" not in told
    ]
    assert untold == []


def test_what_is_raised_is_found() -> None:
    code = (
        "def f():\n    def inner():\n        raise A\n    if x:\n        raise errors.B('why') from None\n    raise C\n"
    )
    assert raised(ast.parse(code).body[0]) == {"B", "C"}


EXAMPLES = [path for path in sorted(SOURCE.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_examples_in_docstrings_give_what_they_show(path: Path) -> None:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    module = pytest.importorskip(".".join(parts).removesuffix(".__init__"), exc_type=ImportError)
    assert doctest.testmod(module).failed == 0


def test_files_that_are_pointed_to_are_there() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")}
    ends = {"/".join(path.parts[-parts:]) for path in texts for parts in range(1, 8)}
    pointed = {(path, one) for path, text in texts.items() for one in re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.py)`", text)}
    assert len(pointed) > 10
    assert {(path, one) for path, one in pointed if one not in ends} == set()
