import math

import pytest

from probierz.inspection.features import FeatureKinds, line_features
from probierz.inspection.geval_features import FeatureLines, GevalFeature, geval_blocks, line_ranks


def features(lines, kinds=None, *, numerical=False, **options):
    """Lines are (score, expected, input, output)."""
    collected = FeatureLines(kinds or FeatureKinds(), numerical=numerical)
    for line in lines:
        collected.add(*line)
    blocks = geval_blocks(
        collected, **{"descending": False, "min_frequency": 1, "min_cartesian_frequency": None} | options
    )
    return [GevalFeature(name, block.lines, block.mean, block.p) for block in blocks for name in block.names]


def test_p_is_that_of_the_formula():
    # Four lines, ranks 1 2 3 4 by score; `a` on the two worst: R 3, U 0, z (0 - 2) / sqrt(2*2*5/12), p = Phi(z)
    found = features([(0.1, "a", "", ""), (0.2, "a", "", ""), (0.3, "b", "", ""), (0.4, "b", "", "")])
    p = 0.5 * math.erfc(2 / math.sqrt(20 / 12) / math.sqrt(2))
    assert [(one.name, one.lines) for one in found] == [("exp:a", 2), ("exp:b", 2)]
    assert [one.mean for one in found] == pytest.approx([0.15, 0.35])
    assert [one.p for one in found] == pytest.approx([p, 1 - p])


def test_the_order_of_equally_significant_features():
    kinds = FeatureKinds(word_shapes=True, bigrams=True)
    found = features([(0.0, "b a2", "y\tz", "x"), (1.0, "", "", "")], kinds, numerical=True)
    assert [one.name for one in found if one.p < 0.5] == [
        *("exp:a2", "exp:b", "exp:SHAPE:a", "exp:SHAPE:a9", "exp:b++a2", "exp:SHAPE:a++SHAPE:a9"),
        *("out:x", "out:SHAPE:a", "in<1>:y", "in<1>:SHAPE:a", "in<2>:z", "in<2>:SHAPE:a"),
    ]


def test_columns_of_the_input_are_in_the_order_of_their_numbers():
    columns = "\t".join(f"w{number}" for number in range(1, 12))
    found = features([(0.0, "", columns, ""), (1.0, "", "", "")])
    assert [one.name for one in found] == [f"in<{number}>:w{number}" for number in range(1, 12)]


def test_high_scores_are_bad_where_lower_is_better():
    lines = [(0.9, "bad", "", ""), (0.8, "bad", "", ""), (0.1, "good", "", ""), (0.0, "good", "", "")]
    assert [one.name for one in features(lines, descending=True)] == ["exp:bad", "exp:good"]
    assert [one.name for one in features(lines)] == ["exp:good", "exp:bad"]


def test_features_that_few_lines_have_or_lack_are_left_out():
    lines = [(float(at), "all" + " some" * (at > 0) + " one" * (at == 5), "", "") for at in range(6)]
    assert {one.name for one in features(lines)} == {"exp:some", "exp:one"}
    assert features(lines, min_frequency=2) == []


def test_a_score_of_nan_ties_with_its_neighbours():
    assert line_ranks([math.nan] * 3).tolist() == [2, 2, 2]
    assert line_ranks([0.0, math.nan, 1.0, 2.0]).tolist() == [2, 2, 2, 4]
    assert line_ranks([3.0, 1.0, 1.0], descending=True).tolist() == [1, 2.5, 2.5]


def test_pairs_are_listed_unless_a_part_was():
    # `a` and `b` alone say nothing, both together do.
    lines = [(0.0, "a", "b", ""), (0.0, "a", "b", ""), (1.0, "a", "", ""), (1.0, "", "b", ""), (1.0, "", "", "")]
    names = [one.name for one in features(lines, FeatureKinds(cartesian=True))]
    assert names == ["exp:a~~in<1>:b", "exp:a", "in<1>:b"]
    # Each part is on three lines.
    options = {"kinds": FeatureKinds(cartesian=True), "min_cartesian_frequency": 4}
    assert [one.name for one in features(lines, **options)] == ["exp:a", "in<1>:b"]


def test_the_smaller_feature_of_a_pair_comes_first_in_the_order_of_the_list():
    pairs = line_features(FeatureKinds(cartesian=True), "b", "a", "c")
    assert pairs[3:] == ["exp:b~~in<1>:a", "exp:b~~out:c", "out:c~~in<1>:a"]


def test_numbers_and_lengths():
    lines = [(at / 10, "", f"{at}\t{'x' * (20 - at)}", "") for at in range(8)]
    found = features(lines, numerical=True, min_frequency=5)
    assert [(one.name, one.lines) for one in found] == [("in<1>:=-", 2), ("in<2>:=#+", 2)]
    assert [one.mean for one in found] == pytest.approx([0.05, 0.05])


def test_among_equal_values_the_recorded_choice_is_made():
    # small values are bad; of the values 1 1 1 those with the best rank are taken first
    lines = [(score, "", str(value), "") for score, value in ((0, 1), (1, 1), (2, 1), (3, 2))]
    (found,) = [one for one in features(lines, numerical=True) if one.name.startswith("in<1>:=")]
    assert (found.name, found.lines, found.mean) == ("in<1>:=-", 1, 2.0)


def test_a_constant_column_and_few_lines_have_no_p():
    assert features([(0.0, "", "1", ""), (1.0, "", "1", "")], numerical=True) == []


def test_no_lines_have_no_features():
    assert features([]) == []


@pytest.mark.parametrize(
    ("text", "features_of_text"),
    [
        ("doc 0-2", ["exp:Ala"]),
        ("doc 4-5,0", ["exp:Ama"]),
        ("doc 9-99999999", ["exp:ta"]),
        ("doc ", []),
        ("other 0-2", ["exp:other", "exp:0-2"]),
        ("doc  0-2", ["exp:doc", "exp:0-2"]),
        ("doc x", ["exp:doc", "exp:x"]),
    ],
)
def test_references_stand_for_characters_of_a_text(text, features_of_text):
    kinds = FeatureKinds(references={"doc": "Ala ma kota"})
    assert line_features(kinds, text, "", "") == features_of_text
