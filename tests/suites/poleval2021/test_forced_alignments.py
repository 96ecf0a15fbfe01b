"""Forced alignments, read, checked and joined to texts."""

import io
import tarfile

import pytest

from probierz.errors import ChallengeError, DataError
from probierz.suites.poleval2021.punctuation.alignments import Spoken, TimedWord, join, parse_alignment, read_alignments
from probierz.suites.poleval2021.punctuation.documents import MarkedText, MarkedWord
from probierz.suites.poleval2021.punctuation.folders import read_texts
from probierz.suites.poleval2021.punctuation.timings import timed_texts

LINES = b"(990,1200) Rosja\n(1230,1500) zaczyna\n(1590,1590) wojny.\n</s>"


def aligned(data=LINES):
    return parse_alignment(data, name="a1", path="a1.clntmstmp")


def text(words):
    return MarkedText("a1", "a1", tuple(MarkedWord(word) for word in words.split()))


def test_a_line_is_a_word_with_its_times():
    assert aligned().words == (
        Spoken("Rosja", 990, 1200, 1),
        Spoken("zaczyna", 1230, 1500, 2),
        Spoken("wojny.", 1590, 1590, 3),
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"(990,1200) Rosja\n", "a1.clntmstmp line 1: </s> is missing at the end; the file is cut off"),
        (b"", "a1.clntmstmp: </s> is missing"),
        (b"</s>", "no word is aligned"),
        (LINES + b"\n(1,2) a\n", "line 5: there are lines behind </s>"),
        (b"(1,2,3) a\n</s>", "line 1: '(1,2,3) a' is no aligned word; (start,end) word is wanted"),
        (b"(1,2)\n</s>", "line 1: '(1,2)' is no aligned word"),
        (b"(5,2) a\n</s>", "line 1: 'a' ends at 2, before it starts"),
        (b"(1,5) a\n(4,9) b\n</s>", "line 2: 'b' starts at 4, before 'a' has ended at 5"),
        (b"(1,5) \xb3\n</s>", "line 1: byte 0xB3 is not UTF-8"),
    ],
)
def test_what_is_no_alignment_is_refused_with_its_line(data, said):
    with pytest.raises(DataError) as caught:
        aligned(data)
    assert said in caught.value.message


def test_words_get_times_and_the_pauses_after_them():
    timed = join(aligned(), text("rosja zaczyna wojny"))
    assert timed.words == (
        TimedWord("rosja", 990, 1200, 30),
        TimedWord("zaczyna", 1230, 1500, 90),
        TimedWord("wojny", 1590, 1590, None),
    )
    assert not timed.differences


def spoken(words):
    lines = [f"({10 * at},{10 * at + 5}) {word}\n" for at, word in enumerate(words.split())]
    return aligned("".join(lines).encode() + b"</s>")


def test_skipped_added_and_misread_words_are_told_of():
    words = "a b c d e f g h i j k l m n o p q r s t u v w x y z"
    timed = join(spoken(words.replace("b c", "b").replace("z", "zet").replace("k l", "k oraz l")), text(words))
    assert timed.differences == (
        "word 3: 'nothing' was aligned where the text has 'c'",
        "word 12: 'oraz' was aligned where the text has 'nothing'",
        "word 26: 'zet' was aligned where the text has 'z'",
    )
    assert timed.words[1] == TimedWord("b", 10, 15, None)
    assert timed.words[2] == TimedWord("c", None, None, None)
    assert timed.words[25].start == 250


def test_the_alignment_of_another_text_is_refused():
    with pytest.raises(DataError) as caught:
        join(aligned(), text("rosja kończy wojny"))
    assert caught.value.message == (
        "a1.clntmstmp: this is the alignment of another text than a1: 2 of 3 words are the same; "
        "the first that differs is word 2, 'kończy', and 'zaczyna' (line 2) is aligned"
    )


def test_marks_that_stand_alone_belong_to_no_word():
    timed = join(spoken("polska - kraj, w"), text("polska kraj w"))
    assert [word.start for word in timed.words] == [0, 20, 30]


@pytest.mark.parametrize(
    ("archive", "split", "texts", "untimed", "differences"),
    [
        ("train", "train", 793, 7, 1),
        ("train.with_punctuation", "train", 793, 7, 0),
        ("validation", "test-A", 200, 0, 0),
    ],
)
def test_every_real_alignment_is_of_its_text(data_dir, archive, split, texts, untimed, differences):
    # counts of files as in the README of the data; wikinews190386 has 1015bq for 1015b
    source = data_dir / "poleval-2021" / "punctuation"
    found = timed_texts(source / "fa" / f"poleval_fa.{archive}.tar.gz", source / split)
    assert (len(found.texts), len(found.untimed)) == (texts, untimed)
    assert sum(len(one.differences) for one in found.texts) == differences
    assert all(word.start is not None for one in found.texts for word in one.words)


def test_words_before_a_question_mark_mostly_have_no_duration(data_dir):
    # measured by hand on the same files: 87 % of them, 7 % of all others
    source = data_dir / "poleval-2021" / "punctuation"
    documents = read_texts(source / "train").documents
    zero, count = {True: 0, False: 0}, {True: 0, False: 0}
    for one in read_alignments(source / "fa" / "poleval_fa.train.tar.gz"):
        for word, timed in zip(documents[one.name].words, join(one, documents[one.name]).words, strict=True):
            is_question = word.punctuation == "?"
            count[is_question] += 1
            zero[is_question] += timed.start == timed.end
    assert {key: round(zero[key] / count[key], 2) for key in zero} == {True: 0.87, False: 0.07}


def test_a_broken_archive_and_a_folder_of_nothing_are_refused(tmp_path):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        member = tarfile.TarInfo("train/a1.clntmstmp")
        member.size = 100_000
        archive.addfile(member, io.BytesIO(bytes(range(250)) * 400))
    (tmp_path / "cut.tar.gz").write_bytes(buffer.getvalue()[:-40])
    with pytest.raises(DataError, match=r"cut\.tar\.gz: the file is damaged or cut off"):
        list(read_alignments(tmp_path / "cut.tar.gz"))
    with tarfile.open(tmp_path / "large.tar.gz", "w:gz") as archive:
        member.size = 16 * 2**20 + 1
        archive.addfile(member, io.BytesIO(bytes(member.size)))
    with pytest.raises(DataError, match=r"large\.tar\.gz: train/a1\.clntmstmp has more than 16 MiB"):
        list(read_alignments(tmp_path / "large.tar.gz"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(ChallengeError, match=r"there is no file \*\.clntmstmp in it"):
        list(read_alignments(tmp_path / "empty"))
    with pytest.raises(ChallengeError, match="No such file"):
        list(read_alignments(tmp_path / "none.tar.gz"))


def test_an_alignment_without_its_text_is_refused(tmp_path):
    (tmp_path / "in.tsv").write_text("b2\trosja zaczyna wojny\n")
    (tmp_path / "a1.clntmstmp").write_bytes(LINES)
    with pytest.raises(ChallengeError, match="has no text called 'a1'; give its own folder"):
        timed_texts(tmp_path / "a1.clntmstmp", tmp_path)
    with pytest.raises(ChallengeError, match="no text is called 'b1'; try b2"):
        timed_texts(tmp_path / "a1.clntmstmp", tmp_path, only="b1")
