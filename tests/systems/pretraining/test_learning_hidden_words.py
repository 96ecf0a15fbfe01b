"""A network learns to tell hidden words; stopped and gone on with, it ends as if it had not been."""

import json
import resource
import signal

import numpy
import pytest
from polish_examples import sentences, texts, write_corpus

from probierz.cli.main import main
from probierz.errors import OptionError
from probierz.systems.pretraining.examples import BEFORE, FOLLOWS, OTHER, ExampleMaker, MarkNumbers, parts_of
from probierz.systems.pretraining.plan import PROFILES, cost_of, profile

QUICK = (
    "pieces=300",
    "layers=1",
    "width=16",
    "length=32",
    "steps=12",
    "evaluate_every=4",
    "save_every=5",
    "evaluated=8",
)


@pytest.fixture
def corpus(tmp_path):
    return write_corpus(tmp_path / "corpus.txt")


def pretrain(corpus, folder, *options, settings=()):
    told = [word for one in (*QUICK, *settings) for word in ("--set", one)]
    return main(["pretrain", "run", str(corpus), "--profile", "toy", "--to", str(folder), *told, *options])


def weights(folder):
    return (folder / "model" / "model.safetensors").read_bytes()


def curve(folder):
    header, *rows = (folder / "curve.tsv").read_text().splitlines()
    assert header == "step\tlearning_loss\theld_out_loss\tperplexity"
    return [[float(value) for value in row.split("\t")] for row in rows]


# --- what it costs ---------------------------------------------------------------------------------------------------


def test_the_weights_of_the_base_profile_are_those_of_the_paper():
    """BERT-base with 50,000 pieces: 12 layers of 7,087,872 weights, tables, the head of the hidden pieces."""
    cost = cost_of(PROFILES["base"], 50_000)
    assert cost.weights == 12 * 7_087_872 + (50_000 + 514) * 768 + 768**2 + 5 * 768 + 50_000
    assert cost.pieces == 180_000 * 570 * 512


def test_the_small_profile_has_about_14_million_weights():
    assert cost_of(PROFILES["small"], 16_000).weights == pytest.approx(14e6, rel=0.05)


def test_the_cost_is_told_without_anything_being_done(tmp_path, corpus, capsys):
    line = ["pretrain", "run", str(corpus), "--profile", "base", "--to", str(tmp_path / "run"), "--dry-run"]
    assert main(line) == 0
    found = capsys.readouterr().out
    assert "124.5 million weights, 2.0 GB of memory and what a batch takes; 52,531.2 million pieces" in found
    assert "70 h on a graphics card" in found
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"heads": 3}, "width=32 cannot be divided among heads=3"),
        ({"objective": "order"}, "there are words and words"),
        ({"network": "modern"}, "no network is called 'modern'; there are bert and modernbert"),
        ({"network": "modernbert", "objective": "words+order"}, "is for network=bert"),
        ({"share": 0.0}, "above 0"),
        ({"steps": 0}, "steps is at least 1"),
        ({"warm_up": 100}, "at most steps=60"),
        ({"length": 4}, "at least 8 pieces"),
        ({"stepps": 4}, "did you mean steps"),
    ],
)
def test_settings_that_make_no_sense_are_told(changes, told):
    with pytest.raises(OptionError, match=told):
        profile("toy", **changes)


def test_few_steps_have_a_warm_up_that_fits():
    assert profile("laptop", steps=3).warm_up == 3


# --- what the network sees -------------------------------------------------------------------------------------------


@pytest.fixture
def maker():
    pytest.importorskip("tokenizers", reason="Tokenizers, of the extra pretraining, is not installed")
    from probierz.systems.pretraining.tokenizer import learn_tokenizer

    tokenizer = learn_tokenizer(texts(100), 300)

    def made(**settings):
        marks, size = MarkNumbers(begin=0, end=2, pad=1, mask=4), tokenizer.get_vocab_size()
        return ExampleMaker(tokenizer, marks, size, frozenset(range(5)), **{"length": 32} | settings)

    return made


def test_a_segment_has_marks_around_it_and_filling_behind(maker):
    found = maker()(["Kot widział rower zimą.", "Pies śpi."], 1)
    assert found.wanted[0, 0] == 0
    assert [row[seen][-1] for row, seen in zip(found.wanted, found.seen, strict=True)] == [2, 2]
    assert (found.wanted[~found.seen] == 1).all()
    assert not found.drawn[~found.seen].any()
    assert not numpy.isin(found.wanted[found.drawn], [0, 1, 2]).any()
    assert found.drawn.any(axis=1).all()


def test_the_seed_says_which_words_are_hidden(maker):
    make, segments = maker(), sentences(20)
    assert (make(segments, 1).shown == make(segments, 1).shown).all()
    assert (make(segments, 1).shown != make(segments, 2).shown).any()


def test_parts_hold_all_segments_with_little_filling(maker, monkeypatch):
    monkeypatch.setattr("probierz.systems.pretraining.examples._BEGINNING", 0)
    whole = maker()([*sentences(7), "Kot śpi."], 1)
    parts = parts_of(whole, 4)
    assert sum(part.seen.sum() for part in parts) == whole.seen.sum()
    assert sum(part.drawn.sum() for part in parts) == whole.drawn.sum()
    assert sum(part.shown.size for part in parts) < whole.shown.size
    monkeypatch.setattr("probierz.systems.pretraining.examples._BEGINNING", 10_000)
    assert len(parts_of(whole, 4)) == 1


def test_halves_follow_come_before_or_are_of_another_text_a_third_each(maker):
    make = maker(has_order=True, length=64)
    segments = [f"{one} {other}" for one, other in zip(sentences(300, 1), sentences(300, 2), strict=True)]
    found = make(segments, 1)
    counts = [int((found.orders == order).sum()) for order in (FOLLOWS, BEFORE, OTHER)]
    assert counts == pytest.approx([100, 100, 100], abs=25)
    for row in range(20):
        first, second = ("".join(tokens_of(make, found, row, half)) for half in (0, 1))
        one, other = (sentences(300, seed)[row].replace(" ", "") for seed in (1, 2))
        if found.orders[row] == OTHER:
            assert first == one
            assert second != other
        else:
            assert [first, second] == ([one, other] if found.orders[row] == FOLLOWS else [other, one])


def tokens_of(make, example, row, half):
    ids = example.wanted[row][example.seen[row] & (example.types[row] == half)]
    return [make.tokenizer.id_to_token(int(one)).removesuffix("</w>") for one in ids if one > 4]


def test_halves_that_are_too_long_are_cut_to_fit(maker):
    segments = [*(" ".join(sentences(4, seed)) for seed in range(30)), "Kot. Śpi.", f"Kot. {'Wisła ' * 40}"]
    for dropped in (0.0, 0.5):
        found = maker(has_order=True, length=16, dropped=dropped)(segments, 1)
        assert found.seen.sum(axis=1).max() == 16
        assert (found.types.max(axis=1) == 1).all()


# --- learning --------------------------------------------------------------------------------------------------------


def test_the_loss_on_held_out_text_falls_and_the_model_is_a_backbone(torch, tmp_path, corpus, capsys):
    settings = ("steps=80", "rate=0.01", "evaluate_every=20", "warm_up=5")
    assert pretrain(corpus, tmp_path / "run", settings=settings) == 0
    assert "is a backbone" in capsys.readouterr().out
    points = curve(tmp_path / "run")
    assert [point[0] for point in points] == [0, 20, 40, 60, 80]
    assert points[-1][2] < points[0][2] - 1.0
    from probierz.systems.neural.tagger import Tagger
    from systems.neural.examples import PAIRS

    tagger = Tagger(backbone=str(tmp_path / "run" / "model"), epochs=1, length=32)
    tagger.fit(PAIRS)
    assert len(list(tagger.predict(["ala ma kota"]))) == 1


def test_a_modernbert_learns_is_a_backbone_and_has_the_weights_that_were_told(torch, tmp_path, corpus):
    settings = ("network=modernbert", "steps=80", "rate=0.01", "evaluate_every=40", "warm_up=5")
    assert pretrain(corpus, tmp_path / "run", "--quiet", settings=settings) == 0
    points = curve(tmp_path / "run")
    assert points[-1][2] < points[0][2] - 1.0
    from probierz.systems.neural.tagger import Tagger
    from systems.neural.examples import PAIRS

    tagger = Tagger(backbone=str(tmp_path / "run" / "model"), epochs=1, length=32)
    tagger.fit(PAIRS)
    assert len(list(tagger.predict(["ala ma kota"]))) == 1
    import transformers

    model = transformers.AutoModelForMaskedLM.from_pretrained(tmp_path / "run" / "model")
    plan = profile("toy", network="modernbert", layers=1, width=16, length=32)
    assert cost_of(plan, model.config.vocab_size).weights == sum(one.numel() for one in model.parameters())


def test_what_was_interrupted_ends_with_the_same_bits(torch, tmp_path, corpus, monkeypatch):
    from probierz.systems.pretraining import learning

    real, told = learning.example_loss, []

    def interrupted(*arguments):
        told.append(1)
        if len(told) in (3, 7):  # in the middle of a step, once and again
            signal.raise_signal(signal.SIGINT)
        return real(*arguments)

    assert pretrain(corpus, tmp_path / "whole", "--quiet") == 0
    monkeypatch.setattr(learning, "example_loss", interrupted)
    assert [pretrain(corpus, tmp_path / "stopped", "--quiet") for _ in range(3)] == [130, 130, 0]
    assert len(told) == 12  # no step was done twice
    assert weights(tmp_path / "stopped") == weights(tmp_path / "whole")
    assert (tmp_path / "stopped" / "curve.tsv").read_bytes() == (tmp_path / "whole" / "curve.tsv").read_bytes()


def test_all_options_of_the_later_herbert_learn_and_go_on_to_the_same_bits(torch, tmp_path, corpus, monkeypatch):
    settings = ("objective=words+order", "dropped=0.1", "accumulate=2")
    assert pretrain(corpus, tmp_path / "whole", "--quiet", settings=settings) == 0
    from probierz.systems.neural import loop

    real = loop.keep_state

    def killed(folder, fingerprint, state):
        real(folder, fingerprint, state)
        if state["done"] == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(loop, "keep_state", killed)
    assert pretrain(corpus, tmp_path / "stopped", "--quiet", settings=settings) == 130
    monkeypatch.setattr(loop, "keep_state", real)
    assert pretrain(corpus, tmp_path / "stopped", "--quiet", settings=settings) == 0
    assert weights(tmp_path / "stopped") == weights(tmp_path / "whole")
    from safetensors.numpy import load_file

    assert "bert.pooler.dense.weight" in load_file(tmp_path / "whole" / "model" / "model.safetensors")


def test_on_a_full_disk_the_last_good_state_stays(torch, tmp_path, corpus):
    """A limit on the size of files stands for the full disk: the first state fits, one with best weights does not."""
    from probierz.systems.pretraining.learning import PretrainingRun, learn_language

    changes = {name: int(value) for name, _, value in (one.partition("=") for one in QUICK)}
    plan = profile("toy", **changes | {"save_every": 3})
    run = PretrainingRun(plan=plan, texts=lambda: texts(60), corpus=[])
    learn_language(run, tmp_path / "whole")
    folder, before = tmp_path / "run", resource.getrlimit(resource.RLIMIT_FSIZE)
    first = first_state_bytes(torch, run, tmp_path / "first")
    resource.setrlimit(resource.RLIMIT_FSIZE, (first + 100, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            learn_language(run, folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert torch.load(folder / "state.pt", weights_only=True)["done"] == 3
    assert not [path for path in folder.iterdir() if path.name.endswith(".part")]
    learn_language(run, folder)
    assert weights(folder) == weights(tmp_path / "whole")


def first_state_bytes(torch, run, folder):
    from probierz.systems.pretraining.learning import Telling, learn_language

    def stop(_what, done, total):
        if total and done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn_language(run, folder, Telling(stop))
    return (folder / "state.pt").stat().st_size


def test_a_folder_of_other_settings_is_told(torch, tmp_path, corpus, capsys):
    assert pretrain(corpus, tmp_path / "run", "--quiet") == 0
    assert pretrain(corpus, tmp_path / "run", "--quiet", settings=("width=32",)) == 1
    assert "was begun with width=16, not 32: give the same settings, or name another folder" in capsys.readouterr().err
    write_corpus(corpus, 70)
    assert pretrain(corpus, tmp_path / "run", "--quiet") == 1
    assert "was begun with another corpus" in capsys.readouterr().err
    corpus.write_text(corpus.read_text("utf-8").replace("a", "e"), "utf-8")  # as long as before
    assert pretrain(corpus, tmp_path / "run", "--quiet") == 1
    assert "was begun with another corpus" in capsys.readouterr().err
    write_corpus(corpus, 60)
    renamed = corpus.rename(corpus.with_name("renamed.txt"))
    assert pretrain(renamed, tmp_path / "run", "--quiet") == 0  # a name is no content
    (tmp_path / "run" / "plan.json").write_text("[")
    assert pretrain(corpus, tmp_path / "run", "--quiet") == 1
    assert "plan.json cannot be read" in capsys.readouterr().err
    assert pretrain(corpus, tmp_path, "--quiet") == 1
    assert "holds no pretraining" in capsys.readouterr().err


def test_a_corpus_of_which_nothing_is_held_out_is_told_with_the_setting_and_leaves_nothing(torch, tmp_path, capsys):
    (tmp_path / "corpus.txt").write_text("Kot śpi na kanapie.\n\n" * 2, "utf-8")
    assert pretrain(tmp_path / "corpus.txt", tmp_path / "run", "--quiet", settings=("held_out=0.0001",)) == 1
    assert "give more texts, as there is only one" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_texts_of_one_token_are_told(torch, tmp_path, capsys):
    (tmp_path / "corpus.txt").write_text("Kot\n\nPies\n\n", "utf-8")
    assert pretrain(tmp_path / "corpus.txt", tmp_path / "run", "--quiet") == 1
    assert "no text has two words or more" in capsys.readouterr().err


# --- tasks while it learns -------------------------------------------------------------------------------------------


def test_probes_tell_what_vectors_know_of_each_kind_of_task(tmp_path):
    from probierz.systems.pretraining.probes import read_probes
    from systems.klej.klej_examples_small import write_task

    write_task(tmp_path, "nkjp-ner", train=300)
    write_task(tmp_path, "cdsc-r", train=300)
    write_task(tmp_path, "dyk", train=300, dev=0)  # a fifth of train is asked for

    def words(found):
        known = sorted({word for text in found for word in text.split()})
        return numpy.array([[float(word in text.split()) for word in known] for text in found])

    def nothing(found):
        return numpy.random.default_rng(1).normal(size=(len(found), 4))

    probes = read_probes(tmp_path)
    for probe in probes:
        assert probe.score(words) > 90, probe.task.name
    assert probes[0].score(nothing) < 50


def test_tasks_of_klej_are_probed_while_it_learns_and_change_nothing(torch, tmp_path, corpus, capsys, monkeypatch):
    from probierz.systems.neural import loop
    from systems.klej.klej_examples_small import write_task

    for name in ("cbd", "cdsc-r", "nkjp-ner"):
        write_task(tmp_path / "klej", name, dev=0 if name == "cbd" else 20)
    assert pretrain(corpus, tmp_path / "plain", "--quiet") == 0
    probed = ("--evaluate", str(tmp_path / "klej"), "--quiet")
    assert pretrain(corpus, tmp_path / "whole", *probed) == 0
    assert weights(tmp_path / "whole") == weights(tmp_path / "plain")
    header, *rows = [line.split("\t") for line in (tmp_path / "whole" / "probes.tsv").read_text().splitlines()]
    assert header == ["step", "nkjp-ner", "cdsc-r", "cbd", "mean"]
    assert [row[0] for row in rows] == ["0", "4", "8", "12"]
    real = loop.keep_state

    def killed(folder, fingerprint, state):
        real(folder, fingerprint, state)
        if state["done"] == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(loop, "keep_state", killed)
    assert pretrain(corpus, tmp_path / "stopped", *probed) == 130
    monkeypatch.setattr(loop, "keep_state", real)
    assert pretrain(corpus, tmp_path / "stopped", *probed) == 0
    ours, theirs = ((tmp_path / name / "probes.tsv").read_bytes() for name in ("whole", "stopped"))
    assert ours == theirs
    assert pretrain(corpus, tmp_path / "none", "--evaluate", str(tmp_path / "none"), "--quiet") == 1
    assert "there is no task of KLEJ with a train set" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


# --- beginning from another model ------------------------------------------------------------------------------------


def test_a_training_begins_from_the_weights_of_another_model(torch, tmp_path, corpus):
    assert pretrain(corpus, tmp_path / "first", "--quiet", settings=("rate=0.01",)) == 0
    begun = ("--begin", str(tmp_path / "first" / "model"), "--quiet")
    assert pretrain(corpus, tmp_path / "second", *begun) == 0
    best = min(point[2] for point in curve(tmp_path / "first"))
    assert curve(tmp_path / "second")[0][2] == pytest.approx(best, abs=1e-3)  # with the same pieces it stands there


def test_new_pieces_get_the_mean_of_the_old_ones(torch, tmp_path, corpus):
    from probierz.systems.pretraining.beginnings import begun_from, source_of, with_pieces
    from probierz.systems.pretraining.tokenizer import learn_tokenizer, save_tokenizer

    assert pretrain(corpus, tmp_path / "first", "--quiet") == 0
    save_tokenizer(learn_tokenizer(sentences(400, seed=9), 150), tmp_path / "pieces")
    import transformers

    wanted = transformers.PreTrainedTokenizerFast.from_pretrained(tmp_path / "pieces")
    source = source_of(str(tmp_path / "first" / "model"))
    old = begun_from(source).get_input_embeddings().weight.detach()
    model = with_pieces(begun_from(source), source.tokenizer, wanted)
    new = model.get_input_embeddings().weight
    assert new.shape == (len(wanted), 16)
    assert model.cls.predictions.decoder.weight is new
    cut = source.tokenizer("Wisłą", add_special_tokens=False)["input_ids"]
    number = wanted.convert_tokens_to_ids("ł")
    assert torch.allclose(new[number], old[source.tokenizer("ł", add_special_tokens=False)["input_ids"]].mean(0))
    assert torch.equal(new[wanted.mask_token_id], old[source.tokenizer.mask_token_id])
    assert cut


def test_xlm_r_becomes_a_bert_that_sees_the_same(torch, tmp_path):
    """RoBERTa counts places from behind the number of <pad>; otherwise the networks are one."""
    import transformers

    from probierz.systems.neural.backbones import Backbone
    from probierz.systems.pretraining.beginnings import begun_from

    torch.manual_seed(1)
    config = transformers.XLMRobertaConfig(
        vocab_size=50, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=22, type_vocab_size=1, pad_token_id=1,
    )  # fmt: skip
    first = transformers.XLMRobertaForMaskedLM(config).eval()
    torch.nn.init.normal_(first.lm_head.bias)
    first.save_pretrained(tmp_path)
    found = begun_from(Backbone(config, None, str(tmp_path), (("local_files_only", True),))).eval()
    pieces = torch.tensor([[0, 7, 9, 30, 41, 2]])
    with torch.no_grad():
        assert torch.allclose(found(pieces).logits, first(pieces).logits, atol=1e-5)
    assert json.loads(found.config.to_json_string())["max_position_embeddings"] == 20


def test_a_model_of_another_kind_is_told(torch, tmp_path):
    from probierz.systems.neural.backbones import toy_backbone
    from probierz.systems.pretraining.beginnings import source_of

    toy = toy_backbone("mt5", ["ala ma kota"])
    toy.config.save_pretrained(tmp_path)
    toy.tokenizer.save_pretrained(tmp_path)
    with pytest.raises(OptionError, match="is of kind mt5; a training can begin from bert"):
        source_of(str(tmp_path))


def test_a_tokenizer_that_is_none_is_told(torch, tmp_path, corpus, capsys):
    assert pretrain(corpus, tmp_path / "run", "--quiet", "--vocabulary", str(tmp_path)) == 1
    assert "holds no tokenizer" in capsys.readouterr().err
