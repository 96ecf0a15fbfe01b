"""A sequence-to-sequence system that may only insert marks: the words out are the words in, whatever it would write."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probierz.errors import OptionError
from probierz.systems.neural.constrained import ConstrainedRewriter, Constraint, WindowWords
from probierz.systems.storage import load, save
from systems.neural.examples import BY_HEART, EXPECTED, INPUTS, PAIRS

END, COMMA, STOP = 2, 10, 11
TAK, WIE, M = 20, 21, 22


@pytest.fixture
def constraint():
    return Constraint(WindowWords([[TAK], [WIE, M]]), [COMMA, STOP], END)


@pytest.mark.parametrize(
    ("written", "allowed"),
    [
        ([], {TAK}),
        ([TAK], {WIE, COMMA, STOP}),
        ([TAK, COMMA], {WIE}),
        ([TAK, WIE], {M}),
        ([TAK, COMMA, WIE, M], {END, COMMA, STOP}),
        ([TAK, WIE, M, STOP], {END}),
        ([TAK, WIE, M, END], {END}),
    ],
)
def test_after_a_word_there_may_be_a_mark_and_else_only_the_next_piece(constraint, written, allowed):
    assert set(constraint.allowed(written)) == allowed


def test_what_was_written_is_read_as_a_mark_for_each_word(constraint):
    assert constraint.labels([TAK, WIE, M, END]) == [0, 0]
    assert constraint.labels([TAK, COMMA, WIE, M, STOP, END, 1, 1]) == [1, 2]


@given(st.lists(st.lists(st.integers(5, 14), min_size=1, max_size=3), min_size=1, max_size=6), st.randoms())
def test_whoever_writes_writes_the_words_with_marks_between(words, chance):
    """Also where pieces of words are marks: 10 to 12 are both."""
    constraint = Constraint(WindowWords(words), [10, 11, 12], END)
    written = []
    while not written or written[-1] != END:
        written.append(chance.choice(constraint.allowed(written)))
    assert len(constraint.labels(written)) == len(words)
    rest = iter(written)
    assert all(piece in rest for word in words for piece in word)  # in this order
    assert len(written) <= sum(map(len, words)) + len(words) + 1


def learnt(kind, **changes):
    made = ConstrainedRewriter(**{**BY_HEART, "toy": kind, **changes})
    made.fit(PAIRS)
    return made


@pytest.mark.parametrize("kind", ["bart", "mt5"])
def test_a_small_sample_is_learnt_by_heart_and_kept(torch, tmp_path, kind):
    made = learnt(kind, epochs=80)
    assert made.log.losses[-1] < made.log.losses[0] / 5
    assert list(made.predict(INPUTS)) == EXPECTED
    save(made, tmp_path / "system")
    found = load(tmp_path / "system")
    assert list(found.predict(INPUTS)) == EXPECTED
    assert found == made


@pytest.fixture(scope="module", params=[("bart", 1), ("bart", 3), ("mt5", 1)], ids=lambda one: f"{one[0]}-{one[1]}")
def wild(request):
    """A network with random weights."""
    pytest.importorskip("torch", reason="PyTorch, of the extra neural, is not installed").set_num_threads(1)
    kind, beams = request.param
    return learnt(kind, beams=beams, epochs=1, rate=1e-9, length=16, at_once=4)


WORD = st.one_of(
    st.sampled_from(["<s>", "</s>", "<pad>", "", ".", ",", "...", "ala", "▁", "a" * 90, "\t", "😀"]),
    st.text(st.characters(exclude_characters=" \n", exclude_categories=("Cs",)), max_size=4),
)
MARKS = ("", ".", ",", "?", "!", "-", ":", "...")


@given(texts=st.lists(st.lists(WORD, min_size=1, max_size=9), min_size=1, max_size=3))
@settings(max_examples=12, deadline=None)
def test_the_words_out_are_the_words_in(wild, texts):
    outputs = list(wild.predict(" ".join(words) for words in texts))
    assert len(outputs) == len(texts)
    for words, output in zip(texts, outputs, strict=True):
        for word, marked in zip(words, output.split(" "), strict=True):
            assert marked in {word + mark for mark in MARKS} if word else marked == ""


def test_a_random_network_writes_only_pieces_of_the_source_and_marks(torch, wild):
    rows = []
    generate = wild._network.generate

    def listening(**options):
        rows.extend(generate(**options).tolist())
        return generate(**options)

    wild._network.generate = listening
    try:
        list(wild.predict(["ala ma kota nato nie"]))
    finally:
        del wild._network.generate
    allowed = set(wild._ids) | set(wild._tokenizer.all_special_ids)
    for _, window, source in wild._jobs(0, ["ala", "ma", "kota", "nato", "nie"]):
        pieces = [piece for word in source.words for piece in word]
        written = [[piece for piece in row if piece not in allowed] for row in rows]
        assert pieces in written, window


def test_odd_marks_are_named():
    with pytest.raises(OptionError, match="marks are made of"):
        ConstrainedRewriter(marks=("a",))
    with pytest.raises(OptionError, match="beams are at least 1"):
        ConstrainedRewriter(beams=0)
