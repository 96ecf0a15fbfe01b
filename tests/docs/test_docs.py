"""The documentation holds: examples run, links lead somewhere, everything public is described, nothing is stale."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages import blocks, real_data

import browser
import probierz
from probierz import errors
from probierz.challenges.config import OPTIONS
from probierz.cli.main import command_parser, every_command
from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.definition import definitions
from probierz.metrics.matching import MATCHING
from probierz.metrics.number_pairs import NumberPoint
from probierz.metrics.tallies import Row
from probierz.schemes.flags import FLAGS
from probierz.text import TOKENIZERS

REPOSITORY = Path(__file__).resolve().parent.parent.parent
DOCS = REPOSITORY / "docs"
GENERATED = {"metrics.md", "tasks.md", "flags.md", "matching.md", "commands.md", "sqad-rules.md"}
ALL_PAGES = [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
WRITTEN = [path for path in ALL_PAGES if path.parent.name != "reference"]
RUN = [
    path
    for path in WRITTEN
    if any(one.title or one.language in ("browser", "console", "python") for one in blocks(path.read_text("utf-8")))
]


def shown(path: Path) -> str:
    return str(path.relative_to(REPOSITORY))


def text_of(name: str) -> str:
    return (REPOSITORY / name).read_text(encoding="utf-8")


def without_blocks(text: str) -> str:
    """The text without fenced blocks, whose lines stay as empty lines."""
    return re.sub(r"^ *```.*?^ *```$", lambda block: "\n" * block[0].count("\n"), text, flags=re.MULTILINE | re.DOTALL)


# --- examples --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", RUN, ids=shown)
def test_the_examples_of_a_page_print_what_it_shows(page: Path):
    clones = ("git clone https://github.com/poleval/", "git clone https://github.com/ipipan/")
    if any(one in page.read_text("utf-8") for one in clones) and not real_data().is_dir():
        pytest.skip(f"no real data: PROBIERZ_DATA is not set and {real_data()} does not exist")
    if "```browser" in page.read_text("utf-8"):
        pytest.importorskip("playwright")
        if browser.path() is None:
            pytest.skip("no Chromium here")
    runner = Path(__file__).with_name("pages.py")
    done = subprocess.run([sys.executable, runner, page], capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_make_commands_in_the_pages_are_targets():
    targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
    named = {name for page in WRITTEN for name in re.findall(r"(?:`|\$ )make ([a-z-]+)", page.read_text("utf-8"))}
    assert {"demo", "test"} <= named <= targets


def test_extras_in_the_pages_are_in_pyproject():
    import tomllib

    known = set(tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"])
    lists = (
        names for page in WRITTEN for names in re.findall(r"pip install '[.\w]+\[([\w,]+)\]'", page.read_text("utf-8"))
    )
    assert {name for names in lists for name in names.split(",")} == known


def test_the_entry_points_of_the_tutorial_are_those_that_are_loaded():
    assert '[project.entry-points."probierz.metrics"]' in text_of("docs/tutorials/own-metric.md")
    assert 'entry_points(group="probierz.metrics")' in text_of("src/probierz/metrics/definition.py")


# --- pages and links -------------------------------------------------------------------------------------------------


def test_every_page_is_in_the_navigation():
    named = set(re.findall(r"([\w/-]+\.md)$", text_of("mkdocs.yml"), re.MULTILINE))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert named == {page for page in pages if not page.startswith("reference/tasks/")}  # listed on reference/tasks.md


def anchors(page: Path) -> set[str]:
    found = set()
    for heading in re.findall(r"^#+ (.*)$", without_blocks(page.read_text(encoding="utf-8")), re.MULTILINE):
        named = re.search(r"\{ #([\w-]+) \}", heading)
        slug = re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading.lower()).strip())
        found.add(named[1] if named else slug)
    return found


@pytest.mark.parametrize("page", ALL_PAGES, ids=shown)
def test_links_lead_somewhere(page: Path):
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", without_blocks(page.read_text(encoding="utf-8"))):
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        linked = (page.parent / path).resolve() if path else page
        if not linked.exists() or (anchor and anchor not in anchors(linked)):
            broken.append(target)
    assert broken == []


@pytest.mark.parametrize("page", WRITTEN, ids=shown)
def test_prose_has_one_sentence_per_line(page: Path):
    text = re.sub(r"`[^`\n]*`", "code", without_blocks(page.read_text(encoding="utf-8")))
    lines = [line for line in text.split("\n") if not line.startswith("|")]
    assert [line for line in lines if re.search(r"[a-z)]{2}[.?!] +[A-Z*\[]", line)] == []


# --- completeness ----------------------------------------------------------------------------------------------------


def test_the_reference_is_written_from_the_code_as_it_is():
    done = subprocess.run(
        [sys.executable, DOCS / "generate.py", "--check"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.name for path in (DOCS / "reference").glob("*.md")} == GENERATED


def test_every_public_name_is_in_the_guide_to_the_python_api():
    guide = text_of("docs/guides/python-api.md")
    assert [name for name in probierz.__all__ if f"`probierz.{name}`" not in guide] == []


def test_every_exception_is_on_the_page_of_errors():
    page = text_of("docs/errors.md")
    assert [name for name in errors.__all__ if isinstance(getattr(errors, name), type) and name not in page] == []


def test_every_metric_has_a_section():
    page = text_of("docs/reference/metrics.md")
    sections = re.findall(r"^### ", page, re.MULTILINE)
    assert len(sections) == len(definitions(plugins=False))


def test_metrics_that_keep_all_lines_are_named_in_the_guide_to_big_data():
    kinds = [(one.prefix, one.tally_kind) for one in definitions(plugins=False)]
    rows = {name: kind for name, kind in kinds if isinstance(kind, type) and issubclass(kind, Row)}
    whole = {name for name, kind in rows.items() if not issubclass(kind, NumberPoint)}  # moments: a few numbers
    listed = re.findall(r"^\* (.*)$", text_of("docs/guides/big-data.md").split("## Python")[0], re.MULTILINE)
    assert {name for line in listed for name in line.split(", ")} == whole


def test_every_flag_prefix_and_tokenizer_is_described():
    guide, flags = text_of("docs/guides/schemes.md"), text_of("docs/reference/flags.md")
    matching = text_of("docs/reference/matching.md")
    assert [letter for letter in FLAGS if not re.search(rf"`{letter}(<\w+>)*`", guide)] == []
    assert [letter for letter in FLAGS if f"| `{letter}" not in flags] == []
    assert [prefix for prefix in {**MATCHING, **COMBINATORS} if f"| `{prefix}/` |" not in matching] == []
    assert [name for name in TOKENIZERS if f"| `{name}` |" not in flags] == []


def test_every_command_is_used_somewhere_and_every_option_is_in_the_reference():
    prose = "\n".join(page.read_text(encoding="utf-8") for page in WRITTEN)
    assert [name for name in every_command() if f"probierz {name}" not in prose] == []
    reference = text_of("docs/reference/commands.md")
    options = {
        option
        for name in every_command()
        for action in command_parser(name)._actions
        for option in action.option_strings
    }
    assert [option for option in options - {"-h", "--help"} if f"`{option}" not in reference] == []


def test_the_guide_for_users_of_geval_names_every_option():
    guide = text_of("docs/guides/from-geval.md")
    assert [option.names[0] for option in OPTIONS if f"{option.names[0]}`" not in guide] == []
