"""The pictures of README and documentation."""

import re
import struct
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
MOST_BYTES = 150_000
NAMES = ("board", "submission", "report", "terminal")


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_small_and_sharp_enough_to_be_read(name):
    content = (ROOT / "docs" / "pictures" / f"{name}.png").read_bytes()
    width, height = struct.unpack(">II", content[16:24])
    assert len(content) < MOST_BYTES
    assert 600 <= width <= 1600
    assert 300 <= height <= 1200


@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_front_pages_show_all_of_them_and_say_in_words_what_is_seen(page):
    shown = re.findall(r"!\[([^\]]*)\]\((?:docs/)?pictures/(\w+)\.png\)", (ROOT / page).read_text(encoding="utf-8"))
    assert [name for _, name in shown] == list(NAMES)
    assert all(len(words) > 40 for words, _ in shown)
