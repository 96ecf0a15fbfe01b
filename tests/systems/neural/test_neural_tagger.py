"""The tagger on toys: it learns by heart, its windows and marks are as told, and it never changes a word."""

import copy
import hashlib
import json

import numpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from probierz.errors import DataError, OptionError, SystemFileError, Untrained
from probierz.systems.neural.tagger import Tagger
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training
from systems.neural.examples import BY_HEART, EXPECTED, INPUTS, PAIRS


def learnt(pairs=PAIRS, training=Training(), **changes):
    made = Tagger(**{**BY_HEART, "dropout": 0.0, **changes})
    made.fit(pairs, training)
    return made


@pytest.fixture(scope="module")
def tagger():
    pytest.importorskip("torch", reason="PyTorch, of the extra neural, is not installed")
    return learnt()


@pytest.mark.parametrize(
    "changes", [{"backbone": "toy:roberta"}, {"head": "lstm", "width": 16, "rate": 2e-2}], ids=["roberta", "lstm"]
)
def test_a_small_sample_is_learnt_by_heart_and_kept(torch, tmp_path, changes):
    made = learnt(**changes)
    assert made.log.losses[-1] < made.log.losses[0] / 20
    assert list(made.predict(INPUTS)) == EXPECTED
    save(made, tmp_path / "system")
    assert list(load(tmp_path / "system").predict(INPUTS)) == EXPECTED


def test_a_loaded_system_scores_exactly_alike(torch, tagger, tmp_path):
    save(tagger, tmp_path / "system")
    found = load(tmp_path / "system")
    examples = tagger._examples([Pair("ala nie wie że dom", "ala nie wie że dom")])
    assert torch.equal(found._scores(found._network, examples), tagger._scores(tagger._network, examples))
    assert found == tagger
    assert {path.suffix for path in (tmp_path / "system").iterdir()} <= {".json", ".safetensors"}


def test_the_same_seed_gives_the_same_system_and_another_another(torch):
    one, same, other = (learnt(training=Training(seed=seed), epochs=2).log.losses for seed in (3, 3, 4))
    assert one == same
    assert one != other


def test_what_is_predicted_beside_a_line_does_not_matter(torch, tagger):
    lines = [*INPUTS, "", "ala", " ".join(INPUTS)]
    assert [next(tagger.predict([line])) for line in lines] == list(tagger.predict(lines))


def test_marks_before_the_first_word_and_joined_marks_are_tags(torch):
    pairs = [Pair("tak co on mówi", "- tak? co on mówi?!"), Pair("nie wiem", "nie, wiem.")]
    assert list(learnt(pairs, only_last=False).predict(["tak co on mówi"])) == ["-tak? co on mówi?!"]
    assert list(learnt(pairs, only_last=True).predict(["tak co on mówi"])) == ["tak? co on mówi!"]


def test_rare_marks_are_not_learnt(torch):
    made = learnt([Pair("a b c d e f", "a, b, c, d. e. f!")], most_tags=2)
    assert list(made.predict(["a b c d e f"])) == ["a, b, c, d. e. f"]


def test_a_frozen_encoder_stays_as_it_was(torch):
    made = learnt(epochs=1)
    before = {name: value.clone() for name, value in made._network.state_dict().items()}
    made.head, made.width, made.frozen, made.epochs = "lstm", 8, True, 10
    made.tune(PAIRS)
    after = made._network.state_dict()
    assert all(torch.equal(after[name], value) for name, value in before.items() if name.startswith("encoder."))
    assert after["output.weight"].shape == (len(made._tags), 16)
    assert made.log.losses[-1] < made.log.losses[0]


# --- windows ---------------------------------------------------------------------------------------------------------


class Scripted(Tagger):
    """Its network says what a function of the place in the window and of the words in it says."""

    def say(self, at, words):
        return [0.0, 1.0 if at == 0 else -1.0, 0.0]

    def _scores(self, network, examples):
        import torch

        widest = max(len(example.firsts) for example in examples)
        found = numpy.zeros((len(examples), widest, 3))
        for row, example in enumerate(examples):
            for at in range(len(example.firsts)):
                found[row, at] = self.say(at, len(example.firsts))
        return torch.from_numpy(found)


def scripted(tagger, kind=Scripted, **changes):
    made = kind(**{"length": 64, "most_words": 10, **changes})
    made._network, made._tokenizer, made._tags = tagger._network, tagger._tokenizer, ("", "append:,", "append:.")
    return made


def test_a_window_begins_after_the_share_of_the_one_before(torch, tagger):
    text = " ".join("abcdefghijklmnopqrstuvwxyz")
    assert next(scripted(tagger).predict([text])) == "a, b c d e f g h i j k, l m n o p q r s t u, v w x y z"
    assert next(scripted(tagger, jump=0.8).predict([text])) == "a, b c d e f g h i, j k l m n o p q, r s t u v w x y z"


class Disagreeing(Scripted):
    """Says a comma, high, of the last three words of a window, and a full stop, low, of the first three."""

    def say(self, at, words):
        if at >= words - 3:
            return [0.0, 9.0, 0.0]
        return [0.0, 0.0, 1.0] if at < 3 else [1.0, 0.0, 0.0]


def test_windows_are_merged_by_the_policy(torch, tagger):
    text = " ".join("abcdefghijklm")  # windows a-j and h-m: h, i, j are at 2, 1, 0 and 0, 1, 2 words from an edge
    options = {"jump": 0.7, "kind": Disagreeing}
    highest, deepest = (next(scripted(tagger, merge=name, **options).predict([text])) for name in
                        ("highest-mark", "deepest-context"))  # fmt: skip
    assert highest == "a. b. c. d e f g h, i, j, k, l, m,"
    assert deepest == "a. b. c. d e f g h, i, j. k, l, m,"


def test_windows_that_are_learnt_from_do_not_overlap_and_may_end_with_sentences(torch, tagger):
    pair = Pair("a b c d e f g h", "a b. c d e. f g h.")
    made = scripted(tagger, Tagger, most_words=4, jump=0.5)
    assert [example.labels for example in made._examples([pair])] == [[0, 2, 0, 0], [2, 0, 0, 2]]
    made.cut_at_stops = True
    assert [example.labels for example in made._examples([pair])] == [[0, 2], [0, 0, 2], [0, 0, 2]]


def test_a_text_is_cut_to_pieces_that_fit(torch, tagger):
    made = scripted(tagger, Tagger, most_words=0, length=16)
    lines = ["ala ma kota nato nie " * 50, "x" * 1_000_000, "żółć " * 9]
    examples = [example for line in lines for example in made._examples([Pair(line, line)])]
    assert max(len(example.pieces) for example in examples) <= 16
    assert sum(len(example.labels) for example in examples) == 251 + 1 + 10


# --- the words out are the words in ----------------------------------------------------------------------------------

MARKS = [("", ""), ("", ","), ("", "..."), ("-", "?!"), ("...", "")]
WORD = st.one_of(
    st.sampled_from(["<s>", "</s>", "<pad>", "<unk>", "<mask>", "", ".", "ala", "▁", "a" * 400, "\t", "😀", "ﬁ"]),
    st.text(st.characters(exclude_characters=" \n", exclude_categories=("Cs",)), max_size=6),
)


@pytest.fixture(scope="module")
def wild(tagger):
    """A tagger with random weights, which sees marks everywhere."""
    import torch

    from probierz.systems.neural.tagger_network import new_head

    made = scripted(tagger, Tagger, jump=0.6, most_words=4)
    made._tags = ("", "append:,", "append:...", "prepend:-\tappend:?!", "prepend:...")
    made._network = copy.deepcopy(tagger._network)
    torch.manual_seed(1)
    new_head(made._network, "linear", len(made._tags), 0, 0.0)
    with torch.no_grad():
        made._network.output.weight *= 30
    return made


@given(st.lists(st.lists(WORD, min_size=1, max_size=9), max_size=4))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_words_out_are_the_words_in(wild, texts):
    """Whatever they are; and the tagger that is tried does put all kinds of marks, as the next test says."""
    outputs = list(wild.predict(" ".join(words) for words in texts))
    assert len(outputs) == len(texts)
    for words, output in zip(texts, outputs, strict=True):
        found = output.split(" ")
        assert len(found) == len(words)
        for word, marked in zip(words, found, strict=True):
            assert marked in {f"{before}{word}{after}" for before, after in MARKS} if word else marked == ""


def test_the_tagger_that_is_tried_puts_all_kinds_of_marks(wild):
    words = " ".join(INPUTS).split() * 10
    numpy.random.default_rng(1).shuffle(words)
    assert set(wild.tag([words])[0]) == set(wild._tags)


# --- what goes wrong -------------------------------------------------------------------------------------------------


def test_what_cannot_be_learnt_from_is_told(torch):
    with pytest.raises(DataError, match="no pair to learn from"):
        learnt([])
    with pytest.raises(DataError, match="the words of all expected lines differ"):
        learnt([Pair("a b", "c d")])
    with pytest.raises(OptionError, match="sees at most 512 pieces"):
        learnt(length=600)
    with pytest.raises(Untrained, match="train it, or name a folder"):
        list(Tagger().predict(["ala"]))


@pytest.mark.parametrize(
    ("settings", "words"),
    [({"head": "crf"}, "there are linear and lstm"), ({"merge": "mean"}, "no merge"), ({"jump": 0}, "share above 0")],
)
def test_odd_settings_of_a_tagger_are_named(settings, words):
    with pytest.raises(OptionError, match=words):
        Tagger(**settings)


def test_tags_that_would_change_words_are_refused(torch, tagger, tmp_path):
    save(tagger, tmp_path / "system")
    learnt_file = tmp_path / "system" / "learnt.json"
    learnt_file.write_text(learnt_file.read_text().replace("append:,", "replace:bomba"))
    description = tmp_path / "system" / "system.json"
    told = json.loads(description.read_text())
    told["files"]["learnt.json"] = hashlib.sha256(learnt_file.read_bytes()).hexdigest()
    description.write_text(json.dumps(told))
    with pytest.raises(SystemFileError, match="not tags of marks"):
        load(tmp_path / "system")


def test_where_the_memory_is_not_enough_fewer_windows_are_predicted_together(torch, tagger, monkeypatch):
    real, sizes = Tagger._scores, []

    def small(made, network, examples):
        sizes.append(len(examples))
        if len(examples) > 2:
            raise RuntimeError("CUDA out of memory. Tried to allocate 3 TB")
        return real(made, network, examples)

    monkeypatch.setattr(Tagger, "_scores", small)
    assert list(tagger.predict([*INPUTS, "ala"])) == [*EXPECTED, next(tagger.predict(["ala"]))]
    assert sizes[:6] == [5, 5, 4, 2, 2, 1]  # 16 and 8 are as many as there are


def test_too_little_memory_names_the_settings_that_help(torch, tagger, monkeypatch):
    def full(*_):
        raise RuntimeError("CUDA out of memory. Tried to allocate 3 TB")

    monkeypatch.setattr(Tagger, "_scores", full)
    with pytest.raises(OptionError, match=r"set a smaller batch \(now 4\) .* length \(now 64\)"):
        list(tagger.predict(["ala"]))
