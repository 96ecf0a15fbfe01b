"""Distances on the globe, in kilometres."""

from __future__ import annotations

import math
from dataclasses import replace

from probierz.errors import ParseError
from probierz.metrics.definition import Example, metric
from probierz.metrics.parsers import two_numbers
from probierz.metrics.reads import NUMBERS
from probierz.metrics.tallies import Mean

Place = tuple[float, float]

_GEVAL_RADIUS = 6371.0
_MEAN_RADIUS = 6371.0088  # (2a + b) / 3 of the ellipsoid GRS 80


def place(text: str) -> Place:
    """Latitude and longitude in degrees, with one TAB between them. Raises ParseError for anything else."""
    latitude, longitude = two_numbers(text)
    if not -90 <= latitude <= 90 or not -180 <= longitude <= 180:
        raise ParseError("wanted latitude (from -90 to 90), TAB, longitude (from -180 to 180), in degrees", found=text)
    return latitude, longitude


def _distance(haversine: float, radius: float) -> float:
    return 2 * radius * math.asin(math.sqrt(haversine)) if haversine <= 1 else math.nan


_PLACES = Example(
    input=["Some test text", "Another test text"],
    expected=["39.575264\t-76.995928", "29.949932\t-90.070116"],
    output=["39.575264\t-56.995928", "29.949932\t-90.070116"],
    value=1044.2633358563135,  # GEval 1.42.2.0
    in_header=["Text"],
    out_header=["Longitude", "Latitude"],
)


@metric(
    "Haversine",
    better="lower",
    bounds=(0, math.pi * _GEVAL_RADIUS),
    parse=two_numbers,
    source="GEval 1.42.2.0",
    example=_PLACES,
)
def haversine(expected: Place, output: Place) -> Mean:
    """Mean distance of points on the globe, by a formula that is not quite the haversine formula.

        Haversine = (1/n) Σ 2 · 6371 km · asin √h,   h = sin²(Δa/2) + cos²(Δb) · sin²(Δb/2)

    Δa, Δb: differences of the first and the second column, in degrees; n: lines. Every line weighs the same.
    The true formula has the cosines of both latitudes in place of cos²(Δb): use GreatCircle unless numbers have to
    agree with those of GEval. NaN when some h is above 1, or some difference is infinite.
    Empty: NaN.
    """
    first, second = (math.radians(ours - theirs) for ours, theirs in zip(expected, output, strict=True))
    if not (math.isfinite(first) and math.isfinite(second)):
        return Mean(math.nan)
    h = math.sin(first / 2) ** 2 + math.cos(second) ** 2 * math.sin(second / 2) ** 2
    return Mean(_distance(h, _GEVAL_RADIUS))


@metric(
    "GreatCircle",
    better="lower",
    bounds=(0, math.pi * _MEAN_RADIUS),
    parse=place,
    reads=(NUMBERS, NUMBERS),
    geval=False,
    source="Sinnott 1984 (haversine formula); Moritz 2000 (mean radius of the Earth)",
    example=replace(
        _PLACES,
        input=["Stolica Polski", "Miasto koziołków"],
        expected=["52.2297\t21.0122", "52.4064\t16.9252"],
        output=["50.0647\t19.9450", "52.4064\t16.9252"],
        value=125.98846298,  # half of 251.97692596, sklearn.metrics.pairwise.haversine_distances times 6371.0088
        out_header=["Latitude", "Longitude"],
    ),
)
def great_circle(expected: Place, output: Place) -> Mean:
    """Mean distance of places on the globe, along the great circle.

        GreatCircle = (1/n) Σ 2 · r · asin √h,   h = sin²(Δφ/2) + cos φ₁ · cos φ₂ · sin²(Δλ/2)

    φ, λ: latitude (first column) and longitude (second column), in degrees; r: mean radius of the Earth, 6371.0088 km;
    n: lines. Every line weighs the same. The Earth taken as a ball is wrong by up to 0.6 per cent.
    Empty: NaN.
    """
    (latitude, longitude), (other_latitude, other_longitude) = expected, output
    north = math.sin(math.radians(latitude - other_latitude) / 2) ** 2
    east = math.sin(math.radians(longitude - other_longitude) / 2) ** 2
    cosines = math.cos(math.radians(latitude)) * math.cos(math.radians(other_latitude))
    return Mean(_distance(min(1.0, north + cosines * east), _MEAN_RADIUS))
