"""Labelled rectangles on pages: Soft2D-F, its probabilistic sister, and ClippEU with its margins."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from probierz.errors import ParseError
from probierz.metrics.annotations import Area, Box, boxes, boxes_with_margins, expected_boxes, plain_boxes
from probierz.metrics.assignment import most_pairs, refuse_too_many
from probierz.metrics.calibration import graded, probabilistic_f
from probierz.metrics.definition import BETA, Example, metric
from probierz.metrics.spans import partner_scores
from probierz.metrics.tallies import Hits, Mean, Row


def _example(output: Sequence[str], value: float, name: str) -> Example:
    return Example(
        input=["file3.djvu", "file4.djvu"],
        expected=["foo:3/0,0,100,100", "bar:1/50,50,1000,1000"],
        output=output,
        value=value,
        name=name,
        in_header=["DjvuFilePath"],
        out_header=["Rectangle"],
    )


def area_size(area: Area) -> int:
    """How many pixels the rectangle has, its sides included."""
    return (area.x1 - area.x0 + 1) * (area.y1 - area.y0 + 1)


def _common(one: Box, other: Box) -> Area | None:
    """The rectangle that two of the same label and page have in common."""
    (a0, b0, a1, b1), (c0, d0, c1, d1) = one.area, other.area
    common = Area(max(a0, c0), max(b0, d0), min(a1, c1), min(b1, d1))
    if common.x0 > common.x1 or common.y0 > common.y1 or not one.same_kind(other):
        return None
    return common


def _left_over(box: Box, cut: Area) -> list[Box]:
    r"""Up to four rectangles that remain of a box: above and below the cut as wide as it, left and right full height.

    +----+-----+-----+
    |    |above|     |
    |left|#cut#|right|
    |    |below|     |
    +----+-----+-----+
    """
    x0, y0, x1, y1 = box.area
    pieces = [
        Area(cut.x0, y0, cut.x1, cut.y0 - 1),
        Area(cut.x0, cut.y1 + 1, cut.x1, y1),
        Area(x0, y0, cut.x0 - 1, y1),
        Area(cut.x1 + 1, y0, x1, y1),
    ]
    return [box._replace(area=area) for area in pieces if area.x0 <= area.x1 and area.y0 <= area.y1]


_MOST_COMPARISONS = 20_000_000  # of one piece with another: some twenty seconds


def covered_area(expected: Sequence[Box], output: Sequence[Box]) -> int:
    """How many pixels of expected boxes are covered by given ones, no pixel of either side used twice.

    Raises ParseError when boxes fall into so many pieces that it would take too long.
    """
    waiting, left = deque(expected), list(output)
    covered = comparisons = 0
    while waiting:
        box = waiting.popleft()
        index, common = _first_common(box, left)
        comparisons += index + 1
        if common is not None:
            covered += area_size(common)
            waiting.extendleft(reversed(_left_over(box, common)))
            left[index : index + 1] = _left_over(left[index], common)
        if comparisons > _MOST_COMPARISONS:
            raise ParseError(
                f"the {len(expected)} rectangles expected and {len(output)} given on one line cut each other into too "
                "many pieces; give fewer"
            )
    return covered


def _first_common(box: Box, others: Sequence[Box]) -> tuple[int, Area | None]:
    """The place of the first box that has something in common with this one, and what; behind the last without any."""
    for index, other in enumerate(others):
        common = _common(box, other)
        if common is not None:
            return index, common
    return len(others), None


def _total_size(all_boxes: Sequence[Box]) -> int:
    return sum([area_size(box.area) for box in all_boxes])


@metric(
    "Soft2D-F{beta:decimal}",
    allowed=BETA,
    better="higher",
    bounds=(0, 1),
    parse=(expected_boxes, boxes),
    free_columns=True,
    free_input_columns=True,
    source="GEval 1.42.2.0",
    example=_example(
        [
            "foo:3/250,130,340,217:0.8 foo:3/50,20,120,130:0.1",
            "bar:1/0,0,100,200 foo:1/40,50,1000,1000 bar:1/400,600,1000,1000:0.6",
        ],
        0.11959046246082206,
        "Soft2D-F1",
    ),
)
def soft2d_f(expected: list[Box], output: list[Box], beta: float) -> Mean:
    """F-score of the area of labelled rectangles, averaged over lines.

        F = 1/n Σ (1 + β²) P R / (β² P + R),  P = c / |o|,  R = c / |e|

    n: lines; e, o: pixels of the rectangles expected, and of those given with a probability of at least 0.5 (a
    rectangle without one has 1); a pixel counts once for every rectangle it is in. c: pixels of expected rectangles
    covered by given ones of the same label and page, each used once. Sides belong to their rectangle.
    Every line weighs the same, whatever its areas.
    Empty: P is 1 on a line where nothing was given, R is 1 where nothing was expected; NaN over no lines.
    """
    given = [box for box in output if box.probability >= 0.5]
    return Mean(Hits(covered_area(expected, given), _total_size(expected), _total_size(given)).f(beta))


def _box_score(wanted: Box, given: Box) -> float:
    """Intersection over union of two boxes of the same label and page, else 0."""
    common = _common(wanted, given)
    if common is None:
        return 0.0
    size = area_size(common)
    return size / (area_size(wanted.area) + area_size(given.area) - size)


@metric(
    "Probabilistic-Soft2D-F{beta:decimal}",
    allowed=BETA,
    better="higher",
    bounds=(0, 1),
    parse=(expected_boxes, boxes),
    finish=probabilistic_f,
    preprocessed_itemwise=True,
    source="GEval 1.42.2.0",
    example=_example(
        ["foo:3/0,0,100,50:0.8 foo:3/250,130,340,217:0.1", "bar:1/50,50,1000,1000:0.9"],
        0.5093142433188893,
        "Probabilistic-Soft2D-F1",
    ),
)
def probabilistic_soft2d_f(expected: list[Box], output: list[Box]) -> Row:
    """F-score of labelled rectangles whose precision asks how well probabilities foretell the overlap.

        F = (1 + β²) C R / (β² C + R),  R = Σ p m / Σ |e|

    C: calibration of the results m by the probabilities p (1 minus twice the mean distance between the local
    regression of m on p and the diagonal; see `probierz.metrics.calibration`).
    m: |s ∩ t| / |s ∪ t| in pixels, of a given rectangle t and its partner s in the best pairing with expected ones of
    the same label and page, 0 without a partner; p: the probability of t, 1 if it has none; e: rectangles expected.
    Lines are taken together: lines with many rectangles weigh more.
    Empty: C is 1 when nothing was given, R is 1 when nothing was expected.
    """
    results = partner_scores(expected, output, _box_score)
    return graded(results, [box.probability for box in output], len(expected))


def _within_margin(wanted: Box, output: Sequence[Box]) -> list[int]:
    """Which given boxes have each side between those of the expected box shrunk and grown by its margin."""
    # No side is below 0, so cutting the grown box off there would change nothing.
    page, margin, (x0, y0, x1, y1) = wanted.page, wanted.margin, wanted.area
    return [
        at
        for at, ((a0, b0, a1, b1), given_page, *_) in enumerate(output)
        if given_page == page
        and abs(a0 - x0) <= margin
        and abs(b0 - y0) <= margin
        and abs(a1 - x1) <= margin
        and abs(b1 - y1) <= margin
    ]


def _without_margins(line: str) -> str:
    """The expected rectangles themselves: within the margin always, while the shrunk ones may turn inside out."""
    return " ".join(word.rpartition("/")[0] for word in line.split())


@metric(
    "ClippEU",
    better="higher",
    bounds=(0, 1),
    parse=(boxes_with_margins, plain_boxes),
    finish=lambda total: total.f(2.0),
    perfect=_without_margins,
    source="GEval 1.42.2.0",
    example=Example(
        input=["page-1.djvu", "page-2.djvu", "page-3.djvu"],
        expected=["6/10,20,100,300/5 14/50,50,400,200/5", "", "2/20,0,45,67/2"],
        output=["6/10,20,100,300 6/12,22,102,302 14/44,55,400,200", "1/3,4,50,100", "2/21,1,46,66"],
        value=10 / 17,
        in_header=["DjvuFilePath"],
        out_header=["Rectangles"],
    ),
)
def clippeu(expected: list[Box], output: list[Box]) -> Hits:
    """F2-score of clippings: rectangles on pages, right when every side is within a margin.

        F = 5 P R / (4 P + R),  P = Σ m / Σ |o|,  R = Σ m / Σ |e|

    e, o: rectangles expected and given; m: the greatest number of pairs, each rectangle in at most one, of an expected
    rectangle and a given one on the same page each of whose sides is at most the margin away. Recall weighs more.
    Lines are summed before dividing: lines with many rectangles weigh more.
    Empty: P is 1 when nothing was given, R is 1 when nothing was expected.
    """
    refuse_too_many(len(expected), len(output))
    partners = [_within_margin(wanted, output) for wanted in expected]
    return Hits(most_pairs(partners), len(expected), len(output))
