"""Tasks made of reviews, tasks taken unchanged, and the folders that builders leave."""

import json
from collections import Counter

import pytest

from probierz.errors import ChallengeError, DataError
from probierz.suites.building import build
from probierz.suites.klej.builders import format_of
from probierz.suites.klej.format import TaskExample, read_examples, read_features, read_targets
from probierz.suites.klej.making.folders import Made, cut_by_shares, write_folder
from probierz.suites.klej.making.reviews import (
    LEAST_WORDS,
    Review,
    count_spaced_words,
    make_polemo,
    make_ratings,
    read_polemo,
    read_reviews,
    rescaled,
)
from probierz.suites.klej.making.unchanged import make_cbd, make_cdsc

# --- PolEmo ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def polemo(tmp_path):
    """Files as PolEmo's, some reviews for each domain and split."""
    for domain, sizes in {
        "medicine": (6, 2, 2),
        "hotels": (5, 1, 1),
        "products": (7, 1, 1),
        "reviews": (4, 1, 1),
    }.items():
        for split, size in zip(("train", "dev", "test"), sizes, strict=True):
            lines = [f"{domain} {split} {n} . __label__meta_zero\n" for n in range(size)]
            (tmp_path / f"{domain}.text.{split}.txt").write_text("".join(lines), encoding="utf-8")
    return tmp_path


def domains(examples):
    return Counter(tuple(example.fields[0].split()[:2]) for example in examples)


def test_known_domains_keep_their_splits(polemo):
    known, _ = make_polemo(read_polemo(polemo))
    assert domains(known.train) == {("medicine", "train"): 6, ("hotels", "train"): 5}
    assert domains(known.dev) == {("medicine", "dev"): 2, ("hotels", "dev"): 1}
    assert domains(known.test) == {("medicine", "test"): 2, ("hotels", "test"): 1}


def test_other_domains_share_the_train_set_and_their_own_is_halved(polemo):
    known, other = make_polemo(read_polemo(polemo))
    assert other.train == known.train
    assert len(other.dev) == 2 + 5
    assert len(other.test) == 2 + 6
    recycled = [example for example in [*other.dev, *other.test] if "train" in example.fields[0]]
    assert domains(recycled) == {("products", "train"): 7, ("reviews", "train"): 4}


def test_a_review_without_a_label_is_told(polemo):
    (polemo / "hotels.text.dev.txt").write_text("dobry __label__meta_zero\nzły hotel\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"hotels\.text\.dev\.txt line 2: a label such as __label__meta_zero is wanted"):
        read_polemo(polemo)
    (polemo / "hotels.text.dev.txt").unlink()
    with pytest.raises(ChallengeError, match=r"there is no hotels\.text\.dev\.txt"):
        read_polemo(polemo)


def test_real_reviews_go_through_the_files_of_polemo_unchanged(klej, klej_data, tmp_path):
    form = format_of(klej.task("polemo2.0-in"))
    real = read_examples(klej_data / "polemo2.0-in" / "dev.tsv", form)
    for domain in ("medicine", "hotels", "products", "reviews"):
        for split in ("train", "dev", "test"):
            lines = [f"{' '.join(example.fields[0].split())} {example.target}\n" for example in real]
            (tmp_path / f"{domain}.text.{split}.txt").write_text("".join(lines), encoding="utf-8")
    found = read_polemo(tmp_path)["hotels", "dev"]
    assert [example.target for example in found] == [example.target for example in real]
    assert [example.fields[0].split() for example in found] == [example.fields[0].split() for example in real]


# --- Allegro reviews -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rating", "scale", "to", "value"),
    [(1, (1, 5), (0, 1), 0), (4, (1, 5), (0, 1), 0.75), (5, (1, 5), (0, 1), 1), (7.5, (0, 10), (1, 5), 4)],
)
def test_ratings_are_rescaled_ends_to_ends(rating, scale, to, value):
    assert rescaled(rating, scale, to) == pytest.approx(value)


def test_short_reviews_and_odd_ratings_are_left_out_and_counted():
    long = " ".join(["słowo"] * 51)
    reviews = [Review(long, 5.0)] * 10 + [Review(" ".join(["słowo"] * 50), 5.0)] * 3 + [Review(long, 0.0)] * 2
    made = make_ratings(reviews)
    assert [len(made.train), len(made.dev), len(made.test)] == [8, 1, 1]
    assert made.train[0].target == "5.0"
    assert made.notes == (
        "3 reviews of fewer than 51 words are left out",
        "2 reviews with a rating outside of 1 to 5 are left out",
    )


def test_ratings_of_another_scale_become_one_to_five():
    made = make_ratings([Review("słowo " * 50, rating) for rating in (0.0, 5.0, 10.0)], scale=(0, 10))
    assert sorted(example.target for example in made.train) == ["1.0", "3.0", "5.0"]


def test_no_official_review_is_too_short(klej, klej_data):
    form = format_of(klej.task("ar"))
    texts = [example.fields[0] for example in read_examples(klej_data / "ar" / "dev.tsv", form)]
    texts += [fields[0] for fields in read_features(klej_data / "ar" / "test_features.tsv", form)]
    assert min(map(count_spaced_words, texts)) == LEAST_WORDS
    made = make_ratings([Review(text, 5.0) for text in texts])
    assert len(made.train) + len(made.dev) + len(made.test) == len(texts) == 2008


def test_reviews_are_read_from_jsonl(tmp_path):
    path = tmp_path / "raw.jsonl"
    path.write_text(
        json.dumps({"text": "Dobry\nprodukt", "rating": 4}) + "\n" + json.dumps({"text": "Zły", "rating": "1.0"})
    )
    assert read_reviews(path) == [Review("Dobry produkt", 4.0), Review("Zły", 1.0)]
    path.write_text('{"text": "Dobry", "rating": "cztery"}\n')
    with pytest.raises(DataError, match=r"raw\.jsonl line 1: the rating 'cztery' is not a number"):
        read_reviews(path)


# --- unchanged -------------------------------------------------------------------------------------------------------


def test_cdsc_is_taken_from_the_corpus_as_it_is(klej, klej_data, tmp_path):
    """The official files of both tasks, put together to the table of the corpus, come out of it again."""
    tasks = {name: format_of(klej.task(name)) for name in ("cdsc-e", "cdsc-r")}
    official = {}
    for split in ("train", "dev"):
        official[split] = [read_examples(klej_data / name / f"{split}.tsv", form) for name, form in tasks.items()]
    features = read_features(klej_data / "cdsc-e" / "test_features.tsv", tasks["cdsc-e"])
    gold = [read_targets(klej_data / name / "test_gold.tsv", form) for name, form in tasks.items()]
    official["test"] = [[TaskExample(*one) for one in zip(features, targets, strict=True)] for targets in gold]
    for split, (entailment, relatedness) in official.items():
        rows = [
            "\t".join((*one.fields, "source", other.target, one.target))
            for one, other in zip(entailment, relatedness, strict=True)
        ]
        header = "pair_ID\tsentence_A\tsentence_B\torigin\trelatedness_score\tentailment_judgment"
        (tmp_path / f"{split}.tsv").write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    made = make_cdsc(tmp_path)
    for at, one in enumerate(made):
        assert [one.train, one.dev, one.test] == [official[split][at] for split in ("train", "dev", "test")]


def test_a_corpus_without_a_column_is_told(tmp_path):
    for name in ("train", "dev", "test"):
        (tmp_path / f"{name}.tsv").write_text("pair_ID\tsentence_A\tsentence_B\trelatedness_score\n")
    with pytest.raises(DataError, match=r"train\.tsv line 1: the header lacks entailment_judgment"):
        make_cdsc(tmp_path)


def test_tags_of_three_classes_are_merged_to_the_labels_of_cbd(klej, klej_data, tmp_path):
    form = format_of(klej.task("cbd"))
    official = read_examples(klej_data / "cbd" / "train.tsv", form)
    features = read_features(klej_data / "cbd" / "test_features.tsv", form)
    for split, texts in (("train", [one.fields[0] for one in official]), ("test", [one[0] for one in features])):
        (tmp_path / f"{split}_only_text.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        tags = (klej_data / "cbd" / f"task6-2_{split}_tags.tsv").read_bytes()
        (tmp_path / f"{split}_only_tags.txt").write_bytes(tags)
    made = make_cbd(tmp_path)
    assert [one.target for one in made.train] == [one.target for one in official]
    assert [one.target for one in made.test] == read_targets(klej_data / "cbd" / "test_gold.tsv", form)


def test_tags_that_do_not_belong_to_the_texts_are_told(tmp_path):
    for split in ("train", "test"):
        (tmp_path / f"{split}_text.txt").write_text("jeden\ndwa\n")
        (tmp_path / f"{split}_tags.txt").write_text("0\n1\n")
    (tmp_path / "train_tags.txt").write_text("0\n")
    with pytest.raises(DataError, match=r"train_tags\.txt: 1 tags for 2 lines of train_text\.txt"):
        make_cbd(tmp_path)
    (tmp_path / "train_tags.txt").write_text("0\n3\n")
    with pytest.raises(DataError, match=r"train_tags\.txt line 2: a tag is one of 0, 1, 2, found '3'"):
        make_cbd(tmp_path)
    (tmp_path / "test_tags.txt").unlink()
    (tmp_path / "train_tags.txt").write_text("0\n0\n")
    with pytest.raises(ChallengeError, match=r"one file \*test\*tags\* is wanted, found none"):
        make_cbd(tmp_path)


# --- folders ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shares", [(0.8, 0.1, 0.1), (0.8, 0.0, 0.2), (0.5, 0.5)])
@pytest.mark.parametrize("size", [0, 1, 7, 100])
def test_cutting_keeps_every_record_once(shares, size):
    parts = cut_by_shares(range(size), shares, seed=5)
    assert sorted(one for part in parts for one in part) == list(range(size))
    assert [len(part) for part in parts[1:]] == [round(size * share) for share in shares[1:]]


def test_a_folder_that_was_made_is_built_like_an_official_one(klej, tmp_path):
    task = klej.task("nkjp-ner")
    made = Made([TaskExample(("Ala .",), "persName")], [], [TaskExample(("Pada .",), "noEntity")])
    write_folder(tmp_path / "made", format_of(task), made)
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == [
        "test_features.tsv",
        "test_gold.tsv",
        "train.tsv",
    ]
    build(task, tmp_path / "made", tmp_path / "challenge")
    assert (tmp_path / "challenge" / "train" / "in.tsv").read_text() == "Ala .\n"
    assert (tmp_path / "challenge" / "test-A" / "expected.tsv").read_text() == "noEntity\n"


def test_nothing_is_written_over(klej, tmp_path):
    (tmp_path / "made" / "mine").mkdir(parents=True)
    with pytest.raises(ChallengeError, match="it is there already"):
        write_folder(tmp_path / "made", format_of(klej.task("ar")), Made([], [], []))
