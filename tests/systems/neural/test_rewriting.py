"""A network that writes texts again: chunks, batches, beams; on toys that learn a few texts by heart."""

import re
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probierz.errors import DataError, OptionError
from probierz.systems.guard import Guard
from probierz.systems.neural.chunkers import Matched, Slots, Whole
from probierz.systems.neural.rewriter import CHUNKS, Rewriter
from probierz.systems.shared.chunks import characters, normalised
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training

PAIRS = [
    Pair("d0m ktory stoi na gorze", "dom który stoi na górze"),
    Pair("ala rna kota", "ala ma kota"),
    Pair("wlazl kotek na plotek i mruga ładna to piosenka", "wlazł kotek na płotek i mruga ładna to piosenka"),
    Pair("nie dluga", "nie długa"),
]
INPUTS = [pair.input for pair in PAIRS]
EXPECTED = [pair.expected for pair in PAIRS]
BY_HEART = {"epochs": 60, "batch": 4, "rate": 1e-2, "length": 48, "prefix": "popraw:"}


def learnt(pairs=PAIRS, training=Training(seed=1), **changes):
    made = Rewriter(**{**BY_HEART, **changes})
    made.fit(pairs, training)
    return made


@pytest.fixture(scope="module")
def by_heart():
    pytest.importorskip("torch", reason="PyTorch, of the extra neural, is not installed").set_num_threads(1)
    return learnt(chunks="slots", size=4)


class Pieces:
    """A tokenizer that knows the code of a language, or does not."""

    unk_token_id, eos_token_id = 3, 2

    def __init__(self, codes):
        self.codes = codes

    def convert_tokens_to_ids(self, piece):
        return self.codes.get(piece, self.unk_token_id)


@pytest.mark.parametrize(
    ("kind", "codes", "start"), [("mbart", {"pl_PL": 7}, 7), ("mbart", {}, 2), ("mt5", {"pl_PL": 7}, 2)]
)
def test_what_mbart_writes_begins_with_the_code_of_polish(kind, codes, start):
    made = Rewriter()
    made._config = SimpleNamespace(model_type=kind, decoder_start_token_id=2)
    made._tokenizer = Pieces(codes)
    assert made._start() == start


def test_a_small_sample_is_learnt_by_heart_and_kept(by_heart, tmp_path):
    assert by_heart.log.losses[-1] < by_heart.log.losses[0] / 10
    assert list(by_heart.predict(INPUTS)) == EXPECTED
    save(by_heart, tmp_path / "system")
    found = load(tmp_path / "system")
    assert found == by_heart
    assert list(found.predict(INPUTS)) == EXPECTED


@pytest.mark.parametrize("chunks", CHUNKS)
def test_every_way_to_cut_is_learnt_by_heart(torch, chunks):
    """After a bucket, which tells two readings of the same text apart."""
    pairs = [Pair("dawno\tteo jest", "téo jest"), Pair("teraz\tteo jest", "teo jest"), Pair("ala rna", "ala ma")]
    made = learnt(pairs, chunks=chunks, size=2, epochs=80)
    assert list(made.predict(pair.input for pair in pairs)) == [pair.expected for pair in pairs]


def test_other_encoders_and_decoders_learn_too(torch):
    assert list(learnt(toy="bart", rate=5e-3).predict(INPUTS)) == EXPECTED


# --- chunks ----------------------------------------------------------------------------------------------------------

TEXT = st.text("ab cż\n", max_size=200).map(normalised)
CHUNKERS = [Whole(), Slots(3), Matched(characters(30), len, 40)]


@given(text=TEXT)
@pytest.mark.parametrize("chunker", CHUNKERS, ids=lambda one: type(one).__name__)
def test_chunks_joined_by_spaces_are_the_text(chunker, text):
    assert " ".join(chunker.texts(text)) == text


def test_pairs_are_learnt_from_when_both_sides_are_alike():
    chunker = Matched(characters(40), len, longest=60, shortest=5)
    assert list(chunker.pairs("ala rna kota", "ala ma kota")) == [("ala rna kota", "ala ma kota")]
    assert list(chunker.pairs("ala", "ala")) == []  # fewer than 5 pieces, which are letters here
    assert list(chunker.pairs("ala ma kota", "ala ma kota i psa")) == []  # 11 pieces for 17
    assert list(chunker.pairs("bcd fgh jkl", "xyz wvu tsr")) == []  # nothing in common but the spaces
    assert list(chunker.pairs("xyz " * 20, "abc " * 20)) == []  # too long, and cannot be cut


class Copying(Rewriter):
    """Writes what it reads, without the head."""

    def _written(self, sources):
        texts = self._tokenizer.batch_decode([source.pieces[: source.pieces.index(2)] for source in sources])
        return [re.sub("^kotek (19 )?", "", text) for text in texts]


@pytest.fixture(scope="module")
def copying():
    pytest.importorskip("torch", reason="PyTorch, of the extra neural, is not installed").set_num_threads(1)
    made = Copying(**{**BY_HEART, "epochs": 1, "length": 32, "prefix": "kotek"})
    made.fit([*PAIRS, Pair("19\tabc żó", "żó cba")])
    return made


@given(text=st.text("ab cż\n", max_size=300), chunks=st.sampled_from(CHUNKS), has_bucket=st.booleans())
@settings(max_examples=60, deadline=None)
def test_nothing_is_lost_or_doubled_in_cutting_and_joining(copying, text, chunks, has_bucket):
    """Also where a word, or a page, is longer than what the network reads."""
    copying.chunks = chunks
    assert list(copying.predict([f"19\t{text}" if has_bucket else text])) == [normalised(text)]


def test_a_source_is_never_longer_than_the_network_reads(copying):
    for chunks in CHUNKS:
        copying.chunks = chunks
        for text in ("abc " * 100, "a" * 1000, "ż", "</s> <pad> abc"):
            assert all(len(job.source.pieces) <= 32 for job in copying._jobs(0, f"19\t{text}"))


# --- writing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("beams", [1, 3])
def test_what_is_written_does_not_depend_on_what_is_written_beside_it(by_heart, beams):
    lines = [*INPUTS, "", "ala", "kot", "nie wiem co to jest i po co", *(f"ala {number}" for number in range(9))]
    by_heart.beams = beams
    found = []
    for by_heart.at_once in (1, 3, 16):
        found.append(list(by_heart.predict(lines)))
    by_heart.beams = 1
    assert found[0] == found[1] == found[2]
    assert found[0][4] == ""


def test_as_many_beams_are_followed_as_are_set(by_heart):
    asked, generate = [], by_heart._network.generate
    by_heart._network.generate = lambda **options: asked.append(options) or generate(**options)
    try:
        for by_heart.beams in (1, 4):
            list(by_heart.predict(INPUTS[:1]))
    finally:
        by_heart.beams = 1
        del by_heart._network.generate
    assert [(options["num_beams"], options["max_new_tokens"]) for options in asked] == [(1, 48), (4, 48)]


ODD = ["", " ", "\t", "1900\t", "</s> <unk> <pad>", "😀 zażółć \x00\x1b", "a" * 3000, "słowo " * 300]


def test_odd_lines_get_a_line_each(by_heart):
    outputs = list(by_heart.predict(ODD))
    assert len(outputs) == len(ODD)
    assert outputs[:4] == [""] * 4
    assert not any(set(output) & set("\n\t") for output in outputs)


def test_what_a_wild_network_writes_is_put_back(torch):
    """A loop is far longer than the text; what is as long has words that were changed too much."""
    wild = learnt(epochs=1, rate=1e-9)
    lines = ["wlazl kotek", "", "1900\tdom ktory stoi na gorze"]
    assert list(wild.predict(lines)) != ["wlazl kotek", "", "dom ktory stoi na gorze"]
    guarded = list(Guard(wild, revert_over=0.0, length_ratio=1.2).predict(lines))
    assert guarded == ["wlazl kotek", "", "dom ktory stoi na gorze"]


def test_inputs_are_read_as_they_come(by_heart):
    def endless():
        while True:
            yield "ala rna kota"

    outputs = by_heart.predict(endless())
    assert [next(outputs) for _ in range(3)] == ["ala ma kota"] * 3


# --- learning --------------------------------------------------------------------------------------------------------


class Enough(Exception):
    """The power fails."""


@pytest.mark.parametrize("optimiser", ["adamw", "adafactor"])
def test_going_on_is_the_same_as_not_having_stopped(torch, tmp_path, optimiser):
    def trained(progress=lambda *_: None, checkpoint=None):
        made = Rewriter(**{**BY_HEART, "epochs": 6, "batch": 2, "save_every": 1, "optimiser": optimiser})
        made.fit(PAIRS, Training(seed=2, checkpoint=checkpoint, progress=progress))
        return made._network.state_dict()

    def failing(_what, done, _total):
        if done == 7:
            raise Enough

    whole = trained()
    with pytest.raises(Enough):
        trained(failing, tmp_path)
    again = trained(checkpoint=tmp_path)
    assert all(torch.equal(again[name], whole[name]) for name in whole)


def test_adafactor_learns(torch):
    made = learnt(optimiser="adafactor", schedule="constant", rate=0.05, clip=0.0)
    assert made.log.losses[-1] < made.log.losses[0] / 4


def test_the_best_state_is_chosen_by_some_development_pairs(torch):
    scored = []

    class Listening(Rewriter):
        def score(self, pairs):
            scored.append([pair.input for pair in pairs])
            return super().score(pairs)

    made = Listening(**{**BY_HEART, "epochs": 2, "metric": "WER", "evaluated": 2})
    development = [Pair(f"{number}", "dom") for number in range(5)]
    made.fit(PAIRS, Training(development=development))
    assert scored == [["0", "2"]] * 2
    assert made.log.best_score is not None
    assert made.log.best_score <= 0  # the lower an error rate, the better


def test_steps_can_be_counted_instead_of_epochs(torch):
    assert len(learnt(steps=7, batch=3).log.losses) == 7


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"chunks": "halves"}, "no chunks are called 'halves'; there are whole, slots, matched"),
        ({"size": 0}, "a chunk has at least 1 slot"),
        ({"beams": 0}, "beams are at least 1"),
        ({"steps": -1}, "steps is at least 1, or 0"),
        ({"precision": "fp16"}, "precision=fp16: toy learns nothing with it; set bf16 or no"),
        ({"length": 8, "prefix": "popraw to prosze ladnie bardzo"}, "leaves no room for a text after 'popraw to"),
    ],
)
def test_odd_settings_are_named(torch, changes, words):
    with pytest.raises(OptionError, match=re.escape(words)):
        learnt(**changes)


def test_pairs_without_text_are_nothing_to_learn_from(torch):
    with pytest.raises(DataError, match="no chunk of an input has a chunk that is expected for it"):
        learnt([Pair("", "a"), Pair("a", "")])


def test_when_the_memory_is_not_enough_the_settings_that_help_are_named(torch):
    made = learnt(epochs=1)

    def greedy(**_options):
        raise RuntimeError("CUDA out of memory. Tried to allocate 2 GiB")

    made._network.generate = greedy
    with pytest.raises(OptionError, match=r"smaller batch \(now 4\).* length \(now 48\) or beams \(now 1\)"):
        list(made.predict(INPUTS))


def test_fewer_texts_are_taken_together_where_the_memory_is_not_enough(torch, by_heart):
    sizes, generate = [], by_heart._network.generate

    def limited(**options):
        sizes.append(len(options["input_ids"]))
        if sizes[-1] > 2:
            raise RuntimeError("CUDA out of memory")
        return generate(**options)

    by_heart._network.generate = limited
    try:
        assert list(by_heart.predict(INPUTS)) == EXPECTED
    finally:
        del by_heart._network.generate
    assert min(sizes) <= 2 < max(sizes)
