"""The judge says a number or a label of one text or several; toys learn a handful of lines by heart."""

import pytest

from probierz.errors import DataError, OptionError, SystemFileError
from probierz.systems.answers import Label
from probierz.systems.neural.judge import NeuralJudge
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training

PAIRS = [
    Pair("dobry dom\ta house\tto dom", "1"),
    Pair("kot pies\ta cat\tkot to kot", "3"),
    Pair("zły wynik\tbad\tzły", "2"),
]
INPUTS = [pair.input for pair in PAIRS]
BY_HEART = {"backbone": "toy", "epochs": 25, "batch": 3, "rate": 8e-3, "length": 64, "schedule": "constant"}
COMET = {
    "columns": (1, 2, 3), "apart": True, "blocks": "1 3 1*3 |1-3| 1*2 |1-2|", "mixed": True, "pooling": "mean",
    "hidden": (16, 0),
}  # fmt: skip


@pytest.mark.parametrize(
    "settings",
    [
        {"columns": (3, 1)},
        {"says": "label", "pooling": "max"},
        COMET,
        {"columns": (-1,), "fresh_layers": 1, "encoder_dropout": 0.0, "average_from": 0.5},
    ],
)
def test_a_toy_learns_lines_by_heart_and_is_the_same_when_loaded(torch, tmp_path, settings):
    judge = NeuralJudge(**BY_HEART, **settings)
    judge.fit(PAIRS)
    answers = list(judge.answers(INPUTS))
    if judge.says == "label":
        assert [answer.label for answer in answers] == ["1", "3", "2"]
        assert all(sum(answer.probabilities.values()) == pytest.approx(1) for answer in answers)
    else:
        assert [answer.value for answer in answers] == pytest.approx([1, 3, 2], abs=0.4)
    save(judge, tmp_path / "judge")
    loaded = load(tmp_path / "judge")
    assert list(loaded.answers(INPUTS)) == answers
    one_by_one = [next(iter(loaded.answers([line]))) for line in INPUTS]
    assert [numbers(one) for one in one_by_one] == [pytest.approx(numbers(one), abs=1e-3) for one in answers]


def numbers(answer):
    return [*answer.probabilities.values()] if isinstance(answer, Label) else [answer.value]


def test_texts_are_cut_where_they_are_longest_and_have_the_separator_between_them(torch):
    judge = NeuralJudge(**(BY_HEART | {"epochs": 1, "length": 16}), columns=(3, 1))
    judge.fit(PAIRS)
    processors = pytest.importorskip("tokenizers").processors
    judge._tokenizer.backend_tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> $B:1 </s>:1", special_tokens=[("<s>", 1), ("</s>", 2)]
    )  # that of BERT, which tells the two texts apart
    (record,) = judge._records([f"{'dom ' * 90}\ta\tkot"], 1)
    row, kinds = record.pieces[0], record.types[0]
    begin, end = judge._tokenizer.bos_token_id, judge._tokenizer.eos_token_id
    middle = row.index(end)
    assert len(row) == 16 == len(kinds)
    assert (row[0], row[-1], kinds) == (begin, end, [0] * (middle + 1) + [1] * (15 - middle))
    assert judge._tokenizer.decode(row[1:middle]).strip() == "kot"
    with pytest.raises(DataError, match=r"line 1: there are 2 columns, and column 3 is wanted"):
        list(judge.predict(["a\tb"]))


def test_memory_is_saved_by_a_file_layers_computed_twice_and_adapters(torch):
    pytest.importorskip("peft", reason="PEFT, of the extra neural, is not installed")
    few = BY_HEART | {"epochs": 2, "columns": (1,)}
    plain, twice, adapted = (
        NeuralJudge(**few, **more) for more in ({}, {"recompute": True, "on_disk": True}, {"adapters": 2})
    )
    for judge in (plain, twice, adapted):
        judge.fit(PAIRS, Training(seed=1))
    assert twice.log.losses == pytest.approx(plain.log.losses, rel=1e-5)
    first = NeuralJudge(**(few | {"rate": 0.0}))
    first.fit(PAIRS, Training(seed=1))
    before, after = first._network.state_dict(), adapted._network.state_dict()
    changed = {name for name in before if not torch.equal(before[name], after[name])}
    assert set(before) == set(after)
    assert {name.split(".")[-2] for name in changed} >= {"query", "value"}
    assert not any("embeddings" in name or "LayerNorm" in name for name in changed)


@pytest.mark.parametrize(
    ("settings", "error", "said"),
    [
        ({"says": "text"}, OptionError, "no says is called 'text'"),
        ({"columns": (0,)}, OptionError, "counted from 1"),
        ({"columns": (1, 2), "blocks": "1*2"}, OptionError, r"1\*2 is none of 1 texts"),
        ({"fresh_layers": 3}, OptionError, "the encoder has 2 layers"),
    ],
)
def test_settings_that_cannot_be_are_told(torch, settings, error, said):
    with pytest.raises(error, match=said):
        NeuralJudge(**BY_HEART, **settings).fit(PAIRS)


@pytest.mark.parametrize(
    ("expected", "says", "said"),
    [
        (["1", "x", "2"], "number", "line 2: 'x' is no rating"),
        (["2", "2", "2"], "number", "all numbers are 2"),
        (["2", "2", "2"], "label", "all labels are '2'"),
    ],
)
def test_answers_that_cannot_be_learnt_from_are_told(torch, expected, says, said):
    with pytest.raises(DataError, match=said):
        NeuralJudge(**BY_HEART, says=says).fit([Pair("a", one) for one in expected])


def test_a_folder_of_another_judge_is_refused(torch, tmp_path):
    judge = NeuralJudge(**(BY_HEART | {"epochs": 1}))
    judge.fit(PAIRS)
    judge.write(tmp_path)
    with pytest.raises(SystemFileError, match="no labels, or no scale"):
        NeuralJudge(backbone="toy", says="label").read(tmp_path)
