"""`probierz punctuate`: texts and transcripts in, readable texts out."""

import gzip
import json
import select
import subprocess
import sys
import time

import pytest
import run_here

from probierz.cli.main import main

TEXT = "mówił że przyjdzie. nie wiem\n\nktoś pytał o nato\n"
RIGHT = "Mówił, że przyjdzie. Nie wiem\n\nKtoś pytał o nato\n"
SRT = "1\n00:00:01,000 --> 00:00:02,000\nmówił\n\n2\n00:00:02,500 --> 00:00:03,000\nże tak\n"
RULE = ("--system", "punctuation/comma-rule")


def run(capsys, *arguments, given=None):
    return run_here.run(capsys, "punctuate", *arguments, given=given)


@pytest.fixture
def talk(tmp_path):
    path = tmp_path / "talks" / "talk.txt"
    path.parent.mkdir()
    path.write_text(TEXT, "utf-8")
    return path


def test_texts_are_punctuated_line_by_line(talk, capsys):
    assert run(capsys, talk, *RULE) == (0, RIGHT, "")
    assert run(capsys, *RULE, given=TEXT.encode()) == (0, RIGHT, "")
    layout = "\ufeff" + TEXT.replace("\n", " \r\n").replace("mówił ", "  mówił\t  ")
    right = "\ufeff" + RIGHT.replace("\n", " \r\n").replace("Mówił, ", "  Mówił,\t  ")
    assert run(capsys, *RULE, given=layout.encode()) == (0, right, "")
    talk.write_bytes(layout.removesuffix(" \r\n").encode())
    assert main(["punctuate", str(talk), *RULE, "--to", str(talk.with_name("new.txt"))]) == 0
    assert talk.with_name("new.txt").read_bytes() == right.removesuffix(" \r\n").encode()
    talk.write_text(TEXT, "utf-8")
    assert run(capsys, talk, talk, *RULE) == (0, RIGHT * 2, "")
    assert run(capsys, *RULE, given=b"") == (0, "", "warning: standard input was empty; nothing was read\n")


def test_a_packed_text_is_read_too(talk, capsys):
    packed = talk.with_name("talk.txt.gz")
    packed.write_bytes(gzip.compress(TEXT.encode()))
    assert run(capsys, packed, *RULE) == (0, RIGHT, "")


def test_sentences_have_lines_of_their_own(talk, capsys):
    _, out, _ = run(capsys, talk, "--sentences", *RULE)
    assert out == "Mówił, że przyjdzie.\nNie wiem\n\nKtoś pytał o nato\n"


def test_marks_can_be_set_again(capsys):
    assert run(capsys, "--again", *RULE, given="Wiem. Że tak!\n".encode())[1] == "Wiem, Że tak\n"


def test_a_finished_text_is_left_as_it_is_and_somebody_who_wonders_is_told(capsys):
    text = "Jan mówi, że  śpi. Mówi że tak.\n\n"
    code, out, err = run(capsys, *RULE, given=text.encode())
    assert (code, out) == (0, text)
    assert "standard input has its marks already and was left as it is; --every-line adds" in err
    assert run(capsys, "--every-line", *RULE, given=text.encode()) == (0, text.replace("Mówi że", "Mówi, że"), "")
    assert run(capsys, "--quiet", *RULE, given=text.encode()) == (0, text, "")


def test_a_line_in_another_language_is_left_and_told(capsys):
    text = "nie wiem czy przyjdzie\nhow are you\ni think that we should go\n"
    code, out, err = run(capsys, given=text.encode())
    assert (code, out) == (0, "Nie wiem, czy przyjdzie.\nhow are you\ni think that we should go\n")
    assert "standard input line 2 and 1 more: in another language than Polish" in err


def test_signs_that_stand_alone_can_be_closed_up(capsys):
    assert run(capsys, "--tidy", *RULE, given=b"( tak ) , 50 %\n")[1] == "(Tak), 50%\n"
    assert run(capsys, *RULE, given=b"( tak ) , 50 %\n")[1] == "( Tak ) , 50 %\n"


def test_a_line_goes_on_with_the_one_above_unless_lines_are_apart(capsys):
    text = "wczoraj spotkałem się w parku z moim kolegą i\nadamem z klasy\n".encode()
    assert run(capsys, given=text)[1] == "Wczoraj spotkałem się w parku z moim kolegą i\nadamem z klasy.\n"
    assert run(capsys, "--lines-apart", given=text)[1].splitlines()[1].startswith("Adamem z klasy")


def test_json_has_words_and_marks_of_each_sentence(talk, capsys):
    _, out, _ = run(capsys, talk, "--format", "json", *RULE)
    sentences = json.loads(out)
    assert [one["text"] for one in sentences] == ["Mówił, że przyjdzie.", "Nie wiem", "Ktoś pytał o nato"]
    assert sentences[0]["words"][0] == {"word": "mówił", "text": "Mówił,", "mark": ","}
    assert [len(line) > 2 for line in out.splitlines()] == [False, True, True, True, False]
    _, out, _ = run(capsys, talk, talk, "--format", "json", *RULE)
    assert {one["file"] for one in json.loads(out)} == {str(talk)}
    assert run(capsys, "--format", "json", *RULE, given=b"\n")[1] == "[]\n"


def test_captions_come_out_as_text_with_times_or_as_captions(talk, capsys):
    film = talk.with_name("film.srt")
    film.write_text(SRT, "utf-8")
    assert run(capsys, film, *RULE)[1] == "Mówił, że tak\n"
    assert run(capsys, film, "--format", "same", *RULE)[1] == SRT.replace("mówił", "Mówił,")
    film.write_bytes(b"\xef\xbb\xbf" + SRT.replace("\n", "\r\n").rstrip().encode())
    written = talk.with_name("new.srt")
    assert run(capsys, film, "--format", "same", "--to", written, *RULE)[0] == 0
    assert written.read_bytes() == film.read_bytes().replace("mówił".encode(), "Mówił,".encode())
    assert run(capsys, "--read-as", "srt", *RULE, given=SRT.encode())[1] == "Mówił, że tak\n"
    [sentence] = json.loads(run(capsys, film, "--format", "json", *RULE)[1])
    assert (sentence["start"], sentence["end"]) == (1000, 3000)


def test_escaped_spaces_of_captions_stand_between_words(talk, capsys):
    film = talk.with_name("film.vtt")
    film.write_text("WEBVTT\n\n00:01.000 --> 00:02.000\njan&nbsp;mówił&#160;że tak &amp; nie\n", "utf-8")
    _, out, _ = run(capsys, film, "--format", "same", *RULE)
    assert out.endswith("\nJan&nbsp;mówił,&#160;że tak &amp; nie\n")


def test_folders_are_punctuated_into_folders(talk, tmp_path, capsys):
    (talk.parent / "more").mkdir()
    (talk.parent / "more" / "film.srt").write_text(SRT, "utf-8")
    (talk.parent / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / "secret.txt").write_text("what nobody asked for", "utf-8")
    (talk.parent / "link.txt").symlink_to(tmp_path / "secret.txt")
    code, out, err = run(capsys, talk.parent, "--to", tmp_path / "new", *RULE)
    assert (code, out) == (0, "")
    assert err.endswith("link.txt is left out, as it is a link that leads out of the folder; name the file itself\n")
    assert not (tmp_path / "new" / "link.txt").exists()
    assert (tmp_path / "new" / "talk.txt").read_text("utf-8") == RIGHT
    assert (tmp_path / "new" / "more" / "film.txt").read_text("utf-8") == "Mówił, że tak\n"
    assert run(capsys, "--to", tmp_path / "new", *RULE, given=TEXT.encode())[0] == 0
    assert (tmp_path / "new" / "stdin.txt").read_text("utf-8") == RIGHT
    assert run(capsys, talk.parent, "--read-as", "srt", "--format", "same", "--to", tmp_path / "srt", *RULE)[0] == 0
    assert [path.name for path in (tmp_path / "srt").rglob("*.*")] == ["film.srt"]


def test_a_file_that_is_there_is_replaced_only_when_that_is_said(talk, tmp_path, capsys):
    there = tmp_path / "there.txt"
    there.write_text("mine", "utf-8")
    code, _, err = run(capsys, talk, "--to", there, *RULE)
    assert (code, there.read_text("utf-8")) == (1, "mine")
    assert f"{there} is there already; choose another place with --to, or say --overwrite" in err
    assert run(capsys, talk, "--to", there, "--overwrite", *RULE)[0] == 0
    assert there.read_text("utf-8") == RIGHT


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_bad_file_among_others_is_told_and_the_others_are_printed(talk, capsys, form):
    talk.with_name("bad.txt").write_bytes(b"tak\n\xff\n")
    talk.with_name("worse.json").write_text("{", "utf-8")
    files = [talk, *(talk.with_name(name) for name in ("bad.txt", "worse.json", "none.txt"))]
    code, out, err = run(capsys, *files, "--format", form, *RULE)
    assert code == 1
    for name in ("bad.txt line 2", "worse.json", "none.txt"):
        assert name in err
    assert err.splitlines()[-1] == f"probierz: 1 of 4 files are done; not: {', '.join(map(str, files[1:]))}"
    if form == "text":
        assert RIGHT in out
    else:
        assert str(talk) in {one["file"] for one in json.loads(out)}


def test_a_second_run_does_what_the_first_has_left(talk, tmp_path, capsys):
    bad, new = talk.with_name("bad.txt"), tmp_path / "new"
    bad.write_bytes(b"\xff\n")
    assert run(capsys, talk.parent, "--to", new, *RULE)[0] == 1
    assert sorted(path.name for path in new.iterdir()) == ["talk.txt"]
    (new / "talk.txt").write_text("mine", "utf-8")
    bad.write_text(TEXT, "utf-8")
    code, _, err = run(capsys, talk.parent, "--to", new, *RULE)
    assert (code, (new / "bad.txt").read_text("utf-8"), (new / "talk.txt").read_text("utf-8")) == (0, RIGHT, "mine")
    assert f"1 of 2 files are in {new} already and stay so; --overwrite does them anew" in err
    assert run(capsys, talk.parent, "--to", new, "--overwrite", *RULE)[0] == 0
    assert (new / "talk.txt").read_text("utf-8") == RIGHT


def test_a_file_is_whole_or_not_there(talk, tmp_path, capsys):
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"tak\n" * 100_000 + b"\xff\n")
    code, _, err = run(capsys, bad, "--to", tmp_path / "new.txt", *RULE)
    assert (code, "bad.txt line 100001: byte 0xFF is not UTF-8" in err) == (1, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.txt", "talks"]
    assert run(capsys, talk, "--to", tmp_path / "new.txt", *RULE)[0] == 0
    assert (tmp_path / "new.txt").read_text("utf-8") == RIGHT


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{talk}", "--to", "{talk}"], "would be overwritten"),
        (["{talk}", "{talk}", "--to", "new"], "would both become new/talk.txt; take them one by one"),
        (["{talk}", "talk.srt", "--to", "new"], "take one kind at a time, as with --read-as srt"),
        (["{talk}", "--format", "same"], "has no captions to write again"),
        (["{talk}", "--format", "json", "--sentences"], "--sentences prints a text"),
        (["{talk}", "--confidence", "0.3"], "has no threshold"),
        (["{talk}", "--read-as", "srt"], "talk.txt line 1: 'mówił że przyjdzie. nie wiem' stands before"),
        (["{talk.parent}", "--read-as", "vtt"], "has no file *.vtt"),
        (["none.txt"], "none.txt: the file cannot be read"),
    ],
)
def test_what_cannot_work_is_said(talk, capsys, arguments, message):
    code, out, err = run(capsys, *(one.format(talk=talk) for one in arguments), *RULE)
    assert (code, out) == (1, "")
    assert message in err


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (b"tak\nnie\xc5\n", "standard input line 2: byte 0xC5 is not UTF-8"),
        (b"tak\xc5", "standard input line 1: byte 0xC5 is not UTF-8"),
        (b"t\0a\0k\0", "standard input line 1: a NUL character was found"),
    ],
)
def test_bytes_that_are_no_text_are_said(capsys, given, message):
    code, _, err = run(capsys, *RULE, given=given)
    assert (code, message in err) == (1, True)


def test_who_has_no_network_is_told_how_to_train_one(talk, tmp_path, capsys, monkeypatch):
    from probierz.systems import registry

    monkeypatch.setenv("PROBIERZ_MODELS", str(tmp_path / "none"))
    monkeypatch.setattr(registry, "_PACKAGE", tmp_path)
    code, _, err = run(capsys, talk)
    assert code == 1
    assert "probierz train punctuation/network" in err


def test_a_stream_gives_what_is_sure_while_it_goes_on():
    command = [sys.executable, "-m", "probierz", "punctuate", *RULE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write("mówił że tak\nzaczął. ".encode() + b"i tak " * 20)
        process.stdin.flush()
        assert process.stdout.readline().decode() == "Mówił, że tak\n"
        assert process.stdout.read(9).decode() == "Zaczął."
        process.stdin.close()
        assert process.stdout.read().decode() == " I tak" + " i tak" * 19 + " "


def test_a_stream_that_never_pauses_gives_its_lines_while_it_goes_on():
    command = [sys.executable, "-m", "probierz", "punctuate", *RULE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        end = time.monotonic() + 20
        while not select.select([process.stdout], [], [], 0.08)[0]:
            assert time.monotonic() < end
            process.stdin.write("mówił że tak\n".encode())
            process.stdin.flush()
        assert process.stdout.readline().decode() == "Mówił, że tak\n"
        process.stdin.close()


def test_the_input_of_a_challenge_is_told_from_a_text(tmp_path, capsys):
    from probierz.cli.main import main

    path = tmp_path / "in.tsv"
    path.write_text("t1\tmówił że tak\n", "utf-8")
    assert not main(["punctuate", str(path), "--system", "punctuation/comma-rule"])
    assert f"probierz predict punctuation/network {path}" in capsys.readouterr().err
    assert not main(["punctuate", str(path), "--system", "punctuation/comma-rule", "--quiet"])
    assert capsys.readouterr().err == ""
