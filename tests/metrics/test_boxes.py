"""Rectangles. Values: GEval 1.42.2.0 where said, else worked by hand."""

import random

import pytest

from probierz.errors import ParseError
from probierz.metrics.annotations import Area, Box, boxes, boxes_with_margins, expected_boxes, plain_boxes
from probierz.metrics.boxes import area_size, covered_area
from probierz.metrics.names import get_metric


def value(name, expected, output):
    metric = get_metric(name)
    return metric.value([metric.tally(e, o) for e, o in zip(expected, output, strict=True)])


@pytest.mark.parametrize(
    ("parse", "text", "read"),
    [
        (boxes, "", []),
        (boxes, "1,2,3,4", [Box(Area(1, 2, 3, 4))]),
        (boxes, "7/1,2,3,4\t1,2,1,2:0.25", [Box(Area(1, 2, 3, 4), 7), Box(Area(1, 2, 1, 2), probability=0.25)]),
        (boxes, "foo:7/1,2,3,4:1", [Box(Area(1, 2, 3, 4), 7, "foo")]),
        (expected_boxes, "foo:1,2,3,4", [Box(Area(1, 2, 3, 4), None, "foo")]),
        (boxes_with_margins, "7/1,2,3,4/5", [Box(Area(1, 2, 3, 4), 7, margin=5)]),
        (plain_boxes, "7/1,2,3,4", [Box(Area(1, 2, 3, 4), 7)]),
    ],
)
def test_rectangles_are_read(parse, text, read):
    assert parse(text) == read


@pytest.mark.parametrize(
    ("parse", "text", "recorded"),
    [
        (boxes, "1,2,3", "cannot parse line"),
        (boxes, "3,2,1,4", "cannot parse line"),
        (boxes, "1,4,3,2", "cannot parse line"),
        (boxes, "-1,2,3,4", "cannot parse line"),
        (boxes, "1,2,3,4:2.0", "2.0 is not in [0, 1]"),
        (boxes_with_margins, "1,2,3,4", "cannot parse line"),
        (plain_boxes, "foo:1,2,3,4", "cannot parse line"),
    ],
)
def test_broken_rectangles_are_an_error(parse, text, recorded):
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert caught.value.geval == recorded


SIMPLE = (  # GEval's own test data
    ["foo:1/10,20,100,50 bar:100,100,200,200", "", "3/10,30,200,200"],
    ["foo:2/10,20,100,50 bar:100,150,200,300", "foo:3/4,8,10,1000", "3/10,30,100,100"],
)
PROBABLE = (
    ["foo:10,20,100,200 bar:200,300,250,400", "baq:5,10,50,50", "bar:50,100,150,300"],
    ["foo:10,20,100,200:0.8 bar:100,300,250,450 baz:50,100,100,150:0.5", "foo:5,10,50,50:0.6", "bar:100,0,200,400:1.0"],
)
CLIPPINGS = (
    ["6/10,20,100,300/5 14/50,50,400,200/5 18/0,0,100,314/10", "", "2/20,0,45,67/2"],
    [
        "6/10,20,100,300 6/12,22,102,302 13/50,50,400,200 14/44,55,400,200 14/40,56,400,200 14/40,50,406,200 "
        "14/40,56,400,194",
        "1/3,4,50,100",
        "2/21,1,46,66",
    ],
)


@pytest.mark.parametrize(
    ("name", "expected", "output", "score"),
    [
        ("Soft2D-F1", *SIMPLE, 0.22053934201995676),  # GEval
        ("Probabilistic-Soft2D-F1", *PROBABLE, 0.3369517442617539),  # GEval
        ("ClippEU", *CLIPPINGS, 0.399999999999),  # GEval
        ("Soft2D-F1", ["0,0,1,1"], ["0,0,1,0"], 2 * (2 / 2) * (2 / 4) / (1 + 2 / 4)),
        ("Soft2D-F1", ["0,0,1,1"], ["0,0,1,1:0.4"], 0.0),
        ("Soft2D-F1", ["0,0,1,1", ""], ["1/0,0,1,1", ""], 0.5),
        ("Soft2D-F1", ["0,0,0,0 0,0,0,0"], ["0,0,0,0"], 2 * 1 * 0.5 / 1.5),
        ("Probabilistic-Soft2D-F1", [""], [""], 1.0),
        ("ClippEU", [""], [""], 1.0),
        ("ClippEU", ["0,0,9,9/0"], ["0,0,9,9"], 1.0),
        ("ClippEU", ["5,5,9,9/9"], ["0,14,0,18"], 1.0),
        ("ClippEU", ["1/5,5,9,9/1"], ["5,5,9,9"], 0.0),
    ],
)
def test_a_value(name, expected, output, score):
    assert value(name, expected, output) == pytest.approx(score, abs=1e-6)


def test_the_covered_area_is_that_of_common_pixels_when_no_side_overlaps_itself():
    random_ = random.Random(8)
    for _ in range(100):
        one, other = (disjoint_boxes(random_) for _ in range(2))
        assert covered_area(one, other) == len(pixels(one) & pixels(other))


def disjoint_boxes(random_):
    chosen = []
    for _ in range(6):
        x, y = random_.randint(0, 9), random_.randint(0, 9)
        box = Box(Area(x, y, x + random_.randint(0, 5), y + random_.randint(0, 5)))
        if not pixels(chosen) & pixels([box]):
            chosen.append(box)
    return chosen


def pixels(all_boxes):
    return {
        (x, y)
        for box in all_boxes
        for x in range(box.area.x0, box.area.x1 + 1)
        for y in range(box.area.y0, box.area.y1 + 1)
    }


def test_sides_belong_to_their_rectangle():
    assert area_size(Area(3, 4, 3, 5)) == 2
