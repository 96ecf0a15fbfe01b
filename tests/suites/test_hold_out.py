"""A development part set aside from train: in proportion, by seed, and never lost."""

import random
from collections import Counter

import pytest

from probierz.errors import ChallengeError, DataError, OptionError
from probierz.suites.hold_out import held_out_lines, hold_out, read_held_out, rejoined

LABELS = ["yes"] * 80 + ["no"] * 20


def test_every_label_is_set_aside_in_proportion_and_by_seed():
    chosen = held_out_lines(LABELS, 0.1, seed=7)
    assert Counter(LABELS[at] for at in chosen) == {"yes": 8, "no": 2}
    assert chosen == held_out_lines(LABELS, 0.1, seed=7)
    assert chosen != held_out_lines(LABELS, 0.1, seed=8)


def test_numbers_are_set_aside_from_every_tenth_of_their_order():
    numbers = [str(at / 7) for at in range(200)]
    chosen = held_out_lines(numbers, 0.1)
    assert Counter(at // 20 for at in chosen) == dict.fromkeys(range(10), 2)


def test_what_is_expected_once_is_drawn_with_its_like():
    answers = [f"answer {at}" for at in range(50)]
    assert len(held_out_lines(answers, 0.2)) == 10


def questions(count, seed=1):
    """Lines as those of DYK: questions with one to nine answers each, one of six lines is right."""
    draw = random.Random(seed)
    clusters = [f"q{at}" for at in range(count) for _ in range(draw.randint(1, 9))]
    draw.shuffle(clusters)
    return clusters, [str(int(draw.random() < 1 / 6)) for _ in clusters]


@pytest.mark.parametrize("seed", range(5))
def test_lines_of_one_question_stay_together_and_labels_in_proportion(seed):
    clusters, labels = questions(800)
    chosen = held_out_lines(labels, 0.1, seed=seed, clusters=clusters)
    assert not {clusters[at] for at in chosen} & {clusters[at] for at in range(len(labels)) if at not in chosen}
    aside = Counter(labels[at] for at in chosen)
    for label, count in Counter(labels).items():
        assert aside[label] == pytest.approx(0.1 * count, abs=2)
    sizes = Counter(clusters).values()
    of_aside = Counter(clusters[at] for at in chosen).values()
    assert sum(of_aside) / len(of_aside) == pytest.approx(
        sum(sizes) / len(sizes), abs=1
    )  # neither large nor small ones


def test_lines_that_belong_to_nothing_are_drawn_as_ever():
    names = [str(at) for at in range(len(LABELS))]
    assert held_out_lines(LABELS, 0.1, seed=7, clusters=names) == held_out_lines(LABELS, 0.1, seed=7)


@pytest.fixture
def challenge(tmp_path):
    (tmp_path / "train").mkdir()
    (tmp_path / "train" / "in.tsv").write_text("".join(f"text {at}\n" for at in range(100)))
    (tmp_path / "train" / "expected.tsv").write_text("".join(f"{label}\n" for label in LABELS))
    (tmp_path / "README.md").write_text("# Cats\n")
    return tmp_path


def test_lines_move_with_what_is_expected_of_them(challenge):
    assert hold_out(challenge, 0.1, seed=3) == ("dev-0", 10)
    parts = {
        split: list(
            zip(
                (challenge / split / "in.tsv").read_text().splitlines(),
                (challenge / split / "expected.tsv").read_text().splitlines(),
                strict=True,
            )
        )
        for split in ("train", "dev-0")
    }
    assert sorted(parts["train"] + parts["dev-0"]) == sorted((f"text {at}", LABELS[at]) for at in range(100))
    assert "dev-0 was set aside from train: 10 lines, 0.1 of it, seed 3." in (challenge / "README.md").read_text()


def test_equal_lines_and_lines_of_a_column_stay_on_one_side(challenge):
    texts = [f"q{at // 4}\ttext {at % 2}\n" for at in range(100)]  # four lines of a question, each twice
    (challenge / "train" / "in.tsv").write_text("".join(texts))
    (challenge / "config.txt").write_text("--metric Accuracy --in-header in-header.tsv\n")
    (challenge / "in-header.tsv").write_text("question\ttext\n")
    hold_out(challenge, 0.2, cluster="question")
    parts = [(challenge / split / "in.tsv").read_text().splitlines() for split in ("train", "dev-0")]
    train, aside = ({line.split("\t")[0] for line in part} for part in parts)
    assert aside
    assert not train & aside
    assert "lines of one question together" in (challenge / "README.md").read_text()
    with pytest.raises(ChallengeError, match="a part was set aside already"):
        hold_out(challenge, 0.2)


def test_a_column_that_is_not_there_is_told_and_nothing_has_moved(challenge):
    (challenge / "config.txt").write_text("--metric Accuracy\n")
    with pytest.raises(OptionError, match="the input has no column 'question'"):
        hold_out(challenge, 0.1, cluster="question")
    assert not (challenge / "dev-0").exists()


def test_what_was_set_aside_comes_back_to_its_place(challenge):
    before = {name: (challenge / "train" / name).read_text() for name in ("in.tsv", "expected.tsv")}
    hold_out(challenge, 0.3)
    with rejoined(challenge) as (whole, what):
        assert {name: (whole / "train" / name).read_text() for name in before} == before
        assert (what.split, (whole / "dev-0").exists()) == ("dev-0", False)
    assert not whole.exists()
    (challenge / "dev-0" / "in.tsv").write_text("one line\n")
    with pytest.raises(DataError, match=r"dev-0/in\.tsv: 1 line, and 30 were set aside"), rejoined(challenge):
        pass


@pytest.mark.parametrize(("old", "new"), [('"dev-0"', '"../elsewhere"'), ("share = 0.1", "share = ")])
def test_a_record_that_somebody_changed_is_refused(challenge, old, new):
    hold_out(challenge, 0.1)
    record = challenge / "held-out.toml"
    record.write_text(record.read_text().replace(old, new))
    with pytest.raises(ChallengeError, match=r"held-out\.toml"):
        read_held_out(challenge)


def test_a_development_set_that_is_there_stays(challenge):
    (challenge / "dev-0").mkdir()
    assert hold_out(challenge, 0.1)[0] == "dev-1"


def test_a_share_that_leaves_nothing_and_a_missing_train_set_are_told(challenge):
    with pytest.raises(OptionError, match=r"0\.001 of 100 lines leaves a part empty"):
        hold_out(challenge, 0.001)
    (challenge / "train" / "expected.tsv").unlink()
    with pytest.raises(ChallengeError, match=r"^train has no in\.tsv with expected\.tsv here"):
        hold_out(challenge, 0.1)
