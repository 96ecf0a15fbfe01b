"""PSC: which extracts and abstracts become pairs."""

import json
import lzma
import random
from collections import Counter

import pytest

from probierz.suites.klej.making.sentences import cut_polish_sentences
from probierz.suites.klej.making.similarity import Similarity, train_bpe
from probierz.suites.klej.making.summaries import Article, make_summaries, negatives, positives, read_articles

WORDS = Similarity(str.split)


def test_positives_are_the_two_least_similar_abstracts_of_the_same_article():
    article = Article("A", ("a b c d",), ("a b c d", "a b c", "a b", "a"))
    found = positives([article], WORDS)
    assert [(pair.abstract, pair.similarity) for pair in found] == [("a", 0.25), ("a b", 0.5)]
    assert [pair.example.target for pair in found] == ["1", "1"]


def test_articles_without_abstracts_have_no_positives():
    assert positives([Article("A", ("a b",), ())], WORDS) == []


def test_a_negative_is_of_another_article_and_similar_enough():
    articles = [
        Article("A", ("a b c d e f g h i j k l m n o p q r s t",), ("a b",)),
        Article("B", (), ("a b c x",)),  # shares 3 of 20: exactly 0.15
        Article("C", (), ("a b y",)),  # shares 2 of 20: too few
    ]
    found = negatives(articles, WORDS)
    assert [(pair.abstract_of, pair.similarity, pair.example.target) for pair in found] == [("B", 0.15, "0")]


def test_each_extract_looks_at_its_two_most_similar_abstracts_only():
    others = [Article(name, (), (text,)) for name, text in (("B", "a b c"), ("C", "a b"), ("D", "a"))]
    found = negatives([Article("A", ("a b c d",), ()), *others], WORDS)
    assert [pair.abstract_of for pair in found] == ["B", "C"]


def test_of_two_articles_the_most_similar_negative_is_kept():
    articles = [
        Article("A", ("a b c d", "a b c x"), ("u v",)),
        Article("B", ("u v w",), ("a b", "a b c")),
    ]
    found = negatives(articles, WORDS)  # A to B: 0.75 twice and 0.5 twice; B to A: 0.67
    assert [(pair.extract, pair.abstract, pair.similarity) for pair in found] == [("a b c d", "a b c", 0.75)]


def test_pairs_are_split_by_the_article_of_the_extract():
    articles = [Article(f"{n}", (f"a b {n}", f"a c {n}"), (f"a {n}", f"b {n}", f"c {n}")) for n in range(20)]
    made = make_summaries(articles, WORDS, seed=3)
    train, test = ({example.fields[0].split()[-1] for example in part} for part in (made.train, made.test))
    assert (len(train), len(test), train & test) == (16, 4, set())


def test_articles_are_read_from_jsonl(tmp_path):
    record = {"id": "1", "extracts": ["Pierwsze.\nDrugie."], "abstracts": []}
    (tmp_path / "raw.jsonl").write_text(json.dumps(record) + "\n" + json.dumps({"id": "2"}) + "\n")
    assert read_articles(tmp_path / "raw.jsonl") == [Article("1", ("Pierwsze. Drugie.",), ()), Article("2", (), ())]


@pytest.mark.slow
def test_on_real_text_pairs_are_as_many_and_as_similar_as_the_rules_allow(data_dir):
    """Extracts are sentences drawn from real paragraphs; abstracts are other draws, with words left out."""
    pytest.importorskip("tokenizers")
    source = data_dir / "corpora" / "pl-sample.txt.xz"
    if not source.is_file():
        pytest.skip(f"no {source}")
    with lzma.open(source, "rt", encoding="utf-8") as file:
        paragraphs = [line.strip() for line in file if len(cut_polish_sentences(line)) >= 4][:60]
    generator = random.Random(4)
    articles = [
        Article(f"{at}", *drawn(text, generator, has_abstracts=at % 3 == 0)) for at, text in enumerate(paragraphs)
    ]
    similarity = Similarity(train_bpe(paragraphs, size=4000))
    right, wrong = positives(articles, similarity), negatives(articles, similarity)
    assert len(right) == 2 * 5 * 20
    assert all(pair.similarity >= 0.15 and pair.extract_of != pair.abstract_of for pair in wrong)
    assert max(Counter(frozenset((pair.extract_of, pair.abstract_of)) for pair in wrong).values(), default=0) == 1
    assert sum(pair.similarity for pair in right) / len(right) > sum(pair.similarity for pair in wrong) / len(wrong)


def drawn(text, generator, has_abstracts):
    sentences = cut_polish_sentences(text)
    extracts = tuple(" ".join(generator.sample(sentences, 2)) for _ in range(5))
    shortened = (" ".join(word for word in text.split() if generator.random() < 0.5) for _ in range(5))
    return extracts, tuple(shortened) if has_abstracts else ()
