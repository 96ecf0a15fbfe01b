"""What one challenge hides is found in another one of the same people, whichever is published first."""

import pytest
from challenge_examples import write_challenge

from probierz.web.challenges.services import create_unasked, publish_version

pytestmark = pytest.mark.django_db(transaction=True)

LABELS = ["sport", "news", "art"]
HIDDEN = [(f"hidden text of some words, number {at}", LABELS[at * at % 7 % 3]) for at in range(40)]
TURNED = [(f"der Satz mit der Nummer {at}", f"the sentence with number {at} in it") for at in range(40)]


def others(begin):
    return [(f"{begin} text of other words, number {at}", LABELS[at % 3]) for at in range(40)]


def files(test, train=(), **more):
    """A challenge with such a test and train set; other files by their names."""
    parts = {"test-A": test, "train": train or others("train"), "dev-0": others("dev")}
    split = {
        f"{name}/{file}.tsv": "".join(f"{row[column]}\n" for row in rows)
        for name, rows in parts.items()
        for column, file in enumerate(("in", "expected"))
    }
    return {"config.txt": "--metric Accuracy\n", **split, **more}


def table(rows):
    return "".join(f"{text}\t{result}\n" for text, result in rows)


def problems(slug, owner, folder, content, *, is_open=False):
    place = write_challenge(folder, **content)
    public = {path.relative_to(place).as_posix(): path for path in place.rglob("*.*")} if is_open else None
    found = publish_version(create_unasked(slug, owner), place, public=public, tests_are_open=is_open).problems
    return [f"{one['path']}: {one['message']}" for one in found]


SHARING = {
    "open test": (files(HIDDEN), True, ["40 of 40 texts of hiding/test-A"]),
    "file": (files(others("x"), **{"all.tsv": table(HIDDEN[::-1])}), False, ["all.tsv: column 2 is the hidden"]),
    "readme": (
        files(others("x"), **{"README.md": "# T\n\n" + "".join(f"| {text} | {one} |\n" for text, one in HIDDEN[5:])}),
        False,
        ["README.md: column 2 is the hidden"],
    ),
    "input": (
        files([(f"{text}\t{label}", str(len(text))) for text, label in HIDDEN]),
        False,
        ["test-A/in.tsv: column 2 is the hidden"],
    ),
    "nothing": (
        files(
            others("x"),
            **{
                "all.tsv": table(
                    [(text, LABELS[len(text) * at % 5 % 3]) for at, (text, _one) in enumerate(HIDDEN[:3] + others("y"))]
                )
            },
        ),
        False,
        [],
    ),
}


@pytest.mark.parametrize("what", SHARING)
@pytest.mark.parametrize("is_first", [False, True], ids=["later", "before"])
def test_what_another_challenge_hides_is_told_of_tests_files_and_inputs(owner, tmp_path, what, is_first):
    content, is_open, said = SHARING[what]
    if is_first:
        problems("showing", owner, tmp_path / "showing", content, is_open=is_open)
        found = problems("hiding", owner, tmp_path / "hiding", files(HIDDEN))
        assert len([one for one in found if "showing/" in one]) == len(said)
        return
    problems("hiding", owner, tmp_path / "hiding", files(HIDDEN))
    found = problems("showing", owner, tmp_path / "showing", content, is_open=is_open)
    told = [one for one in found if "hiding/test-A" in one]
    assert len(told) == len(said)
    assert all(words in one for words, one in zip(said, told, strict=True))


@pytest.mark.parametrize("order", [1, -1, 7])
def test_the_opposite_direction_of_a_translation_gives_the_hidden_one_away(owner, tmp_path, order):
    problems("hiding", owner, tmp_path / "hiding", files(TURNED))
    back = [(two, one) for one, two in (TURNED[at * order % 40] for at in range(40))]
    found = problems("back", owner, tmp_path / "back", files(back))
    assert "hidden expected result of hiding/test-A" in " ".join(found)
