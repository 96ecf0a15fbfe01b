"""The conditional random field for punctuation: marks by words and by pauses."""

import tarfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.errors import ChallengeError, DataError, OptionError, Untrained
from probierz.systems.punctuation.clues import clues_of
from probierz.systems.punctuation.crf import CrfTagger
from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.pauses import UNHEARD
from probierz.systems.punctuation.timed import Alignments
from probierz.systems.storage import load, save
from probierz.systems.system import Pair

NAMES = ["ala", "ola", "ewa", "iga"]
PAIRS = [Pair(f"{one} wie że {other} ma psa", f"{one} wie, że {other} ma psa.") for one in NAMES for other in NAMES]
EASY = {"c1": 0.1, "rounds": 20}


@pytest.fixture(scope="module")
def fitted():
    pytest.importorskip("pycrfsuite")
    system = CrfTagger(**EASY)
    system.fit(PAIRS)
    return system


def test_it_says_what_it_learnt(fitted):
    assert list(fitted.predict(["jan wie że kot śpi", "iga ma psa", ""])) == ["jan wie, że kot śpi", "iga ma psa.", ""]


def test_it_is_the_same_after_loading_and_needs_no_extra_then(fitted, tmp_path, monkeypatch):
    inputs = [pair.input for pair in PAIRS]
    save(fitted, tmp_path / "saved")
    monkeypatch.setitem(__import__("sys").modules, "pycrfsuite", None)
    assert list(load(tmp_path / "saved").predict(inputs)) == list(fitted.predict(inputs))


@given(text=st.text(alphabet=st.characters(exclude_characters="\n\t", exclude_categories=["Cs"]), max_size=80))
def test_the_words_that_come_out_are_the_words_that_went_in(fitted, text):
    (marked,) = fitted.predict([text])
    both = list(zip(marked.split(" "), text.split(" "), strict=True))
    assert [word for word, own in both if word not in {own + mark for mark in MARKS}] == []


def test_a_long_text_is_marked_as_its_sentences_are(fitted):
    sentences = [pair.input for pair in PAIRS] * 40
    (marked,) = fitted.predict([" ".join(sentences)])
    assert marked.count(", że") == len(sentences)


def test_lines_come_out_while_others_are_waited_for(fitted):
    outputs = fitted.predict(pair.input for _ in iter(int, 1) for pair in PAIRS)
    assert next(outputs) == PAIRS[0].expected


def test_an_untrained_one_says_so_and_lines_of_other_words_are_told():
    with pytest.raises(Untrained):
        list(CrfTagger().predict(["a"]))
    with pytest.raises(DataError, match="line 2: the text has 1 words, the expected line 2"):
        CrfTagger().fit([Pair("a", "a."), Pair("a", "a b.")])


def test_the_threshold_can_be_changed_later(fitted, tmp_path):
    save(fitted, tmp_path / "saved")
    system = load(tmp_path / "saved")
    system.change("threshold", 1.0)
    assert list(system.predict(["jan wie że kot śpi"])) == ["jan wie że kot śpi"]
    with pytest.raises(OptionError, match="it has threshold, alignments"):
        system.change("c1", 2.0)


# --- clues -----------------------------------------------------------------------------------------------------------


def test_clues_of_a_piece_are_those_that_its_words_have_in_the_text():
    words = [f"w{number}" for number in range(40)]
    pauses = list(range(0, 4000, 100))
    whole = list(clues_of(words, 0, 40, pauses))
    assert list(clues_of(words, 10, 20, pauses)) == whole[10:20]
    assert list(clues_of(words, 33, 40, pauses)) == whole[33:]


def test_only_how_long_a_pause_is_makes_a_clue_and_nothing_of_durations():
    def of_pauses(pause):
        (clues,) = clues_of(["tak"], 0, 1, [pause])
        return [clue for clue in clues if clue.startswith("p")]

    assert of_pauses(UNHEARD) == []
    assert of_pauses(61) == of_pauses(149) != of_pauses(150)
    assert of_pauses(2000) == ["p9", "p93tak", "p9 >"]


def test_parts_of_speech_are_clues_where_morfeusz_is_there():
    pytest.importorskip("morfeusz2")
    system = CrfTagger(morfeusz=True)
    assert system._tag("Ładnie") == system._tag("ładnie") != ""


# --- pauses ----------------------------------------------------------------------------------------------------------


def times(words, long_after):
    """An alignment in which every word takes 200 ms, and the next begins at once or after a second."""
    at, lines = 0, []
    for word in words:
        lines.append(f"({at},{at + 200}) {word}")
        at += 1200 if word in long_after else 230
    return "\n".join([*lines, "</s>\n"])


@pytest.fixture
def spoken(tmp_path):
    """Texts whose marks nothing but the pauses tells: some of them in an archive, one in a file of its own."""
    pairs, folder = [], tmp_path / "fa"
    folder.mkdir()
    with tarfile.open(folder / "texts.tar.gz", "w:gz") as archive:
        for number in range(30):
            words = [f"{letter}{number}" for letter in "abcd"]
            mark = words[number % 3]
            path = folder / f"t{number}.clntmstmp"
            path.write_text(times(words, {mark}))
            pairs.append(Pair(" ".join(words), " ".join(f"{one}," if one == mark else one for one in words)))
            if number:
                archive.add(path, path.name)
                path.unlink()
    return pairs, folder


def test_pauses_tell_where_marks_are(spoken):
    pytest.importorskip("pycrfsuite")
    pairs, folder = spoken
    system = CrfTagger(pauses=True, alignments=str(folder), c1=0.05, rounds=30)
    system.fit(pairs)
    assert list(system.predict([pair.input for pair in pairs])) == [pair.expected for pair in pairs]


def test_a_text_without_times_is_marked_as_by_one_that_knows_no_pauses(spoken, tmp_path):
    pytest.importorskip("pycrfsuite")
    pairs, folder = spoken
    system = CrfTagger(pauses=True, alignments=str(folder), **EASY)
    system.fit(pairs)
    plain = CrfTagger(**EASY)
    plain.fit(pairs)
    unknown = [pair.input.replace("a", "e").replace("c", "g") for pair in pairs]
    assert list(system.predict(unknown)) == list(plain.predict(unknown))
    save(system, tmp_path / "saved")
    assert str(folder) not in (tmp_path / "saved" / "system.json").read_text()
    sent = load(tmp_path / "saved")
    assert list(sent.predict(unknown)) == list(plain.predict(unknown))
    sent.change("alignments", str(folder))
    timed = [pair.input for pair in pairs]
    assert list(sent.predict(timed)) == list(system.predict(timed))


def test_pauses_are_read_from_archives_and_files(spoken):
    found = Alignments(spoken[1])
    for number in range(30):
        assert 1000 in found.pauses([f"{letter}{number}" for letter in "abcd"])
    assert found.pauses(["a0", "b0", "c0", "d0"]) == [1000, 30, 30, UNHEARD]


def test_without_any_times_it_says_what_is_missing(tmp_path):
    pytest.importorskip("pycrfsuite")
    with pytest.raises(DataError, match="name alignments"):
        CrfTagger(pauses=True, **EASY).fit([Pair("a b", "a b.")])
    with pytest.raises(ChallengeError, match=r"no file \*\.clntmstmp"):
        Alignments(tmp_path)
