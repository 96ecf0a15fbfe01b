"""Checks find what is wrong or odd with data, with file and line, and know declared traits."""

import json
import random
import re
import time
from dataclasses import replace
from itertools import permutations, product
from unicodedata import normalize
from urllib.parse import quote

import pytest

from probierz.challenges.challenge import open_challenge
from probierz.errors import ChallengeError, DataError
from probierz.suites.catalogue import find_task
from probierz.suites.checking import CHECKS, check_challenge, check_task, compare_challenges
from probierz.suites.checks.checked_split import CheckedSplit, text_columns
from probierz.suites.checks.telling_forms import Forms, telling_forms
from probierz.suites.checks.telling_signs import telling_operators, telling_signs
from probierz.suites.findings import has_failed
from probierz.suites.getting import get_task
from probierz.suites.suite import KnownFinding


@pytest.fixture
def mine(task, cats, tmp_path):
    get_task(task, tmp_path / "mine", place=str(cats))
    return tmp_path / "mine"


def found(findings, check):
    return [finding for finding in findings if finding.check == check]


def small(folder, **splits):
    """A challenge with the given input and expected lines; labels may be left out."""
    (folder).mkdir(exist_ok=True)
    (folder / "config.txt").write_text("--metric Accuracy")
    for name, (inputs, labels) in splits.items():
        part = folder / name.replace("_", "-")
        part.mkdir()
        (part / "in.tsv").write_text("".join(f"{line}\n" for line in inputs), encoding="utf-8")
        if labels is not None:
            (part / "expected.tsv").write_text("".join(f"{line}\n" for line in labels), encoding="utf-8")
    return folder


# --- against the declaration -----------------------------------------------------------------------------------------


def test_data_as_declared_pass_and_their_trait_is_known(task, mine):
    findings = check_task(task, mine)
    assert not has_failed(findings)
    (leak,) = findings
    assert (leak.check, leak.severity, leak.known) == ("leaks", "known", "test-B asks louder.")


@pytest.mark.parametrize(
    ("file", "old", "new", "wanted"),
    [
        ("train/in.tsv", "psy", "koty", {"checksums"}),
        ("train/in.tsv", "2\tOla", "2\tUla", {"checksums", "known-lines"}),
        ("train/in.tsv", "4\tEwa ma 6 kotów i dwa stare psy\n", "", {"checksums", "lines"}),
        ("test-A/expected.tsv", "a\n", "", {"checksums", "lines"}),
        ("config.txt", "Accuracy", "Likelihood", {"metrics"}),
    ],
)
def test_changed_files_are_told(task, mine, file, old, new, wanted):
    path = mine / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    findings = check_task(task, mine)
    wrong = {finding.check for finding in findings if finding.severity == "error"}
    assert wrong >= wanted
    assert wrong <= wanted | {"leaks", "publishing"}


def test_a_known_line_is_told_with_its_number(task, mine):
    path = mine / "train" / "in.tsv"
    path.write_text(path.read_text(encoding="utf-8").replace("2\tOla", "2\tUla"), encoding="utf-8")
    (finding,) = found(check_task(task, mine), "known-lines")
    assert (finding.places[0].path, finding.places[0].line) == (str(path), 2)
    assert "should begin with '2\\tOla ma 4 k'" in finding.message


def test_a_missing_file_is_an_error_unless_the_split_is_optional(task, mine):
    (mine / "test-A" / "expected.tsv").unlink()
    assert [one.message for one in found(check_task(task, mine), "files")] == ["expected.tsv is missing"]


def test_a_file_that_cannot_be_read_is_told_beside_everything_else(task, mine):
    path = mine / "test-A" / "in.tsv"
    path.write_bytes(path.read_bytes().replace("książkę".encode(), "książkę".encode("iso-8859-2")))
    (mine / "config.txt").write_text("--metric Likelihood")
    findings = check_task(task, mine)
    (unreadable,) = found(findings, "files")
    assert str(unreadable.places[0]).endswith("test-A/in.tsv line 1")
    assert "byte 0xB1 is not UTF-8" in unreadable.message
    assert {one.check for one in findings} == {"files", "metrics", "checksums"}  # no trait is missed
    with pytest.raises(DataError, match="is not UTF-8"):
        check_task(task, mine, only=["leaks"])


def test_a_trait_with_another_count_is_a_fault_and_so_is_one_that_is_gone(task, mine):
    path = mine / "test-B" / "in.tsv"
    path.write_text(path.read_text(encoding="utf-8") + (mine / "test-A" / "in.tsv").read_text(encoding="utf-8"))
    (leak,) = found(check_task(task, mine), "leaks")
    assert leak.severity == "error"
    assert leak.message.endswith("the task declares 1")
    path.write_text("nothing in common at all\n")
    (leak,) = found(check_task(task, mine), "leaks")
    assert (leak.severity, leak.count) == ("error", 0)
    assert "the task declares 1 of this" in leak.message


def test_only_the_wanted_checks_are_done(task, mine):
    (mine / "config.txt").write_text("--metric Likelihood")
    assert not has_failed(check_task(task, mine, only=["leaks", "lines"]))
    with pytest.raises(ChallengeError, match="no check is called 'leak'; try leaks"):
        check_task(task, mine, only=["leak"])


# --- any challenge ---------------------------------------------------------------------------------------------------

LONG = "the quick brown fox jumps over the lazy dog and runs away into the wood"


@pytest.mark.parametrize(
    ("other", "is_leak"),
    [
        (LONG, True),
        (LONG.upper() + "!", True),  # case and punctuation do not count
        (LONG.replace("lazy", "sleepy"), True),  # one word of fifteen
        (LONG.replace("quick brown", "slow red").replace("lazy", "old"), True),  # three of fifteen are 80 % alike
        (LONG.replace("quick brown fox", "slow red cat").replace("lazy", "old"), False),
        ("and now for something completely different, which nobody has ever read anywhere", False),
    ],
)
def test_nearly_equal_texts_of_two_splits_leak(tmp_path, other, is_leak):
    findings = check_challenge(small(tmp_path / "c", train=(["x", LONG], None), test_A=(["y", other], None)))
    assert bool(findings) == is_leak
    if is_leak:
        (place,) = findings[0].places
        assert (place.path, place.line) == (str(tmp_path / "c" / "test-A" / "in.tsv"), 2)
        assert " as train/in.tsv line 2: " in place.text
        assert findings[0].splits == ("train", "test-A")


def test_short_texts_leak_only_if_they_are_the_same(tmp_path):
    pairs = small(
        tmp_path / "c", train=(["Who wrote Hamlet?", "Yes."], None), test_A=(["Who wrote Macbeth?", "yes"], None)
    )
    (leak,) = check_challenge(pairs)
    assert [place.line for place in leak.places] == [2]


def test_the_most_similar_line_is_named(tmp_path):
    train = [LONG.replace("lazy", "sleepy"), LONG]
    (leak,) = check_challenge(small(tmp_path / "c", train=(train, None), test_A=([LONG], None)), only=["leaks"])
    assert "100% as" in leak.places[0].text
    assert "line 2:" in leak.places[0].text


def test_five_thousand_texts_are_compared_to_five_thousand_in_seconds(tmp_path):
    chance = random.Random(1)
    words = [f"w{number}" for number in range(20_000)]
    texts = [" ".join(chance.choices(words, k=200)) for _ in range(10_000)]
    planted = {}
    for number in range(100):
        changed = texts[number].split()
        for place in chance.sample(range(200), 10):
            changed[place] = "changed"
        texts[5_000 + 37 * number] = " ".join(changed)
        planted[37 * number + 1] = number + 1
    began = time.process_time()
    (leak,) = check_challenge(small(tmp_path / "c", train=(texts[:5_000], None), test_A=(texts[5_000:], None)))
    assert [place.line for place in leak.places] == sorted(planted)
    assert all(f"line {planted[place.line]}:" in place.text for place in leak.places)
    assert time.process_time() - began < 60  # some 4 seconds on a machine with nothing else to do


def test_boilerplate_in_all_texts_does_not_take_all_memory(tmp_path):
    texts = [f"dear sir or madam we write to you about number {at}" for at in range(3_000)]
    findings = check_challenge(small(tmp_path / "c", train=(texts[:1500], None), test_A=(texts[1500:], None)))
    assert {finding.check for finding in findings} <= {"leaks"}


def test_repeated_texts_are_found_and_those_with_other_answers_told_apart(tmp_path):
    inputs = ["Ala ma kota", "ala ma kota.", "Ola ma psa", "Ola ma psa", "", ""]
    folder = small(tmp_path / "c", train=(inputs, ["a", "b", "c", "c", "d", "e"]))
    duplicates, conflicts = check_challenge(folder)
    assert (duplicates.check, duplicates.count, [place.line for place in duplicates.places]) == (
        "duplicates",
        2,
        [2, 4],
    )
    assert (conflicts.check, conflicts.count, [place.line for place in conflicts.places]) == ("conflicts", 1, [2])
    assert duplicates.places[0].text == "as line 1: ala ma kota."


@pytest.mark.parametrize(
    ("labels", "others", "drifts"),
    [
        (["a", "b"] * 200, ["a", "b"] * 50, False),
        (["a", "b"] * 200, ["a"] * 65 + ["b"] * 35, False),  # 3 standard deviations: chance
        (["a", "b"] * 200, ["a"] * 90 + ["b"] * 10, True),
        (["a", "b"] * 200, ["c"] * 100, True),
        ([f"{at / 100}" for at in range(200)], [f"{at / 100}" for at in range(200)], False),
        ([f"{at / 100}" for at in range(200)], [f"{at / 100 + 1}" for at in range(200)], True),
        ([f"text {at}" for at in range(200)], [f"other {at}" for at in range(200)], False),  # no classes, no numbers
    ],
)
def test_labels_that_are_distributed_otherwise_are_told(tmp_path, labels, others, drifts):
    inputs = [f"line number {at}" for at in range(1000)]
    folder = small(tmp_path / "c", train=(inputs[: len(labels)], labels), test_A=(inputs[-len(others) :], others))
    assert bool(found(check_challenge(folder), "label-drift")) == drifts


def test_a_folder_with_no_input_is_refused(tmp_path):
    (tmp_path / "config.txt").write_text("--metric Accuracy")
    with pytest.raises(ChallengeError, match="no split has an input"):
        check_challenge(tmp_path)
    for name in ("ocr", "qa"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.txt").write_text("--metric Accuracy")
    with pytest.raises(ChallengeError, match="challenges are in ocr, qa: check one of these"):
        check_challenge(tmp_path)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([["id1", "a long text"], ["id2", "another one"]], [1]),
        ([["id1", "a text", "1999", "b text"], ["id2", "c text", "", "d text"]], [1, 3]),
        ([["word", "other"], ["one", "two"]], [0, 1]),
        ([], []),
    ],
)
def test_columns_of_several_words_are_text(rows, columns):
    assert text_columns(rows) == columns


def test_a_header_in_the_file_is_no_line(tmp_path):
    folder = small(tmp_path / "c", train=(["id\ttext", "1\tthe same text", "2\tthe same text"], None))
    (folder / "config.txt").write_text("--metric Accuracy --in-header in-header.tsv")
    (folder / "in-header.tsv").write_text("id\ttext\n")
    (split,) = CheckedSplit.of(open_challenge(folder))
    assert split.texts == ["the same text", "the same text"]
    (duplicates,) = check_challenge(folder)
    assert [place.line for place in duplicates.places] == [3]


def test_every_check_is_described():
    assert all(text and not text.endswith(".") for text in CHECKS.values())


# --- near texts, on demand -------------------------------------------------------------------------------------------

STORY = "the old cat sat on the warm mat in the sun and slept until the dog of the neighbours came home again"


def write_inputs(folder, **splits):
    """A challenge whose splits have these lines."""
    folder.mkdir()
    (folder / "config.txt").write_text("--metric Accuracy\n")
    for name, lines in splits.items():
        (folder / name.replace("_", "-")).mkdir()
        (folder / name.replace("_", "-") / "in.tsv").write_text("".join(f"{line}\n" for line in lines))
    return folder


def found_in(folder, check):
    return [(one.check, one.splits, one.count) for one in check_challenge(folder, only=[check])]


def test_a_text_inside_of_a_longer_one_is_found_on_demand_alone(tmp_path):
    longer = f"a long day began early for all of us, and {STORY}, which nobody had seen before in this quiet street"
    folder = write_inputs(tmp_path / "cats", train=[longer, "something else here"], test_A=["other words", STORY])
    assert found_in(folder, "containment") == [("containment", ("train", "test-A"), 1)]
    assert found_in(folder, "leaks") == []
    assert [one.severity for one in check_challenge(folder, only=["containment"])] == ["note"]
    assert "containment" not in {one.check for one in check_challenge(folder)}


@pytest.mark.parametrize(("words", "wrapped", "count"), [(6, 40, 40), (6, 12, 0), (12, 12, 12), (12, 1, 0)])
def test_texts_of_a_test_with_an_instruction_around_them_in_train_leak(tmp_path, words, wrapped, count):
    texts = [" ".join(f"word{at}x{word}" for word in range(words)) for at in range(40)]
    train = [f"Say in one word how this sounds, and no more: {text}. Answer:" for text in texts[:wrapped]]
    folder = small(tmp_path / "c", train=([*train, LONG], None), test_A=(texts, None))
    assert sum(one.count for one in found(check_challenge(folder), "leaks")) == count


def test_nearly_equal_texts_of_one_split_are_found_on_demand(tmp_path):
    folder = write_inputs(tmp_path / "cats", train=[STORY, "something else here", STORY.replace("warm", "cold"), STORY])
    assert found_in(folder, "near-duplicates") == [("near-duplicates", ("train",), 1)]


def test_texts_of_another_challenge_are_found_with_its_name(tmp_path):
    ours = write_inputs(tmp_path / "ours", test_A=["who wrote it", STORY, "nobody"])
    theirs = write_inputs(tmp_path / "theirs", train=["x", STORY.upper()], dev_0=["Who wrote it?"])
    found = compare_challenges(ours, [theirs])
    assert [(one.check, one.splits, one.count, one.severity) for one in found] == [
        ("others", ("theirs/train", "test-A"), 1, "warning"),
        ("others", ("theirs/dev-0", "test-A"), 1, "warning"),
    ]
    assert str(found[0].places[0]).endswith("test-A/in.tsv line 2: 100% as theirs/train/in.tsv line 2: " + STORY[:60])


def test_most_of_a_test_in_train_of_another_challenge_is_as_grave_as_where_it_is_published(tmp_path):
    ours = write_inputs(tmp_path / "ours", test_A=["who wrote it in the end", STORY, "nobody knows"])
    theirs = write_inputs(tmp_path / "theirs", train=[STORY.upper(), "x", "Nobody knows!"])
    assert [one.severity for one in compare_challenges(ours, [theirs])] == ["error"]
    assert [one.severity for one in compare_challenges(theirs, [ours])] == ["warning"]  # a test of theirs is no other's


def test_texts_of_another_challenge_that_are_declared_are_known_and_others_are_not(task, tmp_path):
    ours = write_inputs(tmp_path / "ours", test_A=["who wrote it", STORY, "nobody"])
    theirs = write_inputs(tmp_path / "theirs", train=["x", STORY.upper()], dev_0=["Who wrote it?"])
    known = KnownFinding("others", 1, "the same author", ("theirs/train", "test-A"))
    elsewhere = KnownFinding("others", 7, "not compared here", ("strangers/train", "test-A"))
    found = compare_challenges(ours, [theirs], task=replace(task, known=(known, elsewhere)))
    assert [(one.severity, one.known) for one in found] == [("known", "the same author"), ("warning", "")]
    more = replace(known, count=2)
    (first, _) = compare_challenges(ours, [theirs], task=replace(task, known=(more,)))
    assert (first.severity, first.message.endswith("; the task declares 2")) == ("error", True)


def test_a_declared_trait_that_another_challenge_no_longer_has_is_told(task, tmp_path):
    ours = write_inputs(tmp_path / "ours", test_A=["who wrote it"])
    theirs = write_inputs(tmp_path / "theirs", train=["x"])
    known = KnownFinding("others", 1, "the same author", ("theirs/train", "test-A"))
    (found,) = compare_challenges(ours, [theirs], task=replace(task, known=(known,)))
    assert (found.severity, found.count) == ("error", 0)


def test_questions_of_a_task_stand_in_the_train_set_of_another(data_dir):
    """The README of the 2022 task forbids the questions of test-B of the 2021 one: they are in its own train set."""
    ours, theirs = data_dir / "poleval-2021" / "qa", data_dir / "poleval-2022" / "passage-retrieval"
    if not (ours.is_dir() and theirs.is_dir()):
        pytest.skip(f"no questions of both tasks in {data_dir}")
    found = {one.splits: one for one in compare_challenges(ours, [theirs], task=find_task("poleval-2021/qa"))}
    assert found[("poleval-2022/passage-retrieval/train", "test-B")].count >= 862
    assert found[("poleval-2022/passage-retrieval/dev-0", "test-B")].count >= 101
    assert {one.severity for one in found.values()} == {"known"}


# --- a part that was set aside ---------------------------------------------------------------------------------------


def test_data_with_a_part_set_aside_are_the_declared_ones(task, cats, tmp_path):
    get_task(task, tmp_path / "mine", place=str(cats), share=0.5)
    findings = check_task(task, tmp_path / "mine")
    assert [(one.check, one.severity) for one in findings] == [("leaks", "known"), ("held-out", "note")]
    assert findings[-1].message.startswith("2 lines were set aside from train (seed 1)")
    (tmp_path / "mine" / "train" / "in.tsv").write_text("1\tother\n2\tothers\n")
    (changed,) = [one for one in check_task(task, tmp_path / "mine") if one.check == "checksums"]
    assert changed.places[0].path == f"{tmp_path}/mine/train/in.tsv"


def test_a_part_that_was_set_aside_by_another_column_is_torn(task, cats, tmp_path):
    mine = tmp_path / "mine"
    get_task(task, mine, place=str(cats), share=0.5, cluster="text")
    first = (mine / "dev-0" / "in.tsv").read_text().splitlines()[0]
    (mine / "train" / "in.tsv").write_text("".join(f"{at}\t{first.partition(chr(9))[2]}\n" for at in (1, 2)))
    (torn,) = [one for one in check_task(task, mine, only=["held-out"]) if one.severity == "error"]
    assert (torn.splits, torn.count, torn.places[0].line) == (("train", "dev-0"), 1, 1)
    assert "lines whose like stayed in train, of the same text: 1" in torn.message


def test_data_that_no_checksum_tells_from_others_are_said_to_be_so(task, cats, tmp_path):
    bare = replace(task, splits=tuple(replace(one, files={}) for one in task.splits))
    told = get_task(bare, tmp_path / "mine", place=str(cats))
    assert told == [
        "no checksum of train, test-A and test-B is declared, so nothing says whether its lines are those meant"
    ]
    notes = [one for one in check_task(bare, tmp_path / "mine") if one.check == "checksums"]
    assert [(one.severity, one.splits) for one in notes] == [
        ("note", ("train",)), ("note", ("test-A",)), ("note", ("test-B",)),
    ]  # fmt: skip
    assert "other data with as many lines would pass" in notes[0].message


def test_other_lines_than_declared_are_refused_where_no_checksum_is_declared_too(task, cats, tmp_path):
    bare = replace(task, splits=tuple(replace(one, files={}, lines=one.lines + 1) for one in task.splits))
    with pytest.raises(ChallengeError, match=r"declared are .*; take the declared data, or add --unchecked"):
        get_task(bare, tmp_path / "mine", place=str(cats))
    assert not (tmp_path / "mine").exists()
    assert any("declared are" in one for one in get_task(bare, tmp_path / "mine", place=str(cats), checked=False))


# --- labels ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("labels", "severity"),
    [
        (["good", "bad", "good", "bad"], None),
        (["cat", "dog", "cat", "dog"], "warning"),
        (["good", "bad", "neutral", "bad"], "note"),
        (["7", "8", "7", "8"], "warning"),
    ],
)
def test_a_split_with_the_labels_of_another_task_is_questioned(tmp_path, labels, severity):
    folder = small(
        tmp_path / "moods", train=(["a", "b", "c", "d"], ["good", "bad"] * 2), test_A=(["e", "f", "g", "h"], labels)
    )
    strange = [one for one in check_challenge(folder, only=["labels"]) if one.splits == ("test-A",)]
    assert [one.severity for one in strange] == ([severity] if severity else [])


def test_numbers_and_free_texts_may_be_anything(tmp_path):
    numbers = small(tmp_path / "numbers", train=("ab", ["1", "1"]), test_A=("cd", ["2", "2"]))
    answers = small(tmp_path / "answers", train=("ab", ["Kraków", "1410"]), test_A=("cd", ["Łódź", "Lem"]))
    assert not check_challenge(numbers, only=["labels"])
    assert not check_challenge(answers, only=["labels"])


# --- tasks that share their texts ------------------------------------------------------------------------------------


def test_texts_that_two_tasks_share_on_purpose_are_known(task, tmp_path):
    ours = write_inputs(tmp_path / "ours", train=["x", "y"], test_A=["who wrote it", STORY])
    theirs = write_inputs(tmp_path / "theirs", train=["x", "z"], test_A=["who wrote it", STORY])
    assert {one.severity for one in compare_challenges(ours, [theirs], task=task)} == {"warning"}
    sharing = replace(task, shares=("theirs",))
    found = compare_challenges(ours, [theirs], task=sharing)
    assert {(one.severity, one.known) for one in found} == {("known", "the task has the texts of theirs on purpose")}


def test_a_test_text_in_the_train_set_of_a_task_that_shares_its_texts_is_a_leak_all_the_same(task, tmp_path):
    ours = write_inputs(tmp_path / "ours", train=["x", "y"], test_A=["who wrote it", STORY])
    theirs = write_inputs(tmp_path / "theirs", train=["x", STORY], test_A=["who wrote it", "z"])
    found = compare_challenges(ours, [theirs], task=replace(task, shares=("theirs",)))
    assert {one.splits: one.severity for one in found} == {
        ("theirs/train", "train"): "known",
        ("theirs/train", "test-A"): "warning",
        ("theirs/test-A", "test-A"): "known",
    }


def test_a_folder_without_challenge_is_no_comparison(tmp_path):
    ours = write_inputs(tmp_path / "ours", test_A=["who wrote it"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(ChallengeError, match="no split has an input"):
        compare_challenges(ours, [tmp_path / "empty"])


# --- what makes texts the same ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other", ["ZAŻÓŁĆ  gęślą jaźń!", "Zazolc gesla jazn", normalize("NFD", "Zażółć gęślą jaźń"), "Zażółć gęślą\xa0jaźń"]
)
def test_a_leak_is_found_in_any_case_and_unicode_form(tmp_path, other):
    folder = small(tmp_path / "c", train=(["Zażółć gęślą jaźń"], None), test_A=([other], None))
    (leak,) = found(check_challenge(folder), "leaks")
    assert (leak.splits, leak.count) == (("train", "test-A"), 1)


@pytest.mark.parametrize(("shared", "severity"), [("Tak .", "note"), ("Tak , to był pies .", "warning")])
def test_a_few_short_utterances_of_a_test_in_train_are_no_leak(tmp_path, shared, severity):
    lines = [f"zdanie {at} jest tylko tutaj" for at in range(30)]
    others = [f"inne słowa {at * at} stoją tam" for at in range(30)]
    folder = small(tmp_path / "c", train=([*lines, shared], None), test_A=([*others, shared], None))
    (leak,) = found(check_challenge(folder), "leaks")
    assert (leak.severity, leak.count) == (severity, 1)


def test_an_instruction_that_all_lines_share_makes_no_texts_the_same_and_hides_none(tmp_path):
    ask = "Say in one word of which kind the animal is that makes this noise"
    rows = {"train": ["meow", "woof", "moo"], "test_A": ["baa", "moo"]}
    told = {split: ([f"{ask}\t{one}" for one in noises], None) for split, noises in rows.items()}
    folder = small(tmp_path / "c", **told)
    findings = check_challenge(folder)
    assert found(findings, "duplicates") == []
    (leak,) = found(findings, "leaks")  # the cow
    assert (leak.count, leak.splits) == (1, ("train", "test-A"))


def test_a_document_that_one_split_shares_is_part_of_its_texts(tmp_path):
    play = "The ghost of the late king walks on the walls at night"
    train = [f"{play}\tWho walks at night on them?", "Another story of a dog that ran\tWhat did the dog do then?"]
    folder = small(tmp_path / "c", train=(train, None), test_A=([f"{play}\tWho walks at night on them?"], None))
    (leak,) = found(check_challenge(folder), "leaks")
    assert leak.count == 1


def test_expected_lines_without_a_label_are_told(tmp_path):
    folder = small(tmp_path / "c", train=(["a cat", "a dog", "a cow"], ["x", "", "x"]))
    (finding,) = found(check_challenge(folder), "labels")
    assert (finding.severity, finding.count, finding.places[0].line) == ("warning", 1, 2)
    (folder / "config.txt").write_text("--metric MultiLabel-F1")  # no label is an answer here
    assert found(check_challenge(folder), "labels") == []


# --- header lines ----------------------------------------------------------------------------------------------------


def test_names_of_columns_among_the_data_are_questioned_and_those_of_a_header_file_are_not(tmp_path):
    rows = ["id\ttext", "1\ta cat sat", "2\ta dog ran"]
    folder = small(tmp_path / "c", train=(rows, ["label", "x", "y"]), test_A=(["3\ta cow", "4\ta hen"], ["x", "y"]))
    findings = found(check_challenge(folder), "headers")
    assert [(one.splits, one.severity, one.places[0].line, one.places[0].text) for one in findings] == [
        (("train",), "warning", 1, "id\ttext"),
        (("train",), "warning", 1, "label"),
    ]
    assert "put it into in-header.tsv and name that by --in-header" in findings[0].message
    (folder / "in-header.tsv").write_text("id\ttext\n")
    (folder / "out-header.tsv").write_text("label\n")
    (folder / "config.txt").write_text("--metric Accuracy --in-header in-header.tsv --out-header out-header.tsv")
    assert found(check_challenge(folder), "headers") == []


# --- texts of one template -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("leaked", "severity"), [(0, "note"), (12, "warning"), (40, "error")])
def test_texts_that_have_a_template_in_common_alone_are_no_leak(tmp_path, leaked, severity):
    drawn = random.Random(1)
    texts = [
        f"<html><head><title>{drawn.choice('abcdefghij')} {at}</title></head><body>"
        f"<h1>{drawn.choice('klmnopqrst')}</h1><p>{at * 7} &amp; {at * 11}</p></body></html>"
        for at in range(1000, 1120)
    ]
    train, test = texts[:80], texts[80:]
    test = [text.replace("&amp;", "and") for text in train[:leaked]] + test[leaked:]
    folder = small(tmp_path / "c", train=(train, None), test_A=(test, None))
    found_here = found(check_challenge(folder), "leaks")
    assert {one.severity for one in found_here} <= {severity}
    assert bool(found_here) or severity == "note"


def test_one_copy_among_texts_of_a_template_is_told_alone_and_first(tmp_path):
    drawn = random.Random(3)
    texts = [
        f"Zamówienie {drawn.randrange(10**6)} klienta {drawn.randrange(100)} na kwotę {drawn.randrange(1000)} zł "
        f"z dnia {drawn.randrange(1, 29)} maja przyjęto do realizacji"
        for _ in range(400)
    ]
    folder = small(tmp_path / "c", train=(texts[:300], None), test_A=([*texts[301:], texts[7]], None))
    (told,) = found(check_challenge(folder), "leaks")
    assert told.count == 1
    assert told.places[0].text.startswith("100% as train/in.tsv line 8")


# --- copies in another form ------------------------------------------------------------------------------------------

WORDS = ["".join(parts) for parts in product(("ba", "ko", "mi", "tu"), ("lo", "sa", "ni", "du", "ge"), "rnlksm")]


def drawn_texts(count, seed=5):
    """Different sentences of words drawn at random."""
    drawn = random.Random(seed)
    frame = "one {} of {} that {} with a {} near a {} and {}"
    return [*dict.fromkeys(frame.format(*drawn.sample(WORDS, 6)) for _ in range(count + 5))][:count]


def at_each_word(form):
    """How each word of a text is written: with its place, a tag, how it begins and any number."""
    return lambda text: " ".join(
        form.format(word, at, "subst" if word[0] in "bk" else "fin:pl", word[:2], at * len(text) % 89 + 10)
        for at, word in enumerate(text.split())
    )


TURNED = {
    "entities": lambda text: text.replace(" ", "&nbsp;"),
    "letters of another script": lambda text: text.replace("a", "а").replace("e", "е"),
    "no blanks": lambda text: text.replace(" ", ""),
    "one word of each": lambda text: text.replace("_", " ").replace(" ", "_"),
    "backwards": lambda text: text[::-1],
    "words backwards": lambda text: " ".join(text.split()[::-1]),
    "another frame": lambda text: f"What would you say of this: {text}. Tell us in a word, please!",
    "a tag at each word": at_each_word("{0}/{2}"),
    "a tag and a lemma at each word": at_each_word("{0}_{3}_{2}"),
    "a tag and a head at each word": at_each_word("{0}|{2}|{1}"),
    "words with numbers": at_each_word("{1}:{0}"),
    "words in brackets": at_each_word("[{0}]{2}"),
    "a tree": lambda text: f"(S (NP {at_each_word('({2} {0})')(text)}))",
    "a word, a tag": at_each_word("{0} {2}"),
    "a number, a word, a lemma, a tag": at_each_word("{1} {0} {3} {2}"),
    "braces at each word": at_each_word("{0}{{{2}}}"),
    "seconds behind each word": at_each_word("{0} <{1}.5>"),
    "minutes in brackets": lambda text: " ".join(f"[{at // 3:02}:{at:02}] {x}" for at, x in enumerate(text.split())),
    "subtitles": lambda text: " ".join(
        (f"00:{at:02}:00,000 --> 00:{at + 4:02}:10,500 " if at % 4 == 0 else "") + x
        for at, x in enumerate(text.split())
    ),
    "certainties in brackets": at_each_word("{0} (0.{4})"),
    "hundredths before each word": at_each_word("-{4}e-02 {0}"),
    "percents": at_each_word("{0} {4}%"),
    "from where to where": at_each_word("{0}[{1}-{1}5]"),
    "milliseconds": at_each_word("{0}@{1}50ms"),
    "raised numbers": lambda text: at_each_word("{0}{1}")(text).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")),
    "karaoke": at_each_word("{{\\k{4}}}{0}"),
    "rows of CTM": at_each_word("talk7 1 {1}.5 0.{4} {0}"),
    "cells": lambda text: at_each_word("{0};{4}")(text).replace(" ", ";"),
    "lists": lambda text: json.dumps([[word, at / 7] for at, word in enumerate(text.split())]),
    "objects with times": lambda text: json.dumps([{"w": x, "at": at / 7} for at, x in enumerate(text.split())]),
    "objects": lambda text: json.dumps([{"f": x, "pos": "nv"[x[0] in "bk"]} for x in text.split()]),
    "how long each word is": lambda text: " ".join(f"{word} {len(word)}" for word in text.split()),
    "each word twice": lambda text: " ".join(f"{word} {word}" for word in text.split()),
    "elements of some words": lambda text: re.sub(r"(?<=f |t |r )(\w+)", r'<name type="x">\1</name>', text),
    "elements": lambda text: "".join(f"<w>{word}</w>" for word in text.split()),
    "as in an address": quote,
    "escaped": lambda text: text.replace("a", "\\u0061"),
    "another word": lambda text: text.replace("that", "the"),
}


@pytest.mark.parametrize(("turn", "copies", "severity"), [
    *((turn, 80, "error") for turn in TURNED), ("entities", 20, "warning"), ("words backwards", 20, "warning"),
])  # fmt: skip
def test_copies_are_found_in_whatever_form(tmp_path, turn, copies, severity):
    texts = drawn_texts(400)
    test = [*map(TURNED[turn], texts[:copies]), *texts[300 : 400 - copies]]
    leaks = found(check_challenge(small(tmp_path / "c", train=(texts[:300], None), test_A=(test, None))), "leaks")
    assert severity in {one.severity for one in leaks}
    assert max(one.count for one in leaks) >= 0.8 * copies


def test_a_test_of_whole_texts_of_train_that_were_joined_is_a_leak(tmp_path):
    texts = drawn_texts(300)
    test = [*map(" ".join, zip(texts[:40], texts[60:100], strict=True)), *texts[260:]]
    folder = small(tmp_path / "c", train=(texts[:260], None), test_A=(test, None))
    (leak,) = found(check_challenge(folder), "leaks")
    assert (leak.count, leak.severity) == (40, "warning")


@pytest.mark.parametrize("line", [
    "{} and colour:{} size:{} make:{} shop:{} town:{}", "{}/{} {}/{} {}/{} {}/{} {}/{}",
    "<b>{}</b> <i>{}</i> <b>{}</b>", "the {} of {} with the {} of {} and the {} of {} with the {} of {}",
])  # fmt: skip
def test_values_that_are_joined_to_names_tell_texts_apart(tmp_path, line):
    drawn = random.Random(4)
    lines = [line.format(*drawn.sample(WORDS[:60], 12)) for _ in range(300)]
    folder = small(tmp_path / "c", train=(lines[:200], None), test_A=(lines[200:], None))
    assert found(check_challenge(folder), "leaks") == []


@pytest.mark.parametrize("form", ["{} {}", "{1}:{0}", "{}: {}", "{1} (0.{0})", "{1}@{0}ms", "<0.{0}> {1}"])
def test_numbers_of_things_tell_lists_apart(tmp_path, form):
    drawn, things = random.Random(6), WORDS[:10]
    lines = [" ".join(form.format(drawn.randrange(2, 30), one) for one in things) for _ in range(300)]
    folder = small(tmp_path / "c", train=(lines[:200], None), test_A=(lines[200:], None))
    assert found(check_challenge(folder), "leaks") == []


@pytest.mark.parametrize("form", ["[{}] {}", "{:02}:30 {}", '{{"a": "{}", "b": "{}"}}'])
def test_times_and_values_tell_lists_of_the_same_things_apart(tmp_path, form):
    drawn = random.Random(6)
    rows = (zip(sorted(drawn.sample(range(24), 9)), WORDS, strict=False) for _ in range(300))
    lines = [(", " if "{{" in form else " ").join(form.format(*pair) for pair in row) for row in rows]
    lines = [f"[{line}]" if "{{" in form else line for line in lines]
    folder = small(tmp_path / "c", train=(lines[:200], None), test_A=(lines[200:], None))
    assert found(check_challenge(folder), "leaks") == []


def test_a_few_texts_in_another_order_of_words_are_chance(tmp_path):
    texts = drawn_texts(200)
    turned = [" ".join(one.split()[::-1]) for one in texts[:4]]
    folder = small(tmp_path / "c", train=(texts[:100], None), test_A=([*turned, *texts[100:]], None))
    assert found(check_challenge(folder), "leaks") == []


def test_the_second_of_a_pair_may_be_the_first(tmp_path):
    others = random.Random(2).sample(WORDS, len(WORDS))
    pairs = [
        f"one {one} {word}\tthat {other} of ours"
        for word in WORDS[:3]
        for one, other in zip(WORDS, others, strict=True)
    ]
    random.Random(2).shuffle(pairs)
    turned = ["\t".join(pair.split("\t")[::-1]) for pair in pairs[:30]]
    folder = small(tmp_path / "c", train=(pairs[:200], None), test_A=([*turned, *pairs[200:230]], None))
    (leak,) = found(check_challenge(folder), "leaks")
    assert (leak.count, leak.severity) == (30, "warning")


QUESTIONS = ("Who was {} to blame for the {}?", "When did the {} take {} away?", "Why was the {} so {} after all?")


def asked(generator, texts):
    """Three questions on each text."""
    return [f"{text}\t{one.format(*generator.sample(WORDS, 2))}"
            for text in texts for one in QUESTIONS]  # fmt: skip


def talk(generator, texts):
    """Some texts, and greetings among them."""
    return [text if generator.random() < 0.7 else generator.choice(["Hello!", "Thank you.", "Yes."]) for text in texts]


def pronouns(generator, texts):
    """Sentences of one pattern, in which one word more or less is the same by chance."""
    drawn = (WORDS[:16], WORDS[16:36], WORDS[:16], ["he", "she"], WORDS[40:65])
    frame = "{} {} {} because {} was so {} again"
    return [*{frame.format(*map(generator.choice, drawn)): None for _ in texts * 3}]


def sums(generator, texts):
    """Questions that an operator alone tells apart."""
    numbers = [*product(range(10, 40), "+-*/", range(1, 9))]
    return [f"How much is {a} {sign} {b}, please?" for a, sign, b in generator.sample(numbers, 3 * len(texts))]


def word_problems(generator, texts):
    """Stories that numbers alone tell apart, with another answer each."""
    people = generator.sample(WORDS, 8)
    stories = {f"{one} has {a} pears and {other} brings {b} more of them, so how many pears has {one} now?": str(a + b)
               for one, other in permutations(people, 2) for a in range(9, 20) for b in range(2, 5)}  # fmt: skip
    return dict(generator.sample([*stories.items()], 3 * len(texts)))


def orders(generator, texts):
    """Talks of few templates, with one thing in them that is another."""
    forms = {
        "good morning! Please sell me a ticket from {} to {} at {}. Just one? Yes.": "sale",
        "good morning! My train leaves {} for {} on platform {}, is there no later one? Sure.": "change",
        "good morning! Which bus that arrives in {} or {} before {} has room for bicycles? All of them.": "question",
        "good morning! Give us our money back for {} and {} because those {} seats were taken! OK.": "refund",
    }
    every = product(forms, permutations(generator.sample(WORDS, 12), 2), range(5, 23))
    return {form.format(*way, number): forms[form]
            for form, way, number in generator.sample([*every], 3 * len(texts))}  # fmt: skip


def ways(generator, texts):
    """Two sides of the same three towns, one the other way round."""
    form = "{0} lies to the {3} of {1}, and {2} lies to the {4} of {0}. Where does {0} lie if you ask {1}?"
    towns, sides = permutations(generator.sample(WORDS, 12), 3), permutations(("north", "south", "east", "west"), 2)
    some = generator.sample([*product(towns, sides)], 3 * len(texts) // 2)
    return {form.format(*town, *each): each[0] for town, side in some for each in (side, side[::-1])}


def decimals(generator, texts):
    """Sums of which some have the same digits."""
    every = [f"{a} plus {b} of all the things that are on our table" for a in range(1, 99) for b in range(1, 19)]
    every += [one.replace(" plus", f".{digit} plus") for digit in range(1, 9) for one in every[:324]]
    return generator.sample(every, 2 * len(texts))


def smileys(generator, texts):
    """Remarks that a smiley alone tells apart."""
    every = [" ".join(one) for one in product(WORDS[:10], WORDS[10:20], [":)", ":(", ":D", "<3"])]
    return generator.sample(every, 2 * len(texts))


def met(generator, texts):
    """Who met whom: the same words in another order say something else."""
    pairs = generator.sample([*permutations(WORDS[:20], 2)], 2 * len(texts))
    return [f"Did {one} really meet {other} last Friday at the old bridge?" for one, other in pairs]


@pytest.mark.parametrize("kind", [asked, talk, pronouns, sums, word_problems, orders, ways, decimals, smileys, met])
def test_what_texts_have_in_common_by_their_nature_is_no_leak(tmp_path, kind):
    generator, texts = random.Random(3), drawn_texts(160)
    made = kind(generator, texts)
    lines = [*made]
    generator.shuffle(lines)
    train, test = lines[: len(lines) * 2 // 3], lines[len(lines) * 2 // 3 :]
    labels = [made[line] if isinstance(made, dict) else generator.choice("ab") for line in lines]
    folder = small(tmp_path / "c", train=(train, labels[: len(train)]), test_A=(test, labels[len(train) :]))
    assert not has_failed([one for one in check_challenge(folder) if one.check in ("leaks", "duplicates", "conflicts")])


def test_operators_that_tell_texts_apart_hide_no_copy_with_other_punctuation(tmp_path):
    lines = sums(random.Random(3), range(100))
    copies = [line.replace(",", ";").rstrip("?") for line in lines[:60]]
    folder = small(tmp_path / "c", train=(lines[:200], None), test_A=([*copies, *lines[200:240]], None))
    (leak,) = found(check_challenge(folder), "leaks")
    assert leak.severity == "error"


def test_a_word_beside_a_text_tells_two_lines_apart(tmp_path):
    rows = [f"{text}\t{aspect}" for text in drawn_texts(20) for aspect in ("food", "service")]
    folder = small(tmp_path / "c", train=(rows, ["good", "bad"] * 20))
    assert check_challenge(folder, only=["duplicates", "conflicts"]) == []


@pytest.mark.parametrize(
    ("beside", "count"),
    [
        ("{place}", 0),  # the number of a word
        ("{place}:{word}", 0),
        ("{word}/{place}", 0),
        ("{line}", 1),  # ids tell nothing of what is asked
        ("doc{line}", 1),
        ("2019", 1),
        ("{word}\t{place}", 0),
        ("zdanie{text}\tw{place}\t{word}", 0),
    ],
)
def test_places_in_a_text_tell_its_lines_apart_and_ids_do_not(tmp_path, beside, count):
    texts = [f"{text} {text.split()[0]}" for text in drawn_texts(20)]  # a word stands twice in each
    asked = [(text, place) for text in texts for place in (1, len(text.split()))]
    rows = [
        f"{text}\t" + beside.format(place=place, word=text.split()[place - 1], line=line, text=texts.index(text))
        for line, (text, place) in enumerate(asked)
    ]
    folder = small(tmp_path / "c", train=(rows, ["noun", "verb"] * 20))
    findings = check_challenge(folder, only=["duplicates", "conflicts"])
    assert [one.count for one in findings] == [20] * 2 * count


def test_references_that_were_used_again_are_told_and_captions_of_several_pictures_are_not(tmp_path):
    texts = drawn_texts(200)
    inputs = [f"zdanie numer {number}" for number in range(200)]
    used = small(tmp_path / "used", train=(inputs[:100], texts[:100]), test_A=(inputs[100:], texts[50:150]))
    (leak,) = found(check_challenge(used), "leaks")
    assert (leak.severity, leak.count) == ("warning", 50)
    same = [f"{one} and some more words" for one in texts[:60]]
    known = small(
        tmp_path / "known", train=(same, texts[:60]), test_A=(same[:30] + texts[100:130], texts[:30] + texts[60:90])
    )
    assert not any("below other inputs" in one.message for one in check_challenge(known))
    captions = texts[:20] * 10
    shared = small(tmp_path / "shared", train=(inputs[:100], captions[:100]), test_A=(inputs[100:], captions[100:]))
    assert found(check_challenge(shared), "leaks") == []


def test_signs_tell_where_they_alone_tell_many_lines_apart():
    sums = [f"Ile to jest {one} {sign} 4?" for one in range(20) for sign in "+-"]
    assert telling_signs(sums) == {"+", "-"}
    assert telling_signs([f"Zdanie numer {one}." for one in range(40)] + ["Zdanie numer 3!"]) == set()


@pytest.mark.parametrize(("line", "other", "copies"), [("{} < {}", "{} >= {}", 0), ("{}, {}", "{}; {}", 1)])
def test_a_line_is_no_copy_of_one_with_another_operator_and_result(tmp_path, line, other, copies):
    train = [f"assert {line.format(one, one * one)}" for one in range(2, 40)]
    again = f"assert {other.format(5, 25)}"
    folder = small(
        tmp_path / "c", train=([*train, again], [*"y" * 38, "n"]), test_A=([f"assert {other.format(7, 49)}"], ["n"])
    )
    found_here = check_challenge(folder, only=["leaks", "duplicates", "conflicts"])
    assert [one.count for one in found_here] == [1] * 3 * copies


@pytest.mark.parametrize(
    ("form", "one", "other"),
    [
        ("Nad rzeką widać {} i nic więcej od samego rana", "Bąk", "bąk"),
        ("W piątek znowu mówili o słowie {} przez godzinę", "sądy", "sady"),
        ("Compute the value of {} and of nothing else here", "7³", "73"),
        ("Ona mieszka tutaj {} i bardzo to lubi", "naprzeciwko", "na przeciwko"),
        ("{}", "OKO", "oko"),
        ("{}", "zażądać", "zazadac"),
        ("Po kropce stoi tutaj{}drugie zdanie tej samej osoby", "  ", " "),
        ("Cena wynosi dziś 5{}zł za kilogram jabłek", "\N{NO-BREAK SPACE}", " "),
    ],
    ids=["case", "diacritics", "raised digits", "blanks", "a word", "its letters", "how many blanks", "which blanks"],
)
def test_what_alone_tells_two_results_apart_makes_no_copies_and_other_texts_in_it_are_found(tmp_path, form, one, other):
    texts = drawn_texts(60)
    copies = [text.upper() for text in texts[:20]]
    train = [form.format(one), f"{other} to zagadka", *copies, *texts[20:40]]
    test = [form.format(other), f"{one} to zagadka", *texts[:20]]
    folder = small(tmp_path / "c", train=(train, ["1", "2", *"a" * 40]), test_A=(test, ["2", "1", *"a" * 20]))
    (leak,) = check_challenge(folder, only=["leaks", "duplicates", "conflicts"])
    assert (leak.count, "(20 word for word)" in leak.message) == (20, True)


def test_forms_tell_nothing_where_lines_in_them_have_the_same_results():
    assert telling_forms([("Ala ma kota", "a"), ("ALA MA KOTA", "b"), ("Łoś śpi", "a"), ("los spi", "a")]) == Forms()
    words = [(form(word), word) for word in ("lis", "kot", "dąb") for form in (str, str.upper)]
    assert telling_forms([*words, ("oko", "a"), ("OKO", "b"), ("but", "a"), ("BUT", "b")]) == Forms()
    blanks = [(f"{word}{blank}śpi", word) for word in ("lis", "kot", "pies") for blank in (" ", "  ")]
    assert telling_forms([*blanks, ("oko i  nos", "a"), ("oko i nos", "b")]) == Forms()


def test_operators_tell_where_they_alone_tell_two_results_apart():
    assert telling_operators([("f(2 - 5)", "-3"), ("f(2 ** 5)", "32"), ("g 1 % 3?", "1")]) == {*"(-)%", "**"}
    assert telling_operators([("f(2 - 5)", "no"), ("f(2 ** 5)", "no")]) == set()
    assert telling_operators([("well-known.", "a"), ("well known", "b")]) == set()  # a copy without punctuation
