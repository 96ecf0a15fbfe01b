"""A name of a class means one thing in the whole package, and the maps name files that are there."""

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
SOURCE = REPOSITORY / "src" / "probierz"

ALLOWED = {
    "Challenge": "on the disk; with all its methods, as open_challenge returns it; in the platform's database",
    "Evaluation": "with all its methods; in the platform's database",
    "Kind": "of an invitation, of a webhook, of a notice: choices in the platform's database",
    "Meta": "of a model or a form, as Django wants it",
    "Migration": "of a database, as Django wants it",
    "Output": "of a split on the disk; in the platform's database",
    "Role": "of an annotator, of an organiser: choices in the platform's database",
    "Score": "of the engine; in the platform's database",
    "State": "of a record, of a job, of a submission: choices in the platform's database",
}


@cache
def modules() -> dict[str, ast.Module]:
    """What stands in each file of the package."""
    paths = sorted(SOURCE.rglob("*.py"))
    return {path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


@cache
def modules_of_classes() -> dict[str, list[str]]:
    """Where each class is defined, private ones and those inside of other classes too."""
    found = defaultdict(list)
    for file, module in modules().items():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(file)
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


def test_ten_questions_of_newcomers_are_answered_by_a_file_each():
    page = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page.split("| question | file | begin at |")[1].split("\n\n")[0]
    answers = re.findall(r"^\| .+\? \| `(.+)` \| `(.+)` \|$", table, re.MULTILINE)
    assert len(dict(answers)) == 10
    assert [answer for answer in answers if not is_defined_in(*answer)] == []


def is_defined_in(file: str, name: str) -> bool:
    """Whether a file of the package makes a public function or a class of this name."""
    return name in {one.name for one in modules()[file].body if isinstance(one, ast.FunctionDef | ast.ClassDef)}


# Functions whose name stands in three modules or more: what is the same in all of them.
SAME_IDEA = {
    "as_csv": "a format of tables, reports and boards",
    "as_json": "a format of tables, reports and boards",
    "as_latex": "a format of tables, reports and boards",
    "as_text": "what stands there as text for people",
    "interval": "of a score: read, shown, told in a section",
    "learn": "from examples, what the module is about",
    "main": "what a process of its own begins with",
    "read_inputs": "the input lines of a split",
    "render": "a page or a table",
    "score": "an output: of lines, of values in memory, in a process of its own; shown",
}
PAGES = {"api.py", "views.py", "urls.py", "pages.py"}  # named as their addresses


@cache
def modules_of_functions() -> dict[str, set[str]]:
    """Where each public function is defined, without those of commands and pages, which are named as these are."""
    found = defaultdict(set)
    for file, module in modules().items():
        parts = file.split("/")
        if parts[0] != "cli" and not {"views", "migrations"} & set(parts) and parts[-1] not in PAGES:
            for node in module.body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    found[node.name].add(file)
    return found


def test_no_function_is_called_as_two_others():
    assert {
        name: files for name, files in modules_of_functions().items() if len(files) > 2 and name not in SAME_IDEA
    } == {}


LISTS_THAT_ARE_READ = {
    "errors.py": "the documentation tells of each",
    "web/intake/errors.py": "faults of files and of other servers",
    **{
        f"web/{app}/services.py": "tests ask each for its rights"
        for app in ("jobs", "leaderboards", "notifications", "webhooks")
    },
}


def test_names_are_listed_where_they_are_of_other_files_or_something_reads_the_list():
    assert {file for file, module in modules().items() if lists_its_own_names(module)} == LISTS_THAT_ARE_READ.keys()


def lists_its_own_names(module: ast.Module) -> bool:
    """Whether a file has `__all__`, and in it no name of another file; an underscore says what is private."""
    of_others = {
        name.asname or name.name for one in module.body if isinstance(one, ast.ImportFrom) for name in one.names
    }
    lists = [
        one.value for one in module.body if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "__all__"
    ]
    return any(
        of_others.isdisjoint(name.value for name in ast.walk(one) if isinstance(name, ast.Constant)) for one in lists
    )


# What tests in a browser type besides `/` and `/login`, as people do who have an address from elsewhere: by file, what
# they give to `goto`. All other pages are clicked to.
WIDTH = "pages whose width is looked at, which other tests click to"
TYPED = {
    ("docs/browsing.py", "address"): "a page of the documentation",
    ("reports/test_report_page.py", "path.as_uri() + fragment"): "a file on the disk",
    ("web/accounts/test_in_browser.py", "path"): WIDTH,
    ("web/annotation/test_annotating_in_browser.py", '"/annotations/alone/secret-key"'): "what a command printed",
    ("web/annotation/test_annotating_in_browser.py", 'f"/annotations/questions{path.format(draft=draft.pk)}"'): WIDTH,
    ("web/annotation/test_hidden_answers_in_browser.py", 'f"{celina.url}?ending=csv"'): "a bookmark",
    ("web/api/test_axe_on_every_page.py", "address"): "every page there is",
    ("web/challenges/test_challenges_in_browser.py", "path"): WIDTH,
    ("web/labelling/test_labelling_in_browser.py", "page"): WIDTH,
    ("web/labelling/test_labelling_in_browser.py", "pages[0]"): WIDTH,
    ("web/suites/test_suites_in_browser.py", "path"): WIDTH,
    ("web/test_main_paths.py", '"/" + link.split("/", 3)[3]'): "an invitation",
    ("web/test_main_paths.py", 'f"/q/{made.commit}"'): "what papers cite",
    ("web/webhooks/test_webhooks_in_browser.py", "path"): WIDTH,
}


def test_tests_in_a_browser_begin_at_the_first_page_and_click():
    folder = REPOSITORY / "tests"
    typed = {
        (path.relative_to(folder).as_posix(), given)
        for path in folder.rglob("*.py")
        for given in re.findall(r"^ +[\w.]+\.goto\((.+)\)(?:  #.*)?$", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert {one for one in typed if one[1] not in ('"/"', '"/login"')} == TYPED.keys()


def test_the_changelog_says_each_change_once():
    """Two branches that change a new line leave both of them when they are merged."""
    lines = [
        line for line in (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line[:2] == "- "
    ]
    begin = Counter(line[:70] for line in lines)
    assert [one for one, count in begin.items() if count > 1] == []
