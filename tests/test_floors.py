"""Imports point down only; docs/architecture.md draws the house."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "probierz"

FLOORS = [
    {"archives", "display", "errors", "extras", "lines", "ordering", "text", "version", "whole_files"},
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
    ("archives", "whole_files"),
    ("whole_files", "errors"),
    ("lines", "errors"),
    ("text", "errors"),
    ("errors", "extras"),
    ("display", "errors"),
    ("display", "whole_files"),
    ("running_score", "in_memory"),
}
# The same inside the platform: rooms that every app may use, its apps, and what puts them together.
WEB_FLOORS = [
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
# Where an app asks by Django's reverse relations for what stands above it: names that the higher app gave, and why.
ASKS_UPWARDS = {
    ("challenges", "submissions"): "a challenge counts and guards what was handed in, before it changes or closes",
    ("challenges", "scores"): "a new version says which scores on its tests go out of date",
    ("challenges", "submission"): "scores of published results are told from others, to stand on tests that follow",
    ("challenges", "suite_task"): "a challenge says of which suite it is a task, in one query for a whole list",
}
# A folder that uses files of the folder above it, and is used by others there. Apps of the platform are all built so:
# models below, services and views in folders, the list of addresses above.
BETWEEN = {"probierz.suites.checks"}


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


def test_no_app_asks_for_what_stands_above_it_by_a_reverse_relation():
    above = reverse_relations()
    assert ("submissions", "challenges") in above["submissions"]
    asked = set()
    for path in (SOURCE / "web").rglob("*.py"):
        room = room_of(module_name(path))
        if room in APPS and "migrations" not in path.parts:
            asked |= {(room, name) for name in names_asked_for(path) if goes_up(room, above.get(name, ()))}
    assert asked == ASKS_UPWARDS.keys()


def goes_up(room: str, relations) -> bool:
    """Whether a relation leads from what an app knows to what it must not know."""
    floor = web_floor_of(room)
    return any(web_floor_of(target) <= floor < web_floor_of(source) for source, target in relations)


APPS = {path.parent.name for path in (SOURCE / "web").glob("*/models.py")}


def reverse_relations() -> dict[str, set[tuple[str, str]]]:
    """By the name of a reverse relation, of which app the model is that has it, and of which the one it leads from."""
    trees = {app: ast.parse((SOURCE / "web" / app / "models.py").read_text(encoding="utf-8")) for app in APPS}
    classes = {app: [node for node in tree.body if isinstance(node, ast.ClassDef)] for app, tree in trees.items()}
    app_of = {one.name: app for app, found in classes.items() for one in found}
    relations: dict[str, set[tuple[str, str]]] = {}
    for app, one in ((app, one) for app, found in classes.items() for one in found):
        for call in filter(is_relation, ast.walk(one)):
            target = app_of.get(ast.unparse(call.args[0]).strip("'").rpartition(".")[2])
            given = [word.value.value for word in call.keywords if word.arg == "related_name"]
            names = given or [one.name.lower(), f"{one.name.lower()}_set"]
            for name in names if target and target != app else ():
                relations.setdefault(name, set()).add((app, target))
    return relations


def is_relation(node: ast.AST) -> bool:
    kinds = {"models.ForeignKey", "models.OneToOneField", "models.ManyToManyField"}
    return isinstance(node, ast.Call) and ast.unparse(node.func) in kinds


def names_asked_for(path: Path):
    """Names after a dot, of conditions (`submissions__state=`), and in paths of fields (`"submissions__state"`)."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.keyword) and node.arg and "__" in node.arg:
            yield from node.arg.split("__")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "__" in node.value:
            yield from node.value.split("__")


def room_of(module: str) -> str:
    """The part of the platform that a module is in; empty for modules of other packages."""
    return module.split(".")[2] if module.startswith("probierz.web.") else ""


def web_floor_of(room: str) -> int:
    return next(number for number, floor in enumerate(WEB_FLOORS) if room in floor)


def test_few_modules_lie_loose_at_the_root_of_the_platform():
    assert len(list((SOURCE / "web").glob("*.py"))) <= MOST_LOOSE_MODULES


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
