"""Words with times, and pauses, from what speech recognition writes."""

import contextlib
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.errors import ChallengeError, DataError, OptionError
from probierz.systems.punctuation.labelling import Labelled
from probierz.systems.punctuation.pauses import Heard
from probierz.systems.punctuation.printed_sentences import as_object, captions_of, known_pauses, sentences_of_file
from probierz.systems.punctuation.restoring import Punctuator
from probierz.systems.punctuation.tokens import MARK_SIGNS
from probierz.systems.punctuation.transcripts import form_of, read_transcript

CTM = """;; what a recogniser wrote
talk A 0.50 0.30 dzień 0.98
talk A 0.85 0.30 dobry 0.97
talk A * * <ALT_BEGIN>
talk A 2.85 0.30 jestem
talk A * * <ALT>
talk A 2.85 0.30 jestę
talk A * * <ALT_END>
talk B 1.00 0.25 witam
"""

VTT = """WEBVTT - rozmowa

NOTE nic ważnego

1
00:01.000 --> 00:00:03.000 align:start
<v Jan>dzień dobry państwu
w AT&amp;T

00:00:04.000 --> 00:00:09.000
<v Ewa>witam <00:00:05.000><c>panie</c> <00:00:05.500>janie
"""

BLANK = " "

ROLLING = f"""WEBVTT
Kind: captions

00:00:00.000 --> 00:00:02.000 align:start position:0%
{BLANK}
dzień<00:00:00.500><c> dobry</c>

00:00:02.000 --> 00:00:02.010 align:start position:0%
dzień dobry
{BLANK}

00:00:02.010 --> 00:00:05.000 align:start position:0%
dzień dobry
la<00:00:02.500><c> la</c>

00:00:05.000 --> 00:00:07.000 align:start position:0%
la la
la<00:00:06.500><c> la</c>
"""

SRT = """1\r
00:00:01,000 --> 00:00:02,500\r
- {\\an8}czy to <b>pan</b>\r
- tak\r
\r
2\r
00:00:03,000 --> 00:00:04,000\r
a < b\r
"""

ALIGNMENT = "(1440,1950) zmarł\n(2280,2850) romuald\n(2850,2850) lipko\n(4000,4500) muzyk\n</s>\n"

WHISPER = {
    "text": " dzień dobry jestem Jan.",
    "segments": [
        {"start": 0.0, "end": 2.5, "text": " dzień dobry", "speaker": "A", "words": [
            {"word": " dzień", "start": 0.1, "end": 0.4, "probability": 0.9},
            {"word": " dobry", "start": 0.5, "end": 0.9},
        ]},
        {"start": 3, "end": 4, "text": " jestem  Jan.", "speaker": "B"},
    ],
}  # fmt: skip

WHISPER_CPP = {
    "transcription": [
        {"offsets": {"from": 0, "to": 900}, "text": " dzień dobry", "tokens": [
            {"text": "[_BEG_]", "offsets": {"from": 0, "to": 0}},
            {"text": " dzie", "offsets": {"from": 100, "to": 300}},
            {"text": "ń", "offsets": {"from": 300, "to": 400}},
            {"text": " dobry", "offsets": {"from": 600, "to": 900}},
        ]},
        {"offsets": {"from": 1000, "to": 2000}, "text": " jestem jan"},
    ]
}  # fmt: skip

WHISPERX = {"segments": [{"start": 0, "end": 1, "text": "w 2020 roku", "words": [
    {"word": "w", "start": 0.1, "end": 0.2, "score": 0.5},
    {"word": "2020"},
    {"word": "roku", "start": 0.9, "end": 1.4},
]}]}  # fmt: skip


@pytest.fixture
def written(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_text(text if isinstance(text, str) else json.dumps(text, ensure_ascii=False), "utf-8", newline="")
        return str(path)

    return write


def heard(path):
    return [tuple(word) for recording in read_transcript(path) for word in recording.words]


# --- forms -----------------------------------------------------------------------------------------------------------


def test_ctm_has_recordings_and_channels_and_of_alternatives_the_first_counts(written):
    first, second = read_transcript(written("talk.ctm", CTM))
    assert (first.name, second.name) == ("talk A", "talk B")
    assert first.words == [("dzień", 500, 800), ("dobry", 850, 1150), ("jestem", 2850, 3150)]
    assert known_pauses(first.words) == [50, 1700, -1]


def test_vtt_has_times_of_captions_or_of_words_and_voices_are_turns(written):
    [recording] = read_transcript(written("talk.vtt", VTT))
    assert recording.words == [
        ("dzień", 1000, None), ("dobry", None, None), ("państwu", None, None), ("w", None, None), ("AT&T", None, 3000),
        ("witam", 4000, None), ("panie", 5000, None), ("janie", 5500, None),
    ]  # fmt: skip
    assert recording.turns == [0, 5]
    assert known_pauses(recording.words)[:5] == [-1, -1, -1, -1, 1000]


def test_lines_of_captions_that_roll_up_count_once(written):
    [recording] = read_transcript(written("talk.vtt", ROLLING))
    assert [word.word for word in recording.words] == ["dzień", "dobry", "la", "la", "la", "la"]
    assert [word.start for word in recording.words] == [0, 500, 2010, 2500, 5000, 6500]


def test_srt_has_dashes_for_speakers_and_any_kind_of_tags(written):
    [recording] = read_transcript(written("talk.srt", SRT))
    assert [word.word for word in recording.words] == ["-", "czy", "to", "pan", "-", "tak", "a", "<", "b"]
    assert recording.turns == [0, 4, 6]  # two speak, and what is shown next is nobody's of them
    assert recording.captions.said == {0, 4}
    assert recording.words[5:7] == [("tak", None, 2500), ("a", 3000, None)]


def test_whisper_and_its_relatives_are_read(written):
    [recording] = read_transcript(written("talk.json", WHISPER))
    assert recording.words == [("dzień", 100, 400), ("dobry", 500, 900), ("jestem", 3000, None), ("Jan.", None, 4000)]
    assert recording.turns == [0, 2]
    assert heard(written("cpp.json", WHISPER_CPP)) == [
        ("dzień", 100, 400), ("dobry", 600, 900), ("jestem", 1000, None), ("jan", None, 2000),
    ]  # fmt: skip
    assert heard(written("x.json", WHISPERX)) == [("w", 100, 200), ("2020", None, None), ("roku", 900, 1400)]
    assert heard(written("list.json", WHISPER["segments"])) == heard(written("talk.json", WHISPER))
    assert heard(written("words.json", WHISPERX["segments"][0]["words"])) == heard(written("x.json", WHISPERX))


def test_alignments_of_the_task_are_read_and_durations_of_nothing_are_no_pause(written):
    [recording] = read_transcript(written("text.clntmstmp", ALIGNMENT))
    assert [word.word for word in recording.words] == ["zmarł", "romuald", "lipko", "muzyk"]
    # `lipko` has no duration: its likely length is taken off the gap, in which it was really said
    before, none, after, last = known_pauses(recording.words)
    assert (before, none, last) == (330, 0, -1)
    assert 100 <= after < 1150


def test_names_of_files_tell_their_form():
    names = ("a.VTT", "a.srt.gz", "a.ctm.xz", "a.json", "b.clntmstmp", "a.txt", "json")
    assert [form_of(name) for name in names] == ["vtt", "srt", "ctm", "json", "alignment", "text", "text"]


# --- pauses ----------------------------------------------------------------------------------------------------------


def test_where_only_beginnings_are_known_letters_tell_how_long_a_word_is():
    # most words here take 100 ms a letter; the third one is followed by a second of silence
    words = [Heard("abc", 0, None), Heard("ab", 300, None), Heard("abcd", 500, None), Heard("a", 1900, None)]
    assert known_pauses([*words, Heard("b", 2000, None)]) == [0, 0, 1000, 0, -1]


def test_what_nobody_knows_is_no_pause():
    assert known_pauses([]) == []
    assert known_pauses([Heard("a", None, None), Heard("b", 5, 6)]) == [-1, -1]
    assert known_pauses([Heard("a", 0, 5), Heard("b", None, None), Heard("c", 50, 60)]) == [-1, -1, -1]
    assert known_pauses([Heard("a", 0, 500), Heard("b", 300, 700)]) == [0, -1]  # two speak at the same time


# --- what does not work ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.ctm", "talk A 0.5 dzień\n", "a.ctm line 1: 'talk A 0.5 dzień' has 4 fields"),
        ("a.ctm", "talk A 0.5 x dzień\n", "line 1: '0.5 x' are no start and duration"),
        ("a.ctm", "talk A nan 1 dzień\n", "line 1: 'nan 1'"),
        ("a.ctm", "talk A 1e999 1 dzień\n", "line 1: '1e999 1'"),
        ("a.ctm", ";; nothing\n", "there is no word"),
        ("a.vtt", "1\n00:00:01,000 --> 00:00:02,000\ntak\n", "line 1: the file does not begin with WEBVTT"),
        ("a.vtt", "WEBVTT\n\n00:00:01 --> 00:00:02.000\ntak\n", "line 3: '00:00:01 --> 00:00:02.000' is not a line of"),
        ("a.vtt", "WEBVTT\n\n00:01.000 --> \ntak\n", "line 3"),
        ("a.vtt", "WEBVTT\n\n00:00:03.000 --> 00:00:02.000\ntak\n", "line 3: the caption ends before it starts"),
        ("a.vtt", "WEBVTT\n", "no caption with a word"),
        ("a.vtt", "", "the file is empty"),
        ("a.srt", "1\ntak\n", "line 2: 'tak' stands before a line of times"),
        ("a.srt", "", "the file is empty"),
        ("a.json", '{"segments": [', "line 1: this is not JSON, or it is cut off"),
        ("a.json", "[" * 100_000, "a.json"),
        ("a.json", "[1" + "0" * 5000 + "]", "this is not JSON"),
        ("a.json", "{}", "no list 'segments'"),
        ("a.json", '{"segments": 3}', "no list 'segments'"),
        ("a.json", '{"segments": []}', "no word"),
        ("a.json", '{"segments": [3]}', "segment 1 is not an object"),
        (
            "a.json",
            '{"segments": [{"text": "a"}, {"words": [{"word": "a"}, {"word": 3}]}]}',
            "segment 2, word 2 has no",
        ),
        ("a.json", '{"segments": [{"text": "a", "start": "0"}]}', "segment 1: '0' is no time"),
        ("a.json", '{"segments": [{"text": "a", "start": NaN}]}', "segment 1: nan is no time"),
        ("a.json", '{"segments": [{"text": "a", "start": 1%s}]}' % ("0" * 400), "is no time"),
        ("a.json", '{"segments": [{"text": "a", "start": 2, "end": 1}]}', "segment 1 ends before it starts"),
        ("a.json", '{"transcription": [{"tokens": [{"text": "a"}, {}]}]}', "segment 1, token 2 has no 'text'"),
        ("a.clntmstmp", "(1440,1950) zmarł\n", "</s> is missing"),
    ],
)
def test_a_bad_file_is_told_with_its_place(written, name, text, message):
    path = written(name, text)
    with pytest.raises(DataError) as fault:
        read_transcript(path)
    assert fault.value.message.startswith(path)
    assert message in fault.value.message


def test_what_is_no_text_or_not_there_is_told(tmp_path):
    (tmp_path / "a.vtt").write_bytes(b"WEBVTT\n\xff\n")
    with pytest.raises(DataError, match="line 2: byte 0xFF is not UTF-8"):
        read_transcript(str(tmp_path / "a.vtt"))
    with pytest.raises(ChallengeError, match="cannot be read"):
        read_transcript(str(tmp_path / "none.srt"))
    with pytest.raises(OptionError, match="did you mean vtt"):
        read_transcript(str(tmp_path / "a.vtt"), "vvt")


ANY = st.text(st.sampled_from("WEBVT\n 0123:.,->{}\\<c/v>a&;\"[]'wordstartegmnfp"))


@given(ANY, st.sampled_from(["vtt", "srt", "ctm", "json"]))
def test_any_file_is_read_or_refused(tmp_path_factory, text, form):
    path = tmp_path_factory.getbasetemp() / f"any.{form}"
    path.write_text(f"WEBVTT\n{text}" if form == "vtt" else text, "utf-8")
    with contextlib.suppress(DataError):
        assert read_transcript(str(path))


# --- what is written -------------------------------------------------------------------------------------------------


def marks(*every):
    """A system that sets these marks, by number, after the words of all texts, one after the other."""
    rest = iter(every)
    return Punctuator(lambda texts, _: [Labelled([next(rest) for _ in text]) for text in texts])


def test_captions_come_out_as_the_same_captions(written):
    path = written("talk.vtt", VTT)
    text, _ = captions_of(marks(0, 0, 2, 0, 0, 0, 1, 0, 0, 3), path, "vtt")
    changes = {"dzień": "Dzień", "państwu": "państwu,", "&amp;T": "&amp;T.", "witam": "Witam", "janie": "janie?"}
    wanted = VTT
    for before, after in changes.items():
        wanted = wanted.replace(before, after)
    assert text == wanted


def test_srt_has_the_signs_that_its_entities_stand_for_and_keeps_them(written):
    text = "1\n00:00:01,000 --> 00:00:02,000\ntom &amp; jerry &lt;i&gt;śpią&lt;/i&gt; oto & b ?x=1&copy=2\n"
    path = written("talk.srt", text)
    [recording] = read_transcript(path)
    assert " ".join(word.word for word in recording.words) == "tom & jerry śpią oto & b ?x=1&copy=2"
    told, _ = captions_of(marks(0, 0, 0, 1, *[0] * 10), path, "srt")
    assert told == text.replace("tom", "Tom").replace("śpią", "śpią.").replace("oto", "Oto")


HEARD = """WEBVTT

00:01.000 --> 00:03.000
<c.yellow>ala <00:01.500>ma</c> kota a
kot ma alę &amp; &quot;psa&quot;

00:03.500 --> 00:04.000
>> nie wiem

00:04.000 --> 00:05.000
ANNA: &gt; i ja

00:05.000 --> 00:06.000
[muzyka]

00:06.000 --> 00:07.000
dobry wieczór
"""


def test_speakers_and_sounds_begin_anew_and_bytes_other_than_text_stay(written):
    path = written("talk.vtt", HEARD)
    assert captions_of(unmarked(), path, "vtt")[0] == (
        HEARD.replace("ala ", "Ala ").replace("nie wiem", "Nie wiem.")
        .replace("muzyka", "Muzyka").replace("dobry", "Dobry").replace("i ja", "I ja.")
    )  # fmt: skip
    first, *others = [as_object(one) for one in sentences_of_file(unmarked(), path, "vtt")]
    assert (first["end"], first["words"][-1]["end"]) == (3000, 3000)
    assert [one["text"] for one in others] == [">> Nie wiem.", "ANNA: > I ja.", "[Muzyka]", "Dobry wieczór"]


def test_the_usual_gap_between_captions_says_nothing(written):
    """Programs leave the same few frames between all captions: nobody pauses there, and nobody hurries."""
    times = ("01,000 --> 00:00:02,000", "02,100 --> 00:00:03,000", "03,900 --> 00:00:05,000")
    text = "".join(f"{at}\n00:00:{time}\nno tak\n\n" for at, time in enumerate(times, 1))
    [recording] = read_transcript(written("film.srt", text))
    assert known_pauses(recording.words) == [-1, -1, -1, 900, -1, -1]
    assert [word.end for word in recording.captions.timed()] == [None, 2000, None, 3000, None, 5000]


def test_a_caption_that_begins_with_a_word_of_one_letter_begins_with_a_capital(written):
    text = "1\n00:00:01,000 --> 00:00:02,000\ntak\n\n2\n00:00:04,000 --> 00:00:05,000\na ty\n"
    told, _ = captions_of(marks(1, 0, 0), written("film.srt", text), "srt")
    assert told == text.replace("tak", "Tak.").replace("a ty", "A ty")


def unmarked():
    return Punctuator(lambda texts, _pauses: [Labelled([0] * len(text), [0] * len(text)) for text in texts])


def test_lines_that_are_shown_again_are_marked_alike(written):
    text, _ = captions_of(marks(0, 1, 0, 2, 0, 0), written("talk.vtt", ROLLING), "vtt")
    assert "Dzień<00:00:00.500><c> dobry.</c>" in text
    assert text.count("\nDzień dobry.\n") == 2
    assert "\nLa la,\n" in text


def test_a_system_hears_the_pauses(written):
    told = []

    def label(texts, pauses):
        told.append(pauses)
        return [Labelled([0] * len(text)) for text in texts]

    list(sentences_of_file(Punctuator(label), written("a.ctm", CTM), "ctm"))
    assert told == [[[50, 1700, -1]], None]  # of the second recording no pause is known
    list(sentences_of_file(Punctuator(label), written("b.json", WHISPERX), "json"))
    assert told[2:] == [None]


def test_sentences_have_the_times_of_their_words(written):
    [first, second] = sentences_of_file(marks(0, 1, 0, 0), written("talk.json", WHISPER), "json")
    assert as_object(first) == {
        "text": "Dzień dobry.",
        "kept": None,
        "start": 100,
        "end": 900,
        "words": [
            {"word": "dzień", "text": "Dzień", "mark": "", "start": 100, "end": 400},
            {"word": "dobry", "text": "dobry.", "mark": ".", "start": 500, "end": 900},
        ],
    }
    assert (second.sentence.text, second.sentence.ends_line) == ("Jestem Jan.", True)


WORDS = st.text(st.sampled_from('aĄ1.,-"&<>/%'), min_size=1, max_size=6)


@given(st.lists(WORDS, min_size=1, max_size=30), st.integers())
def test_captions_keep_their_words(tmp_path_factory, words, seed):
    source = random.Random(seed)
    lines = [" ".join(words[at : at + 3]) for at in range(0, len(words), 3)]
    cues = "\n\n".join(f"00:00:{at:02}.000 --> 00:00:{at + 1:02}.000\n{line}" for at, line in enumerate(lines))
    path = tmp_path_factory.getbasetemp() / "any.srt"
    path.write_text(cues, "utf-8")

    def label(texts, _):
        return [Labelled(*([source.randrange(most) for _ in text] for most in (8, 3, 2))) for text in texts]

    try:
        text, _ = captions_of(Punctuator(label), str(path), "srt")
    except DataError:
        return  # the line is a tag, or looks like one of times
    assert letters(text) == letters(cues)
    assert text.count("\n") == cues.count("\n")


def letters(text):
    return [sign.lower() for sign in text if not sign.isspace() and sign not in MARK_SIGNS]


def test_a_sentence_has_no_time_that_nobody_told(written):
    told = {"segments": [{"start": 10, "end": 20, "text": "dzień dobry witam państwa nazywam się jan"}]}
    found = [as_object(one) for one in sentences_of_file(marks(0, 1, 0, 1, 0, 0, 1), written("a.json", told), "json")]
    assert [(one["start"], one["end"]) for one in found] == [(10_000, None), (None, None), (None, 20_000)]
