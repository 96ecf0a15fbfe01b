"""The site builds without a warning, and its pages ask no other site for anything."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs", reason="mkdocs-material is installed by `make docs`")
    target = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", target],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def test_no_page_loads_anything_from_another_site(site: Path):
    loading = re.compile(r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"?(?:https?:)?//|<link\b[^>]*>")
    outside = []
    for page in site.rglob("*.html"):
        for tag in loading.findall(page.read_text(encoding="utf-8")):
            if not tag.startswith("<link") or (re.search(r"href=\"?(?:https?:)?//", tag) and "canonical" not in tag):
                outside.append((page.name, tag))
    assert outside == []
    assert not any("@import" in sheet.read_text(encoding="utf-8") for sheet in site.rglob("*.css"))


def test_every_page_can_be_found_by_the_search(site: Path):
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    assert [page for page in ("tutorials/first-output.html", "reference/metrics.html") if page not in index] == []
