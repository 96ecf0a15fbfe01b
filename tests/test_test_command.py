"""What the test command says of itself."""

import ast
import re
import sys
import tomllib
from pathlib import Path

from skipped import explained

TESTS = Path(__file__).parent
WEB = TESTS / "web"
PYPROJECT = tomllib.loads((TESTS.parent / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS, GROUP = PYPROJECT["project"]["optional-dependencies"], PYPROJECT["dependency-groups"]["test"]
TESTED_EXTRAS = re.search(r"TESTED_EXTRAS := (\S+)", (TESTS.parent / "Makefile").read_text(encoding="utf-8"))[1]
CALLED_OTHERWISE = {"sklearn": "scikit-learn", "pycrfsuite": "python-crfsuite", "allauth": "django-allauth"}


def test_the_block_of_skipped_tests_tells_what_is_missing_and_what_would_run_them():
    reasons = [
        "Skipped: PyTorch, of the extra neural, is not installed",
        "Skipped: no real data: PROBIERZ_DATA is not set and /data does not exist",
        "Skipped: could not import 'torch': No module named 'torch'",
        "Skipped: the moon is not full",
    ]
    assert explained(reasons) == [
        "2  PyTorch and what networks need  make test-neural",
        "1  real challenges                 PROBIERZ_DATA=FOLDER make test",
        "1  the moon is not full",
    ]
    assert explained([]) == []


def distribution(requirement):
    return re.match(r"[\w.-]+", requirement)[0].lower()


def wanted_libraries():
    """The library of each `importorskip` in the tests, and what is said where it lacks."""
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.importorskip":
                name = getattr(node.args[0], "value", "sys")
                if name not in sys.stdlib_module_names:
                    reasons = [key.value.value for key in node.keywords if key.arg == "reason"]
                    yield name, reasons[0] if reasons else f"could not import {name!r}: No module named {name!r}"


def test_a_library_that_lacks_is_installed_by_the_command_that_is_named():
    extras = [requirement for extra in TESTED_EXTRAS.split(",") for requirement in EXTRAS[extra]]
    installed = {distribution(one) for one in (*extras, *GROUP, *PYPROJECT["project"]["dependencies"])}
    wanted = set(wanted_libraries())
    assert len(wanted) > 20
    for name, reason in wanted:
        whole, root = name.lower(), name.partition(".")[0]
        called = {whole, CALLED_OTHERWISE.get(root, root.lower().replace("_", "-"))}
        makes_it = explained([reason])[0].endswith("  make test")
        assert makes_it == bool(called & installed), (name, explained([reason]))


def test_a_library_of_an_extra_is_wanted_in_the_same_versions_by_the_tests():
    of_extras = {distribution(one): one for requirements in EXTRAS.values() for one in requirements}
    assert [one for one in GROUP if of_extras.get(distribution(one), one) != one] == []


def test_what_runs_on_both_databases_is_there_once(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(WEB), *sys.path])
    from both_databases import ON_BOTH_DATABASES

    named = [path for paths in ON_BOTH_DATABASES.values() for path in paths]
    assert len(named) == len(set(named))
    for file, _, test in (path.partition("::") for path in named):
        assert f"def {test.partition('[')[0]}" in (WEB / file).read_text(encoding="utf-8")
