"""A development part set aside from train: in proportion, by seed, and never lost."""

from collections import Counter

import pytest

from probierz.errors import ChallengeError, OptionError
from probierz.suites.hold_out import held_out_lines, hold_out

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


def test_a_development_set_that_is_there_stays(challenge):
    (challenge / "dev-0").mkdir()
    assert hold_out(challenge, 0.1)[0] == "dev-1"


def test_a_share_that_leaves_nothing_and_a_missing_train_set_are_told(challenge):
    with pytest.raises(OptionError, match=r"0\.001 of 100 lines leaves a part empty"):
        hold_out(challenge, 0.001)
    (challenge / "train" / "expected.tsv").unlink()
    with pytest.raises(ChallengeError, match=r"there is no in\.tsv with expected\.tsv to set a part aside from"):
        hold_out(challenge, 0.1)
