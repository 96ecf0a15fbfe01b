"""Systems for SQAD on 300 made records and five real ones: they choose articles, sentences, and answers."""

import pytest
from made_sqad import three_hundred

from probierz.challenges.challenge import open_challenge
from probierz.errors import DataError, OptionError
from probierz.suites.sqad.builders import build_selection
from probierz.suites.sqad.json_lines import read_records_of
from probierz.suites.sqad.scores import ranked_questions
from probierz.systems.recipes import find_recipe
from probierz.systems.sqad.attentive import AttentiveRanker
from probierz.systems.sqad.weighed import WeighedTexts
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training

SPLITS = ("train", "dev-0", "test-A")


@pytest.fixture(scope="module")
def challenges(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sqad")
    three_hundred(folder / "records")
    for kind in ("documents", "sentences", "answers"):
        build_selection(read_records_of(folder / "records"), folder / kind, kind)
    return folder


def lines(path):
    return path.read_text("utf-8").split("\n")[:-1]


def pairs(challenge, split):
    columns = (lines(challenge / split / name) for name in ("in.tsv", "expected.tsv"))
    return [Pair(*one) for one in zip(*columns, strict=True)]


def scored(challenge, system, split="test-A"):
    """The score of each metric of the challenge."""
    out = challenge / split / "out.tsv"
    out.write_text("".join(f"{line}\n" for line in system.predict(lines(challenge / split / "in.tsv"))), "utf-8")
    return {str(one.scheme.metric.name): one.value for one in open_challenge(challenge).evaluate(split).scores}


def kept(system, folder):
    save(system, folder)
    return load(folder)


@pytest.mark.parametrize("method", ["bm25", "tf-idf"])
def test_articles_are_found_by_their_words(challenges, method):
    system = find_recipe(f"sqad/documents-{method}").build(articles=str(challenges / "documents" / "articles.tsv"))
    scores = scored(challenges / "documents", system)
    assert scores["MRR"] > 0.95
    assert scores["MAP"] == scores["MRR"]
    first = next(iter(system.predict(lines(challenges / "documents" / "test-A" / "in.tsv"))))
    assert len(first.split("\t")) == 100


def test_the_scores_of_words_are_those_of_their_formulas():
    texts = WeighedTexts([["kot", "kot", "pies"], ["pies"], ["ryba", "rak", "pies"]])
    rarity = texts.rarity("kot")
    assert texts.bm25("Kot?").tolist() == pytest.approx(
        [rarity * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / (7 / 3))), 0, 0]
    )
    assert texts.tf_idf("kot rak").tolist() == pytest.approx([0.5**0.5, 0, 0.5])


def test_sentences_are_ranked_by_what_was_learnt_from_others(challenges, tmp_path):
    folder = challenges / "sentences"
    system = find_recipe("sqad/overlap").build(sentences=str(folder / "sentences.tsv"))
    system.fit(pairs(folder, "train"))
    scores = scored(folder, kept(system, tmp_path / "overlap"))
    assert scores["Precision@1"] > 0.9
    ranks = ranked_questions(open_challenge(folder), "test-A", folder / "test-A" / "out.tsv")
    assert sum(one.rank == 1 for one in ranks) / len(ranks) == pytest.approx(scores["Precision@1"])


def test_answers_are_taken_out_by_their_type(challenges, tmp_path):
    folder = challenges / "answers"
    system = find_recipe("sqad/extraction").build()
    system.fit(pairs(folder, "train"))
    scores = scored(folder, kept(system, tmp_path / "extraction"))
    assert scores["SQuAD-EM"] > 0.85
    assert scores["SQuAD-F1"] >= scores["SQuAD-EM"]
    yes, no = (
        "1\tJe hora vysoká?\tVERB_PHRASE\tYES_NO\tHora je vysoká.",
        "2\tJe vysoká?\tVERB_PHRASE\tYES_NO\tNení vysoká.",
    )
    assert list(system.predict([yes, no])) == ["ano", "ne"]


def test_five_folds_have_each_record_in_one_test(challenges, tmp_path):
    seen = []
    for fold in range(1, 6):
        build_selection(read_records_of(challenges / "records"), tmp_path / str(fold), "answers", fold=fold)
        seen += [line.split("\t")[0] for line in lines(tmp_path / str(fold) / "test-A" / "in.tsv")]
    assert len(seen) == len(set(seen)) == 300


def test_five_real_records_go_through_all_three_steps(challenges, tmp_path, data_dir):
    """With the ranker of sentences that was learnt from made records; the weights of answers are those of Polish."""
    five = data_dir / "sqad" / "sample.jsonl"
    if not five.exists():
        pytest.skip("the five real records are not here")
    for kind in ("documents", "sentences", "answers"):
        build_selection(read_records_of(five), tmp_path / kind, kind, only_split="test-A")
    documents = find_recipe("sqad/documents-bm25").build(articles=str(tmp_path / "documents" / "articles.tsv"))
    assert scored(tmp_path / "documents", documents)["MRR"] == 1
    ranker = find_recipe("sqad/overlap").build(sentences=str(challenges / "sentences" / "sentences.tsv"))
    ranker.fit(pairs(challenges / "sentences", "train"))
    ranker.change("sentences", str(tmp_path / "sentences" / "sentences.tsv"))
    assert scored(tmp_path / "sentences", ranker)["Precision@1"] >= 0.8
    assert (
        len(list(find_recipe("sqad/extraction").build().predict(lines(tmp_path / "answers" / "test-A" / "in.tsv"))))
        == 5
    )


def test_a_recurrent_network_with_attention_learns_which_sentence_answers(challenges, torch, tmp_path):
    folder = challenges / "sentences"
    known = pairs(folder, "train")[:24]
    small = {"sentences": str(folder / "sentences.tsv"), "units": 8, "size": 16, "negatives": 4, "batch": 12}
    system = AttentiveRanker(dropout=0.0, epochs=12, rate=0.05, optimiser="adam", **small)
    system.fit(known, Training(seed=1, development=known))
    again = kept(system, tmp_path / "gru")
    assert again.score(known) == system.score(known) > 0.6  # of six sentences, one would be right by chance
    lstm = find_recipe("sqad/attentive-lstm").build(sentences=small["sentences"], units=4, epochs=1, negatives=1)
    lstm.fit(known[:2])
    assert len(next(iter(lstm.predict([known[0].input]))).split("\t")) == 6


def test_a_cross_encoder_learns_which_sentence_answers(challenges, torch, tmp_path):
    folder = challenges / "sentences"
    known = pairs(folder, "train")[:12]
    recipe = find_recipe("sqad/cross-encoder")
    system = recipe.build(sentences=str(folder / "sentences.tsv"), backbone="toy", negatives=2, epochs=8)
    system.of.rate, system.of.length = 1e-2, 48
    system.fit(known, Training(seed=1))
    said = list(system.predict(pair.input for pair in known))
    assert sum(one.split("\t")[0] == pair.expected for one, pair in zip(said, known, strict=True)) >= 6  # by chance 2
    assert list(kept(system, tmp_path / "cross").predict(pair.input for pair in known)) == said


def test_what_is_missing_is_said(challenges):
    with pytest.raises(OptionError, match=r"say --set sentences=CHALLENGE/sentences\.tsv"):
        list(find_recipe("sqad/overlap").build().predict(["1\ta\tb\tc\td"]))
    sentences = str(challenges / "sentences" / "sentences.tsv")
    with pytest.raises(DataError, match="has no sentence of the article 'd'"):
        list(find_recipe("sqad/overlap").build(sentences=sentences).predict(["1\ta\tb\tc\td"]))
    with pytest.raises(DataError, match="has 5 columns or more, this one has 1"):
        list(find_recipe("sqad/extraction").build().predict(["a"]))
