"""Which lines a report embeds."""

import base64
import json
import math
import random
import zlib
from pathlib import Path

import pytest

from probierz.challenges.evaluate import evaluate_files
from probierz.reports.items import MOST_PACKED, FeatureOf, items_of, shortened, telling_first
from probierz.reports.material import Material, gather

LINES = 300


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    """Two outputs of 300 numbers; the first is wrong by the number of the line, the second is right but for line 7."""
    directory = tmp_path_factory.mktemp("numbers")
    texts = {
        "expected": ["0"] * LINES,
        "one": [str(number) for number in range(1, LINES + 1)],
        "two": ["1000" if number == 7 else "0" for number in range(1, LINES + 1)],
    }
    for name, lines in texts.items():
        (directory / name).write_text("".join(f"{line}\n" for line in lines))
    evaluations = [evaluate_files(["MAE"], directory / "expected", directory / name) for name in ("one", "two")]
    return gather(evaluations, directory / "expected")


def test_all_lines_are_kept_where_they_fit(material: Material) -> None:
    items = items_of(material)
    assert [row["number"] for row in items["rows"]] == list(range(1, LINES + 1))
    assert (items["total"], items["kept"], items["how"]) == (LINES, LINES, None)
    assert items["columns"] == ["expected"]
    assert items["rows"][6]["scores"] == [7.0, 1000.0]


def test_the_telling_lines_come_first_and_none_comes_twice(material: Material) -> None:
    order = list(telling_first(material, [], seed=1))
    assert sorted(order) == list(range(1, LINES + 1))
    assert order[:2] == [300, 7]  # the worst of the first output, the worst of the second
    assert order[2] == 1  # the best of the first
    assert 299 in order[:10]  # among those on which the outputs differ most


def test_lines_of_features_are_among_the_first(material: Material) -> None:
    order = list(telling_first(material, [FeatureOf(0, range(100, 150)), FeatureOf(1, [42])], seed=1))
    assert {149, 42} <= set(order[:10])  # the worst line of each feature


def test_a_beginning_of_the_order_is_taken_and_sorted_by_number(material: Material) -> None:
    items = items_of(material, wish=10, seed=5)
    numbers = [row["number"] for row in items["rows"]]
    assert numbers == sorted(list(telling_first(material, [], seed=5))[:10])
    assert items["how"] == (
        "the worst and the best lines of each output, those on which the outputs differ most, "
        "and others drawn at random with the seed 5"
    )


def test_the_seed_alone_decides_which_other_lines_are_taken(material: Material) -> None:
    assert items_of(material, wish=20, seed=2) == items_of(material, wish=20, seed=2)
    assert items_of(material, wish=20, seed=2) != items_of(material, wish=20, seed=3)


def test_no_line_and_more_lines_than_there_are(material: Material) -> None:
    assert items_of(material, wish=0)["rows"] == []
    assert items_of(material, wish=10_000)["how"] is None
    assert items_of(material, wish="all")["kept"] == LINES


def test_lines_without_scores_are_drawn_too(tmp_path: Path) -> None:
    (tmp_path / "numbers").write_text("1\n2\n3\n4\n")
    evaluation = evaluate_files(["Pearson"], tmp_path / "numbers", tmp_path / "numbers")
    unscored = gather([evaluation], tmp_path / "numbers")
    assert all(math.isnan(score) for score in unscored.main_scores[0])
    assert items_of(unscored, wish=2)["kept"] == 2


def test_as_many_lines_are_kept_as_the_page_may_hold(tmp_path: Path) -> None:
    draw = random.Random(1)
    lines = ["".join(draw.choices("abcdefghijklmnop ", k=2000)) for _ in range(1200)]  # 17 letters: half a byte each
    (tmp_path / "text").write_text("".join(f"{line}\n" for line in lines))
    (tmp_path / "out").write_text("".join(f"{line[::-1]}\n" for line in lines))
    evaluation = evaluate_files(["Accuracy"], tmp_path / "text", tmp_path / "out")
    items = items_of(gather([evaluation], tmp_path / "text"))
    assert 100 < items["kept"] < 1200
    packed = base64.b64encode(zlib.compress(json.dumps(items["rows"], ensure_ascii=False).encode(), 9))
    assert 0.8 * MOST_PACKED < len(packed) < 1.02 * MOST_PACKED


@pytest.mark.parametrize(("length", "end"), [(4999, "x"), (5000, "x"), (5001, " […5,001 characters]")])
def test_only_very_long_texts_are_cut(length: int, end: str) -> None:
    assert shortened("x" * length).endswith(end)
    assert shortened("x" * length).startswith("x" * min(length, 5000))
