import math
import sys
from xml.etree import ElementTree

import pytest

from probierz.display import pictures
from probierz.errors import MissingExtra, OptionError

HOSTILE = ["$\\frac{$", "<script>", "\u202e\x00", "語", "x" * 300]


def drawn(picture):
    svg = picture._repr_svg_()
    ElementTree.fromstring(svg[svg.index("<svg") :])  # it is XML
    return svg


def test_every_picture_takes_any_name_and_any_number():
    values = [0.1, math.nan, math.inf, -2.0, 0.5]
    square = [[0.0] * 5 for _ in HOSTILE]
    square[1] = values
    drawn(pictures.histogram(values, title=HOSTILE[0], label=HOSTILE[1]))
    drawn(pictures.intervals(HOSTILE, values, [(math.nan, math.nan)] * 5, title=HOSTILE[4]))
    drawn(pictures.matrix(HOSTILE, square, [HOSTILE] * 5, title=HOSTILE[2], note=HOSTILE[3]))


def test_no_lines_give_an_empty_picture():
    drawn(pictures.histogram([], title="nothing", label="score"))


def test_a_histogram_counts_every_line_once():
    picture = pictures.histogram([0.0, 0.1, 0.2, 1.0, math.nan], title="t", label="score", bins=2)
    assert [bar.get_height() for bar in picture.figure.axes[0].patches] == [3, 1]
    assert picture.figure.get_suptitle() == "t (1 without a value left out)"


def test_the_same_picture_is_the_same_bytes():
    first, second = (pictures.intervals(["a"], [0.5], [(0.4, 0.6)], title="t") for _ in range(2))
    assert drawn(first) == drawn(second)


@pytest.mark.parametrize(("suffix", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_a_picture_is_saved_as_its_name_says(tmp_path, suffix, start):
    path = tmp_path / f"picture.{suffix}"
    pictures.histogram([1.0, 2.0], title="t", label="score").save(path)
    assert path.read_bytes().startswith(start)


def test_what_cannot_be_saved_is_told(tmp_path):
    picture = pictures.histogram([1.0], title="t", label="score")
    with pytest.raises(OptionError, match="choose one of these"):
        picture.save(tmp_path / "picture.docx")
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="cannot be saved"):
        picture.save(tmp_path / "file" / "picture.png")


def test_bars_stand_in_groups_with_a_legend_for_several_series():
    picture = pictures.bars(["a", "b"], {"x": [1, 2], "y": [3, 4]}, title="t", label="of 1,000")
    (axes,) = picture.figure.axes
    assert [patch.get_height() for patch in axes.patches] == [1, 2, 3, 4]
    (legend,) = picture.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["x", "y"]
    assert pictures.bars(["a"], {"x": [1]}, title="t", label="").figure.legends == []


def test_no_bars_are_refused():
    with pytest.raises(OptionError, match="whole number from 1"):
        pictures.histogram([1.0], title="t", label="score", bins=0)


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"\[plots\]'"):
        pictures.histogram([1.0], title="t", label="score")
