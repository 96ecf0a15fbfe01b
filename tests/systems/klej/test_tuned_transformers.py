"""Transformers are tuned on tasks of KLEJ with the paper's settings; its quirks are options."""

import json

import pytest
from klej_examples_small import records

from probierz.errors import DataError, OptionError
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import load, save
from probierz.systems.system import Training

QUICK = {"backbone": "toy", "length": 32, "batch": 8, "rate": 3e-3, "warm_up_steps": 3, "epochs": 8}


def fitted(name, pairs, recipe="klej/tuned", **settings):
    system = find_recipe(recipe).build(task=name, **QUICK | settings)
    system.fit(pairs, Training(seed=1))
    return system


def test_labels_are_learnt(torch, tmp_path):
    system = fitted("nkjp-ner", records("nkjp-ner", 100), table=True, epochs=6)
    asked = records("nkjp-ner", 40, seed=5)
    said = list(system.predict(pair.input for pair in asked))
    assert sum(line == pair.expected for line, pair in zip(said, asked, strict=True)) > 20  # 7 by chance
    save(system, tmp_path / "saved")
    assert list(load(tmp_path / "saved").predict(pair.input for pair in asked)) == said


def test_ratings_are_learnt_as_they_are_and_said_within_the_range(torch):
    system = fitted("ar", records("ar", 40), epochs=1)
    assert [example.wanted for example in system._examples(records("ar", 5))] == [
        float(pair.expected) for pair in records("ar", 5)
    ]
    assert all(1 <= float(line) <= 5 for line in system.predict(pair.input for pair in records("ar", 20, seed=2)))


def test_the_paper_has_other_settings_for_psc_and_a_warm_up_of_100_steps():
    pytest.importorskip("torch")
    usual, long = (find_recipe("klej/herbert").build(task=name) for name in ("cbd", "psc"))
    assert (usual.length, usual.batch, usual.accumulate) == (256, 16, 2)
    assert (long.length, long.batch, long.accumulate) == (510, 8, 4)
    usual._learnt_from = 10_041
    plan = usual._plan()
    assert (plan.epochs, plan.rate, plan.warm_up * 4 * 314) == (4, 2e-5, pytest.approx(99.5))


def test_what_is_too_long_loses_the_mark_at_its_end_where_that_is_asked_for(torch):
    line = f"id\t{'kot ' * 40}\t{'pies ' * 40}"
    system = fitted("dyk", records("dyk", 20), "klej/multi-bert", epochs=1)
    (plain,) = system._records([line], 1)
    system.legacy_truncation = True
    (cut,) = system._records([line], 1)
    end = system._tokenizer.sep_token_id or system._tokenizer.eos_token_id
    assert 30 < len(plain.pieces[0]) <= len(cut.pieces[0]) == 32
    assert (plain.pieces[0][-1] == end, cut.pieces[0][-1] == end) == (True, False)
    assert plain.pieces[0].count(end) > 1  # the second text is seen, too
    assert cut.pieces[0].count(end) == 0


def test_xlm_is_told_the_language_and_has_a_tokenizer_that_tells_words(torch, tmp_path):
    import transformers

    pieces = ["<s>", "<pad>", "</s>", "<unk>", "<special1>", *"kotpies", "kot</w>", "k</w>", "o</w>", "t</w>", "ko"]
    (tmp_path / "vocab.json").write_text(json.dumps({one: at for at, one in enumerate(dict.fromkeys(pieces))}))
    (tmp_path / "merges.txt").write_text("k o 5\nko t</w> 4\np i 1\n")
    config = transformers.XLMConfig(
        vocab_size=len(set(pieces)), emb_dim=16, n_layers=1, n_heads=2, n_langs=2, lang2id={"en": 0, "pl": 1},
        max_position_embeddings=64, use_lang_emb=True, bos_index=0, pad_index=1, eos_index=2, unk_index=3,
    )  # fmt: skip
    transformers.XLMModel(config).save_pretrained(tmp_path)
    pairs = records("nkjp-ner", 20)
    system = fitted("nkjp-ner", pairs, "klej/xlm-17", backbone=str(tmp_path), epochs=1)
    assert system._tokenizer("kot ok").word_ids() == [None, 0, 1, 1, None]
    system.dropout = 0.0
    polish = system._scores(system._network, system._examples(pairs[:2]))
    system._network.language = 0
    assert not torch.allclose(system._scores(system._network, system._examples(pairs[:2])), polish)
    with pytest.raises(OptionError, match=r"language=cs: .* does not know it"):
        fitted("nkjp-ner", pairs, "klej/xlm-17", backbone=str(tmp_path), language="cs")


def test_records_that_are_none_of_the_task_are_told():
    pytest.importorskip("torch")
    odd = [*records("ar", 20)[:-1], records("ar", 1)[0]._replace(expected="7")]
    with pytest.raises(DataError, match=r"line 20.*a number from 1 to 5 is wanted, found '7'"):
        find_recipe("klej/tuned").build(task="ar", **QUICK).fit(odd)
