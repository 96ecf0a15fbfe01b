"""Metrics of translation. Oracles: sacreBLEU, rouge_score; the rest is worked by hand beside its case."""

import math
import random

import pytest

from probierz import score
from probierz.errors import DataError
from probierz.metrics import tercom
from probierz.metrics.definition import find_definition
from probierz.metrics.names import get_metric
from probierz.metrics.tercom import edits_with_shifts


def value(name, expected, output):
    metric = get_metric(name)
    return metric.value([metric.tally(e, o) for e, o in zip(expected, output, strict=True)])


def sacrebleu_metric(name, of_lines=False):
    metrics = pytest.importorskip("sacrebleu.metrics")
    return {
        "SacreBLEU": lambda: metrics.BLEU(effective_order=of_lines),  # as sacrebleu.sentence_bleu
        "chrF": metrics.CHRF,
        "chrF++": lambda: metrics.CHRF(word_order=2),
        "TER": metrics.TER,
    }[name]()


def assert_same_as_sacrebleu(name, output, references):
    """`references`: one list of texts for every reference, as sacreBLEU takes them."""
    theirs = sacrebleu_metric(name).corpus_score(output, references).score / 100
    ours = value(name, ["\t".join(texts) for texts in zip(*references, strict=True)], output)
    assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-12)


LIKE_SACREBLEU = ["SacreBLEU", "chrF", "chrF++", "TER"]


def translated_lines(data_dir):
    lines = []
    for split in ("dev-0", "test-A"):
        text = (data_dir / "poleval-2021" / "quality-nonblind" / split / "in.tsv").read_text(encoding="utf-8")
        lines += [line.split("\t") for line in text.rstrip("\n").split("\n")]
    return lines


@pytest.mark.parametrize("name", LIKE_SACREBLEU)
def test_polish_translations_score_as_in_sacrebleu(name, data_dir):
    machine, english, human = zip(*translated_lines(data_dir), strict=True)
    assert_same_as_sacrebleu(name, machine[:400], [human[:400]])
    assert_same_as_sacrebleu(name, machine[:100], [human[:100], machine[1:101], english[:100]])


VOCABULARIES = ["a b", "a b c d e f g", "Ala ma kota i psa , . oraz -5 3.5 pięć ma, \"psa\" 'x' (c) &amp; żółw- ..."]


@pytest.mark.parametrize("name", LIKE_SACREBLEU)
@pytest.mark.parametrize("vocabulary", VOCABULARIES)
@pytest.mark.parametrize("longest", [3, 8, 25])
def test_random_texts_score_as_in_sacrebleu(name, vocabulary, longest):
    random_ = random.Random(f"{vocabulary}{longest}")
    words = vocabulary.split()

    def text(least):
        return " ".join(random_.choices(words, k=random_.randint(least, longest)))

    for _ in range(25):
        count = random_.randint(1, 4)
        references = [[text(1) for _ in range(count)] for _ in range(random_.randint(1, 3))]
        assert_same_as_sacrebleu(name, [text(0) for _ in range(count)], references)


@pytest.mark.parametrize("name", LIKE_SACREBLEU)
@pytest.mark.parametrize("references", [1, 2])
@pytest.mark.usefixtures("processes_at_once")
def test_the_signature_of_sacrebleu_stands_beside_ours(name, references):
    theirs = sacrebleu_metric(name)
    theirs.corpus_score(["a b", "c"], [["a b", "c d"]] * references)
    found = score(name, ["\t".join(["a b"] * references), "\t".join(["c d"] * references)], ["a b", "c"], jobs=2)
    ours, wanted = (text.rpartition("|version:") for text in (found.signature.peer, str(theirs.get_signature())))
    assert ours[0] == wanted[0]
    assert str(found.signature).endswith(f" ({found.signature.peer})")
    assert found.signature.as_dict()["peer"] == found.signature.peer


def test_what_changes_texts_or_averages_has_no_signature_of_sacrebleu():
    for name in ("SacreBLEU:l", "Mean/SacreBLEU", "BLEU"):
        assert not score(name, ["a b"], ["a b"]).signature.peer
    assert "nrefs:var|" in score("TER", ["a\tb", "a"], ["a", "a"]).signature.peer


def odd_lines(random_):
    """Pairs of an output and its references: short, long, empty, with odd white space, marks, entities and letters."""
    pieces = [
        "a",
        "b",
        "the",
        "The",
        "cat",
        "żółw",
        "1,000",
        "3.5",
        "&quot;x&quot;",
        "don't",
        "(yes)",
        "\u00a0",
        "-",
        "?!",
    ]

    def text(longest):
        return random_.choice(["", " "]).join(random_.choices(pieces, k=1)) + " ".join(
            ["", *random_.choices(pieces, k=random_.randint(0, longest))]
        )

    for at in range(300):
        references = [text(at % 12 + 1) for _ in range(at % 3 + 1)]
        yield random_.choice([text(at % 9), references[0], references[-1].upper(), ""]), references


@pytest.mark.parametrize("name", ["SacreBLEU", "chrF", "chrF++", "TER"])
def test_scores_of_lines_are_sentence_scores_of_sacrebleu(name):
    pairs = list(odd_lines(random.Random(11)))
    theirs = sacrebleu_metric(name, of_lines=True)
    found = score(name, ["\t".join(references) for _, references in pairs], [output for output, _ in pairs])
    for ours, (output, references) in zip(found.rows.values, pairs, strict=True):
        assert 100 * ours == pytest.approx(theirs.sentence_score(output, references).score, abs=1e-9)
    assert score(f"Mean/{name}", *zip(*[("\t".join(e), o) for o, e in pairs], strict=True)).value == pytest.approx(
        sum(found.rows.values) / 300
    )


def test_three_right_words_are_a_perfect_line_but_no_perfect_test_set():
    found = score("SacreBLEU", ["the cat sleeps"], ["the cat sleeps"])
    assert (found.value, found.rows.values) == (0.0, [1.0])
    assert score("Mean/SacreBLEU", ["the cat sleeps"], ["the cat sleeps"]).value == 1.0


def test_moved_phrases_of_long_texts_cost_as_in_sacrebleu():
    random_ = random.Random(5)
    for _ in range(15):
        reference = [str(number) for number in range(random_.randint(30, 110))]
        output = reference.copy()
        for _ in range(random_.randint(1, 4)):
            start, end = sorted(random_.sample(range(len(output) + 1), 2))
            phrase = output[start : min(end, start + 30)]
            del output[start : start + len(phrase)]
            place = random_.randint(0, len(output))
            output[place:place] = phrase
        output = output[: random_.randint(1, len(output))]
        assert_same_as_sacrebleu("TER", [" ".join(output)], [[" ".join(reference)]])


@pytest.mark.parametrize(
    ("output", "reference", "edits"),
    [
        ("", "", 0),
        ("a b", "", 2),
        ("", "a b c", 3),
        ("a b c", "a b c", 0),
        ("c d a b", "a b c d", 1),  # `a b` moved
        ("a x c", "a b c", 1),
        ("x c d a b", "a b c d", 2),  # moved, and x deleted
    ],
)
def test_a_moved_phrase_is_one_edit(output, reference, edits):
    assert edits_with_shifts(output.split(), reference.split()) == edits


# 3/4, 2/3, 1/2 and no 4-gram of one: (3/4 * 2/3 * 1/2 * 0)^(1/4) = 0; with five words and the last one wrong
# (4/5 * 3/4 * 2/3 * 1/2)^(1/4) = (1/5)^(1/4).
BLEU_CASES = [
    (["a b c d"], ["a b c d"], 1.0),
    (["a b c x"], ["a b c d"], 0.0),
    (["a b c d x"], ["a b c d e"], 0.2**0.25),
    (["a b c d e f"], ["a b c d"], math.exp(1 - 6 / 4)),
    (["a b c d"], [""], 0.0),
    ([""], ["a b c d"], 0.0),
    ([""], [""], 1.0),
    ([], [], 1.0),
    (["a b"], ["a b"], 1.0),  # no 3-grams given: 0/0 counts as 1
    (["a b c d\tx y"], ["x y"], 1.0),
]


@pytest.mark.parametrize(("expected", "output", "score"), BLEU_CASES)
def test_bleu(expected, output, score):
    assert value("BLEU", expected, output) == pytest.approx(score)


def test_bleu_of_references_equally_near_takes_the_shorter_length():
    assert value("BLEU", ["a b c d e f\ta b"], ["a b c d"]) == 1.0


def test_bleu_takes_the_fewest_counts_of_the_references_that_have_the_ngram():
    # `foo bar foo` against {foo baz, bar, baz xyz}: foo once, bar once (GEval's tests).
    metric = get_metric("BLEU")
    assert metric.tally("foo baz\tbar\tbaz xyz", "foo bar foo").matched_1 == 2
    # Once in the first, twice in the second reference: BLEU finds it once, SacreBLEU twice.
    assert metric.tally("foo x\tfoo foo", "foo foo").matched_1 == 1
    assert get_metric("SacreBLEU").tally("foo x\tfoo foo", "foo foo").matched_1 == 2


@pytest.mark.parametrize(
    ("expected", "output", "score"),
    [
        (["a b"], ["a b"], 1.0),
        (["a b"], [""], 0.0),
        ([""], [""], 1.0),
        (["a b"], ["a c"], 1 / 3),  # a, of a c ac
        (["a b c\ta c"], ["a c"], 1.0),
        (["a b", "c"], ["a", "c"], 2 / 4),  # 1/3 and 1/1
        (["a x\ta y z"], ["a"], 1 / 3),  # 1/3 against 1/6
    ],
)
def test_gleu(expected, output, score):
    assert value("GLEU", expected, output) == pytest.approx(score)


def test_gleu_of_references_with_equal_quotients_takes_the_last():
    metric = get_metric("GLEU")
    assert metric.tally("x y\tx", "z") == (0, 1)
    assert metric.tally("x\tx y", "z") == (0, 3)


@pytest.mark.parametrize("name", ["chrF", "chrF++", "TER", "SacreBLEU"])
def test_nothing_expected_and_nothing_given_has_no_error(name):
    assert value(name, [""], [""]) == 0.0  # as in sacreBLEU, for a similarity as for an error rate


def test_a_line_too_long_to_look_for_moved_phrases_is_refused(monkeypatch):
    monkeypatch.setattr(tercom, "_MOST_WORDS", 5)
    assert score("TER", ["a b c d e"], ["b a c d e"]).value == 1 / 5
    with pytest.raises(DataError, match=r"line 1: .*6 words is too long.*at most 5"):
        score("TER", ["a b c d e f"], ["a"])


def test_shifts_in_long_lines_are_those_of_sacrebleu():
    # Lines that stray from the beam, where only what a move changes is computed again.
    metrics = pytest.importorskip("sacrebleu.metrics")
    random_ = random.Random(17)
    for size in (40, 80, 120):
        expected = [str(random_.randrange(size // 2)) for _ in range(size)]
        output = [str(random_.randrange(size // 2)) for _ in range(size)]
        output[5:25], output[30:50] = expected[10:30], expected[50:70]
        lines = " ".join(expected), " ".join(output)
        wanted = metrics.TER().sentence_score(lines[1], [lines[0]]).score / 100
        assert score("TER", lines[:1], lines[1:]).value == pytest.approx(wanted, abs=1e-12)


# --- many lines at once --------------------------------------------------------------------------------------------


@pytest.fixture
def numpy_is_there():
    """Without it, only thousands of lines are worth its import."""
    return pytest.importorskip("numpy")


def repeating_lines(random_, vocabulary, longest, count):
    return ["".join(random_.choices(vocabulary, k=random_.randrange(longest))).strip() for _ in range(count)]


@pytest.mark.usefixtures("numpy_is_there")
@pytest.mark.parametrize(
    ("vocabulary", "longest", "count"),
    [
        (["a ", "b ", "b. ", "c", "ż ", "1", "1.", "-", "  "], 30, 300),
        (["a", "a "], 60, 100),
        ([f"słowo{number} " for number in range(30_000)], 60, 300),  # too many words for one sort of all
        ([chr(code) for code in range(0x4E00, 0x9000)], 900, 70),  # too many characters
        ([""], 2, 70),
    ],
    ids=["odd", "two words", "many words", "many characters", "nothing"],
)
@pytest.mark.parametrize("name", ["BLEU", "SacreBLEU", "GLEU", "chrF", "chrF++"])
def test_many_lines_leave_together_what_each_leaves_alone(name, vocabulary, longest, count):
    random_ = random.Random(longest)
    expected = repeating_lines(random_, vocabulary, longest, count)
    output = [line[: random_.randrange(99)] + line[random_.randrange(99) :] for line in expected]
    definition, parameters = find_definition(name)
    metric = definition.bind(parameters)
    many = metric.many(expected, output)
    if many is None:
        assert max(len(set(line)) for line in expected) > 500
        return
    assert many == [metric.tally(*lines) for lines in zip(expected, output, strict=True)]
    assert {type(number) for tally in many for number in tally} == {int}


@pytest.mark.parametrize("name", ["BLEU", "SacreBLEU", "chrF"])
def test_lines_of_several_references_are_taken_one_by_one(name):
    expected, output = ["a b c d\ta b c e"] * 200, ["a b c e"] * 200
    definition, parameters = find_definition(name)
    assert definition.bind(parameters).many(expected, output) is None


def test_many_lines_are_scored_together_and_keep_their_places():
    random_ = random.Random(8)
    expected = repeating_lines(random_, ["a ", "b ", "c ", "d. "], 12, 5000)
    output = repeating_lines(random_, ["a ", "b ", "c ", "d. "], 12, 5000)
    for name in ("SacreBLEU", "chrF"):
        together = score(name, expected, output)
        parts = [score(name, expected[at : at + 50], output[at : at + 50]).rows.tallies for at in range(0, 5000, 50)]
        assert list(together.rows.tallies) == [tally for part in parts for tally in part]
