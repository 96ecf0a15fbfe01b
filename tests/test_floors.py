"""Imports point down only; docs/architecture.md draws the house."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps

REPOSITORY = Path(__file__).resolve().parent.parent
SOURCE = REPOSITORY / "src" / "probierz"

FLOORS = [
    {
        "archives",
        "display",
        "download",
        "errors",
        "extras",
        "given_folders",
        "held_files",
        "lines",
        "look_alikes",
        "ordering",
        "taken_names",
        "text",
        "version",
        "whole_files",
    },
    {"schemes", "metrics"},
    {"scoring"},
    {"challenges"},
    {"reports", "inspection"},
    {"evaluation", "in_memory", "running_score"},
    {"suites"},
    {"systems"},
    {"web"},
    {"cli"},
]
# Two siblings that may import each other, in this direction only.
ARROWS = {
    ("schemes", "metrics"),
    ("reports", "inspection"),
    ("lines", "archives"),
    ("lines", "text"),
    ("archives", "errors"),
    ("archives", "text"),
    ("archives", "whole_files"),
    ("whole_files", "errors"),
    ("given_folders", "errors"),
    ("look_alikes", "text"),
    ("lines", "errors"),
    ("taken_names", "errors"),
    ("text", "errors"),
    ("errors", "extras"),
    ("display", "errors"),
    ("display", "whole_files"),
    ("download", "errors"),
    ("download", "whole_files"),
    ("running_score", "in_memory"),
}
# The same inside the platform: rooms that every app may use, its apps, and what puts them together.
WEB_FLOORS = [
    {"token_shape"},
    {"events", "html", "intake", "sandbox"},
    {"configuration"},
    {"http"},
    {"accounts"},
    {"jobs"},
    {"challenges"},
    {"submissions"},
    {"leaderboards"},
    {"webhooks", "gonito", "suites", "annotation", "labelling"},
    {"notifications"},
    {"api", "pages", "operation"},
    {"settings", "urls", "wsgi"},
]
MOST_LOOSE_MODULES = 10
# What an app asks the database for that stands above it, by app and model: relations that lead to the model, and fields
# that no model below has. A challenge counts and guards what was handed in, before it changes or closes, and scores of
# published results stand on tests that follow; it says of which suite it is a task, in one query for a whole list.
ASKS_UPWARDS = {
    ("challenges", "PlatformSuite"): {"card", "owner"},
    ("challenges", "Score"): {"scores"},
    ("challenges", "Submission"): {"deleted", "is_reference", "not_rescored", "submission", "submissions"},
    ("challenges", "SuiteMember"): {"suite_task"},
}
# A folder that uses files of the folder above it, and is used by others there. Apps of the platform are all built so:
# models below, services and views in folders, the list of addresses above.
BETWEEN = {"probierz.suites.checks"}


def test_the_drawing_of_the_house_has_each_of_its_parts():
    drawing = (REPOSITORY / "docs" / "architecture.md").read_text("utf-8").split("```text")[1].split("```")[0]
    assert not [part for floor in FLOORS for part in sorted(floor) if not re.search(rf"\b{part}\b", drawing)]


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
            if floor_of(imported) >= floor_of(package):
                wrong.append(f"{path.relative_to(SOURCE)}:{line} imports {imported}")
    assert wrong == []


def test_no_files_import_each_other_in_a_circle():
    assert rings(imported_modules()) == []


def test_no_folders_import_each_other_in_a_circle():
    graphs = folder_graphs(imported_modules())
    assert "probierz.systems" in graphs
    assert [ring for graph in graphs.values() for ring in rings(graph)] == []


def folder_graphs(graph: dict[str, set[str]]) -> dict[str, dict[str, set[str]]]:
    """For each folder, what its folders (each as one) and files import of each other."""
    found: dict[str, dict[str, set[str]]] = {}
    for module, other in ((module, other) for module, imported in graph.items() for other in imported):
        one, two = module.split("."), other.split(".")
        same = next((at for at, (left, right) in enumerate(zip(one, two, strict=False)) if left != right), None)
        if same is not None:
            inside = found.setdefault(".".join(one[:same]), {})
            source, target = ".".join(one[: same + 1]), ".".join(two[: same + 1])
            inside.setdefault(target, set())
            inside.setdefault(source, set()).add(target)
    return found


def test_a_folder_uses_the_files_above_it_or_is_used_by_them():
    graph = imported_modules()
    folders = {module_name(path) for path in SOURCE.rglob("__init__.py")} - {"probierz"}
    wrong = set()
    for folder in folders:
        above = folder.rpartition(".")[0]
        if above == "probierz" or folder.startswith("probierz.web."):
            continue
        inside = {module for module in graph if module.startswith(f"{folder}.")}
        files = {module for module in graph if module.rpartition(".")[0] == above} - folders
        uses = any(graph[module] & files for module in inside)
        is_used = any(graph[module] & inside for module in files)
        if uses and is_used:
            wrong.add(folder)
    assert wrong == BETWEEN


def test_imports_inside_the_platform_point_down_only():
    wrong = []
    for module, imported in imported_modules().items():
        room = room_of(module)
        for other in sorted(filter(room_of, imported)):
            if room and room != room_of(other) and web_floor_of(room_of(other)) >= web_floor_of(room):
                wrong.append(f"{module} imports {other}")
    assert wrong == []


def test_an_app_asks_the_database_for_little_that_stands_above_it():
    asked = defaultdict(set)
    for room in APPS:
        leading, fields = relations_above(room), fields_above(room)
        for path in (SOURCE / "web" / room).rglob("*.py"):
            if "migrations" not in path.parts:
                gone_along, queried = names_asked_for(path)
                for name in (gone_along | queried) & leading.keys():
                    asked[room, leading[name]].add(name)
                for name in queried & fields.keys() - leading.keys():
                    asked[room, fields[name]].add(name)
    assert asked == ASKS_UPWARDS


APPS = {path.parent.name for path in (SOURCE / "web").glob("*/models.py")}


def relations_above(room: str) -> dict[str, str]:
    """Relations that lead from models of this app, and of those below, to models above, with the names of these."""
    floor = web_floor_of(room)
    below = [model for model in apps.get_models() if floor_of_model(model) <= floor]
    found = [
        field for model in below for field in model._meta.related_objects if floor_of_model(field.related_model) > floor
    ]
    return {
        name: field.related_model.__name__
        for field in found
        for name in (field.name, field.get_accessor_name())
        if name
    }


def fields_above(room: str) -> dict[str, str]:
    """Fields that a model above this app has alone, and none of the app or below, with the model's name."""
    owners = defaultdict(set)
    for model in apps.get_models():
        is_above = floor_of_model(model) > web_floor_of(room)
        for field in model._meta.fields:
            owners[field.name].add(model.__name__ if is_above else "")
    return {name: models.pop() for name, models in owners.items() if len(models) == 1 and models != {""}}


def floor_of_model(model) -> int:
    """The floor of a model of the platform; 0 for one of Django."""
    app = model._meta.app_label
    return web_floor_of(app) if app in APPS else 0


QUERIES = {"filter", "exclude", "values", "values_list", "order_by", "Q", "F", "Count", "only"}


def names_asked_for(path: Path) -> tuple[set[str], set[str]]:
    """Names after a dot; and those of queries: of conditions (`submissions__state=`), and in strings."""
    attributes, queried = set(), set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            attributes.add(node.attr)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in QUERIES:
            queried |= {word.arg for word in node.keywords if word.arg}
            queried |= {one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "__" in node.value.strip("_"):
            queried.add(node.value)
    return attributes, {name for path in queried for name in path.split("__")}


def room_of(module: str) -> str:
    """The part of the platform that a module is in; empty for modules of other packages."""
    return module.split(".")[2] if module.startswith("probierz.web.") else ""


def web_floor_of(room: str) -> int:
    return next(number for number, floor in enumerate(WEB_FLOORS) if room in floor)


def test_few_modules_lie_loose_at_the_root_of_the_platform():
    assert len(list((SOURCE / "web").glob("*.py"))) <= MOST_LOOSE_MODULES


@cache
def imported_modules() -> dict[str, set[str]]:
    """What each module imports, at its top, in its functions, and for types alone."""
    files = {module_name(path): path for path in SOURCE.rglob("*.py")}
    graph: dict[str, set[str]] = {}
    for module, path in files.items():
        named = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                whole = {f"{node.module}.{alias.name}" for alias in node.names}
                named |= (whole & files.keys()) or {node.module}
        graph[module] = (named & files.keys()) - {module}
    del graph["probierz"]  # the public names, which nothing below asks for
    return {module: imported & graph.keys() for module, imported in graph.items()}


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


def rings(graph: dict[str, set[str]]) -> list[list[str]]:
    """The sets of modules that reach each other: what is left when modules that import nothing left go, and again."""
    left = {module: set(imported) for module, imported in graph.items()}
    while leaves := {module for module, imported in left.items() if not imported}:
        left = {module: imported - leaves for module, imported in left.items() if module not in leaves}
    found: list[list[str]] = []
    for module in left:
        ring = sorted(other for other in reached(left, module) if module in reached(left, other))
        if ring and ring not in found:
            found.append(ring)
    return found


def reached(graph: dict[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}, [["a", "b", "c"]]),
        ({"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"c"}}, [["a", "b"], ["c", "d"]]),
    ],
)
def test_rings_are_found(graph, expected):
    assert rings(graph) == expected


def test_circles_of_folders_are_found():
    graph = {"a.b.one": {"a.c.two"}, "a.c.three": {"a.d"}, "a.c.two": set(), "a.d": {"a.b.four"}, "a.b.four": set()}
    assert rings(graph) == []
    assert rings(folder_graphs(graph)["a"]) == [["a.b", "a.c", "a.d"]]


def test_what_looks_closer_is_loaded_by_a_call():
    code = "import sys, probierz.evaluation; print([name for name in sys.modules if 'probierz.inspection' in name])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


FEWEST_LINES = 36
FILES_OF_APPS = {"api", "apps", "forms", "listeners", "urls", "views"}
SMALL = {
    "probierz.systems.questions.rows.numbered_columns": "what a column says has a file for each kind",
}


def test_a_small_file_is_a_part_of_the_one_file_beside_it_that_uses_it():
    """But what a test tries by itself, or a map of the repository names, is a thing of its own."""
    users = defaultdict(list)
    for module, imported in imported_modules().items():
        for other in imported:
            users[other].append(module)
    small = {
        module_name(path)
        for path in SOURCE.rglob("*.py")
        if path.stem not in FILES_OF_APPS and len(path.read_text(encoding="utf-8").splitlines()) < FEWEST_LINES
    }
    parts = {module for module in small if [folder_of(user) for user in users[module]] == [folder_of(module)]}
    assert {module for module in parts if not is_thing_of_its_own(module)} == SMALL.keys()


def folder_of(module: str) -> str:
    return module.rpartition(".")[0]


def is_thing_of_its_own(module: str) -> bool:
    tests = Path(__file__).parent.rglob("*.py")
    maps = (REPOSITORY / "CONTRIBUTING.md", REPOSITORY / "docs" / "architecture.md")
    tried, named = f"{module} import", "/".join(module.split(".")[-2:]) + ".py"
    return any(tried in path.read_text(encoding="utf-8") for path in tests) or any(
        named in page.read_text(encoding="utf-8") for page in maps
    )


def test_every_part_of_the_package_has_a_floor():
    parts = {path.name.removesuffix(".py") for path in SOURCE.iterdir() if not path.name.startswith(("_", "."))}
    known = set().union(*FLOORS)
    assert parts - known - {"py.typed", "demo_challenge"} == set()


def test_public_names_are_complete():
    import probierz

    assert all(hasattr(probierz, name) for name in probierz.__all__)
    assert set(dir(probierz)) == set(probierz.__all__)


def test_files_of_tests_have_names_of_their_own():
    """Two of one name, in folders that are no packages, keep all tests from being collected."""
    names = [path.name for path in Path(__file__).parent.rglob("test_*.py")]
    assert {name for name in names if names.count(name) > 1} == set()
