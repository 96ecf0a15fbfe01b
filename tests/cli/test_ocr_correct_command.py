"""`probierz ocr-correct`, `probierz ocr steps`, and the cascade in `train`, `predict` and `baseline`."""

import gzip
import json
import re

import pytest
from run_here import run

from probierz.cli.main import main
from probierz.suites.poleval2021.ocr import escaped, unescape

PAGES = [
    ("— 4 —\\n\\nMatka stała przy jćj oknie, a dzie-\\ncko czytało.", "Matka stała przy jéj oknie, a dziecko czytało."),
    ("— 5 —\\n\\nOgród był cichy. Ojciec stał przy jćj oknie.", "Ogród był cichy. Ojciec stał przy jéj oknie."),
    ("— 6 —\\n\\nDziecko słuchało, eo ojciec mówił.", "Dziecko słuchało, co ojciec mówił."),
    ("— 7 —\\n\\nNikt nie wiedział, eo będzie.", "Nikt nie wiedział, co będzie."),
    ("— 8 —\\n\\nMatka nie wiedziała, eo mówić.", "Matka nie wiedziała, co mówić."),
]
SCANNED = "— 12 —\n\nMatka wiedziała, eo mówi dzie-\ncko przy jćj oknie.\n"
CORRECTED = "\n\nMatka wiedziała, co mówi dziecko\nprzy jéj oknie.\n"


@pytest.fixture(scope="module")
def challenge(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ocr") / "book"
    for split in ("dev-0", "test-A"):
        (folder / split).mkdir(parents=True)
        rows = "".join(f"17\t{number}\t1888\t{read}\n" for number, (read, _) in enumerate(PAGES))
        (folder / split / "in.tsv").write_text(rows, "utf-8")
        (folder / split / "expected.tsv").write_text("".join(f"{right}\n" for _, right in PAGES), "utf-8")
    (folder / "train").mkdir()
    rows = "17\t1\tMatka\tMatka\n17\t1\tcudćj\tnull\n17\t1\tnull\tcudéj\n17\t1\tstała\tstała\n"
    (folder / "train" / "align.tsv").write_text(rows, "utf-8")
    (folder / "config.txt").write_text("--metric WER:s<(\\\\n|\\ )+><\\ >N<WER> --precision 3\n")
    assert main(["train", "ocr/cascade", str(folder), "--to", str(folder.parent / "model"), "--quiet"]) == 0
    return folder


@pytest.fixture
def scan(challenge, tmp_path):
    path = tmp_path / "scans" / "page.txt"
    path.parent.mkdir()
    path.write_text(SCANNED, "utf-8")
    return path


def model(challenge):
    return ("--system", challenge.parent / "model")


def test_a_text_is_corrected_line_by_line(challenge, scan, capsys):
    assert run(capsys, "ocr-correct", scan, *model(challenge)) == (0, CORRECTED, "")
    assert run(capsys, "ocr-correct", *model(challenge), given=SCANNED) == (0, CORRECTED, "")


def test_changes_can_be_marked_and_listed(challenge, scan, capsys):
    _, out, _ = run(capsys, "ocr-correct", scan, "--marked", *model(challenge))
    assert "wiedziała, [-eo-]{+co+} mówi" in out
    _, out, _ = run(capsys, "ocr-correct", scan, "--changes", "--format", "json", *model(challenge))
    changes = json.loads(out)
    found = [(one["line"], one["step"], one["read"], one["right"]) for one in changes]
    assert (3, "join", "dzie-\ncko ", "dziecko\n") in found
    assert (3, "words", "eo", "co") in found
    assert all(0.5 <= one["confidence"] <= 1 for one in changes)


def test_what_is_less_sure_stays(challenge, scan, capsys):
    _, out, _ = run(capsys, "ocr-correct", scan, "--confidence", "0.99", *model(challenge))
    assert out == "— 12 —\n\nMatka wiedziała, eo mówi dziecko\nprzy jćj oknie.\n"


@pytest.mark.parametrize("given", ["", "\n", "\n \t\n", "\ufeff", "\ufeff\r\n"])
def test_a_blank_page_stays_as_it_is(challenge, capsys, given):
    told = "" if given else "warning: standard input was empty; nothing was read\n"
    assert run(capsys, "ocr-correct", *model(challenge), given=given) == (0, given, told)


def test_the_changes_of_a_file_make_the_file_that_is_written(challenge, tmp_path, capsys):
    path = tmp_path / "page.txt"
    lines = "— 12 —", "", "Matka  wiedziała,\teo mówi dzie-", "cko przy", "    jćj oknie ."
    text = "\r\n".join(lines) + "\f" + "\n".join(lines)
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    _, out, _ = run(capsys, "ocr-correct", path, "--format", "json", *model(challenge))
    [found] = json.loads(out)
    for change in reversed(found["changes"]):
        assert text[change["start"] : change["end"]] == change["read"]
        text = text[: change["start"]] + change["right"] + text[change["end"] :]
    assert len(found["changes"]) >= 8
    assert found["text"] == text
    assert run(capsys, "ocr-correct", path, "--in-place", *model(challenge))[0] == 0
    assert path.read_bytes() == b"\xef\xbb\xbf" + text.encode()


def test_the_changes_of_a_prediction_make_its_output(challenge, tmp_path, capsys):
    given, listed = challenge / "test-A" / "in.tsv", tmp_path / "changes.tsv"
    command = ["predict", str(challenge.parent / "model"), str(given)]
    assert main(command) == 0
    plain = capsys.readouterr().out
    assert main([*command, "--changes-to", str(listed)]) == 0
    assert capsys.readouterr().out == plain != given.read_text("utf-8")
    pages = [unescape(line.split("\t")[3]) for line in given.read_text("utf-8").splitlines()]
    for row in reversed(listed.read_text("utf-8").splitlines()[1:]):  # from behind, so that places stay
        line, start, end, _, read, right, _ = row.split("\t")
        page = pages[int(line) - 1]
        assert escaped(page[int(start) : int(end)]) == read
        pages[int(line) - 1] = page[: int(start)] + unescape(right) + page[int(end) :]
    assert "".join(f"{escaped(page)}\n" for page in pages) == plain


def test_a_system_that_lists_no_changes_is_told(tmp_path, capsys):
    (tmp_path / "in.tsv").write_text("a\n")
    assert main(["predict", "unchanged", str(tmp_path / "in.tsv"), "--changes-to", str(tmp_path / "list.tsv")])
    assert "unchanged does not tell what it changes; ocr/cascade does" in capsys.readouterr().err
    assert not (tmp_path / "list.tsv").exists()


def test_a_system_that_does_not_say_how_sure_it_is_has_its_changes_told_too(tmp_path, capsys):
    from probierz.systems.simple import Substitution
    from probierz.systems.storage import save

    save(Substitution("eo", "co"), tmp_path / "rule")
    _, out, _ = run(capsys, "ocr-correct", "--system", tmp_path / "rule", "--format", "json", given="ma\nwie, eo\n")
    [found] = json.loads(out)
    change = {"line": 2, "start": 8, "end": 10, "step": "substitution", "read": "eo", "right": "co", "confidence": None}
    assert (found["text"], found["changes"]) == ("ma\nwie, co\n", [change])


def test_folders_are_corrected_into_folders(challenge, scan, tmp_path, capsys):
    (scan.parent / "more").mkdir()
    (scan.parent / "more" / "two.txt").write_text(f"{SCANNED}\f{SCANNED}", "utf-8")
    code, out, _ = run(capsys, "ocr-correct", scan.parent, "--to", tmp_path / "clean", *model(challenge))
    assert (code, out) == (0, "")
    assert (tmp_path / "clean" / "page.txt").read_text("utf-8") == CORRECTED
    assert (tmp_path / "clean" / "more" / "two.txt").read_text("utf-8") == f"{CORRECTED}\f{CORRECTED}"


@pytest.mark.parametrize("place", ["in", "out-file", "out-folder"])
def test_nothing_outside_is_written_through_a_link(challenge, scan, tmp_path, capsys, place):
    """A folder of a stranger, and one for what comes out, may have links to what is somebody's own."""
    own, out = tmp_path / "own" / "page.txt", tmp_path / "clean"
    own.parent.mkdir()
    own.write_text(SCANNED, "utf-8")
    words, said = ["--to", out, "--overwrite"], "would be written through a link"
    if place == "in":
        (scan.parent / "link.txt").symlink_to(own)
        words, said = ["--in-place"], "link.txt is left out, as it is a link that leads out of the folder"
    elif place == "out-file":
        out.mkdir()
        (out / "page.txt").symlink_to(own)
    else:
        (scan.parent / "sub").mkdir()
        (scan.parent / "sub" / "page.txt").write_text(SCANNED, "utf-8")
        out.mkdir()
        (out / "sub").symlink_to(own.parent)
    code, _, err = run(capsys, "ocr-correct", scan.parent, *words, *model(challenge))
    assert (code != 0, said in err) == (place != "in", True)
    assert own.read_text("utf-8") == SCANNED
    assert (scan.read_text("utf-8") == CORRECTED) == (place == "in")


def test_a_link_in_a_folder_is_not_written_through_in_place(challenge, scan, capsys):
    (scan.parent / "link.txt").symlink_to(scan.name)
    code, _, err = run(capsys, "ocr-correct", scan.parent, "--in-place", *model(challenge))
    assert (code != 0, "link.txt would be written through a link" in err) == (True, True)
    assert scan.read_text("utf-8") == SCANNED


def test_a_second_run_corrects_what_the_first_has_left(challenge, scan, tmp_path, capsys):
    bad, clean = scan.with_name("bad.txt"), tmp_path / "clean"
    bad.write_bytes(b"\xff\n")
    code, _, err = run(capsys, "ocr-correct", scan.parent, scan.with_name("none.txt"), "--to", clean, *model(challenge))
    assert (code, "bad.txt line 1" in err, "none.txt" in err) == (1, True, True)
    assert [path.name for path in clean.iterdir()] == ["page.txt"]
    (clean / "page.txt").write_text("mine", "utf-8")
    bad.write_text(SCANNED, "utf-8")
    code, _, err = run(capsys, "ocr-correct", scan.parent, "--to", clean, *model(challenge))
    assert (code, (clean / "bad.txt").read_text("utf-8")) == (0, CORRECTED)
    assert (clean / "page.txt").read_text("utf-8") == "mine"
    assert f"1 of 2 files are in {clean} already" in err


def test_a_page_with_control_characters_and_a_very_long_line_comes_out(challenge, capsys):
    code, out, _ = run(capsys, "ocr-correct", *model(challenge), given="a\x07b \x1b[1m" + "słowo " * 20_000)
    assert code == 0
    assert out.count("słowo") == 20_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "{scan}"], "would be overwritten"),
        (["--changes", "--to", "x"], "leave --to and --in-place out"),
        (["--format", "tsv"], "add --changes, or leave --format out"),
        (["--format", "json", "--marked"], "leave one of them out"),
        (["--confidence", "2"], "2"),
    ],
)
def test_what_cannot_work_is_said(challenge, scan, capsys, arguments, message):
    told = [one.format(scan=scan) for one in arguments]
    try:
        code, _, err = run(capsys, "ocr-correct", scan, *told, *model(challenge))
    except SystemExit as stop:
        code, err = stop.code, capsys.readouterr().err
    assert code in (1, 2)
    assert message in err


def test_who_has_not_trained_is_told_how(scan, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("PROBIERZ_MODELS", str(tmp_path / "none"))
    code, _, err = run(capsys, "ocr-correct", scan, "--system", "ocr/heuristics")
    assert code == 1
    assert "probierz train ocr/heuristics" in err


def test_alignments_beside_the_splits_are_learnt_from_and_named_in_the_card(challenge, capsys):
    _, out, _ = run(capsys, "systems", "show", challenge.parent / "model", "--format", "json")
    assert [one["name"] for one in json.loads(out)["data"]] == ["dev-0/in.tsv", "dev-0/expected.tsv", "train/align.tsv"]
    _, out, _ = run(capsys, "train", "ocr/cascade", challenge, "--to", challenge.parent / "again")
    assert "learnt from 5 lines" in out
    assert str(challenge) not in (challenge.parent / "again" / "of" / "system.json").read_text("utf-8")


def test_the_card_has_what_was_measured_on_another_split(challenge, capsys):
    folder = challenge.parent / "measured"
    run(capsys, "train", "ocr/cascade", challenge, "--development", "test-A", "--to", folder, "--quiet")
    _, out, _ = run(capsys, "systems", "show", folder, "--format", "json")
    card = json.loads(out)
    assert [(one["split"], one["metric"]) for one in card["scores"]] == [("test-A", "WER")]
    assert card["scores"][0]["value"] < 0.1
    assert "lines per second" in card["speed"]


def test_predict_and_baseline_know_the_cascade(challenge, capsys):
    _, out, _ = run(capsys, "predict", challenge.parent / "model", challenge / "test-A" / "in.tsv")
    assert out.splitlines()[2].replace("\\n", "") == PAGES[2][1]
    code, out, err = run(capsys, "baseline", challenge, "--overwrite")
    assert code == 0
    assert err.startswith("ocr/cascade:")
    assert "test-A\t0.0" in out


def test_steps_are_scored_one_after_the_other(challenge, capsys):
    code, out, _ = run(capsys, "ocr", "steps", challenge, challenge.parent / "model", "--pages", "4")
    rows = [line.split("\t") for line in out.splitlines()]
    assert code == 0
    assert [name for name, _ in rows] == ["after", "nothing", "join", "diacritics", "lines", "space", "words"]
    values = [float(value) for _, value in rows[1:]]
    assert values == sorted(values, reverse=True)
    assert values[-1] < 0.1 * values[0]
    code, _, err = run(capsys, "ocr", "steps", challenge, "punctuation/comma-rule")
    assert "has no steps" in err


# --- without training, and over layouts ------------------------------------------------------------------------------


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Nobody has trained anything."""
    monkeypatch.setenv("PROBIERZ_MODELS", str(tmp_path / "none"))


def test_it_works_before_anybody_has_trained(shipped, scan, capsys):
    text = "Dziecko nie wiedziało, eo matka powie=\ndziała przy jćj oknie tego wieczora.\n"
    code, out, _ = run(capsys, "ocr-correct", given=text)
    assert code == 0
    assert out == "Dziecko nie wiedziało, co matka powiedziała\nprzy jéj oknie tego wieczora.\n"
    assert "yes" in run(capsys, "systems", "ocr/cascade")[1]


def test_the_shipped_system_is_plain_files_and_says_what_it_learnt_from(capsys):
    from probierz.systems import registry
    from probierz.systems.recipes import find_recipe

    folder = registry.shipped(find_recipe("ocr/cascade"))
    assert {path.suffix for path in folder.rglob("*") if path.is_file()} == {".json", ".md", ".npz"}
    _, out, _ = run(capsys, "systems", "show", folder, "--format", "json")
    card = json.loads(out)
    assert all(one["licence"] for one in card["data"])
    assert [one["split"] for one in card["scores"]] == ["test-A"]
    assert card["scores"][0]["value"] < 0.07


@pytest.fixture
def layouts(tmp_path):
    folder = tmp_path / "layouts"
    folder.mkdir()
    line = '<String ID="s1" CONTENT="nie"/><String ID="s2" CONTENT="wiedziało,"/><String ID="s3" CONTENT="eo" WC="1"/>'
    blocks = f"<TextBlock><TextLine>{line}</TextLine></TextBlock>"
    (folder / "a.xml").write_text(f"<alto><Layout><Page>{blocks}</Page></Layout></alto>\n", "utf-8")
    (folder / "b.hocr").write_text(
        "<html><body><div class='ocr_page'><span class='ocr_line'><span class='ocrx_word'>jćj</span></span></div>"
        "</body></html>", "utf-8"
    )  # fmt: skip
    (folder / "mets.xml").write_text("<mets/>", "utf-8")
    (folder / "c.txt").write_text("Dziecko nie wiedziało, eo\r\nmówi.\r\n", "utf-8", newline="")
    return folder


def test_layouts_of_a_folder_are_corrected_into_another_and_other_xml_is_left_alone(shipped, layouts, tmp_path, capsys):
    code, out, err = run(capsys, "ocr-correct", layouts, "--to", tmp_path / "clean")
    assert (code, out, err) == (0, "", "")
    assert sorted(path.name for path in (tmp_path / "clean").iterdir()) == ["a.xml", "b.hocr", "c.txt"]
    assert re.search('CONTENT="co" WC="(0.9.|1.00)"', (tmp_path / "clean" / "a.xml").read_text("utf-8"))
    assert ">jéj<" in (tmp_path / "clean" / "b.hocr").read_text("utf-8")
    assert 'CONTENT="eo" WC="1"' in (layouts / "a.xml").read_text("utf-8")


def test_halves_of_a_word_that_goes_on_in_the_next_file_stay(shipped, tmp_path, capsys):
    pages = {"001.txt": "Nagle był ko-\n— 1 —\n", "002.txt": "niec wojny.\nStary ksią-\n", "003.txt": "żę umarł.\n"}
    for name, text in pages.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["ocr-correct", str(tmp_path), "--changes", "--format", "json"]) == 0
    assert not {"niec", "ko-", "żę", "ksią-"} & {change["read"] for change in json.loads(capsys.readouterr().out)}


def test_packed_pages_of_a_folder_come_out_unpacked_and_named_so(shipped, layouts, tmp_path, capsys):
    for name in ("a.xml", "c.txt"):
        packed = gzip.compress((layouts / name).read_bytes())
        (layouts / name).unlink()
        (layouts / f"{name}.gz").write_bytes(packed)
    assert run(capsys, "ocr-correct", layouts, "--to", tmp_path / "clean")[0] == 0
    assert sorted(path.name for path in (tmp_path / "clean").iterdir()) == ["a.xml", "b.hocr", "c.txt"]
    assert 'CONTENT="co"' in (tmp_path / "clean" / "a.xml").read_text("utf-8")
    assert "is compressed" in run(capsys, "ocr-correct", layouts, "--in-place")[2]


def test_in_place_is_only_when_asked_for_and_touches_only_what_changes(shipped, layouts, capsys):
    (layouts / "d.hocr").write_bytes((layouts / "b.hocr").read_bytes().replace("jćj".encode(), b"dom"))
    before = (layouts / "d.hocr").stat()
    assert run(capsys, "ocr-correct", layouts, "--in-place")[0] == 0
    assert 'CONTENT="co"' in (layouts / "a.xml").read_text("utf-8")
    assert (layouts / "c.txt").read_bytes().endswith("co\r\nmówi.\r\n".encode())
    assert (layouts / "d.hocr").stat().st_ino == before.st_ino
    assert (layouts / "mets.xml").read_text() == "<mets/>"


def test_changes_of_layouts_name_the_word(shipped, layouts, capsys):
    _, out, _ = run(capsys, "ocr-correct", layouts / "a.xml", "--changes")
    head, row = [line.split("\t") for line in out.splitlines()]
    assert head == ["file", "line", "word", "step", "read", "right", "confidence"]
    assert row[1:6] == ["1", "s3", "words", "eo", "co"]
    _, out, _ = run(capsys, "ocr-correct", layouts / "a.xml", "--marked")
    assert out == "nie wiedziało, [-eo-]{+co+}\n"
    _, out, _ = run(capsys, "ocr-correct", layouts / "a.xml", layouts / "c.txt", "--format", "json")
    layout, text = json.loads(out)
    assert layout["text"] == "nie wiedziało, co"
    assert [(one["word"], one["right"]) for one in layout["changes"]] == [("s3", "co")]
    assert 0.5 < layout["changes"][0]["confidence"] <= 1
    assert text["changes"][0]["line"] == 1
    _, out, _ = run(capsys, "ocr-correct", layouts / "a.xml", "--confidence", "0.9999")
    assert 'CONTENT="eo"' in out


def test_a_bad_file_among_others_is_told_and_the_others_are_corrected(shipped, layouts, tmp_path, capsys):
    (layouts / "e.txt").write_text("\n", "utf-8")
    (layouts / "f.hocr").write_text("<html><body><div class='ocr_page'>", "utf-8")
    (layouts / "g.txt").write_bytes(b"dom\n\xff\n")
    code, _, err = run(capsys, "ocr-correct", layouts, "--to", tmp_path / "clean")
    assert code == 1
    assert [line.rpartition("/")[2] for line in err.splitlines()] == [
        "f.hocr line 1: is not well-formed XML: no element found",
        "g.txt line 2: byte 0xFF is not UTF-8; save the file as UTF-8",
        "g.txt",
    ]
    assert "4 of 6 files are done; not: " in err
    assert len(list((tmp_path / "clean").iterdir())) == 4


@pytest.mark.parametrize(
    ("arguments", "given", "message"),
    [
        (["--system", "unchanged", "--confidence", "0.5"], "dom", "does not say how sure it is"),
        ([], "<alto>", "standard input line 1: is not well-formed XML"),
        (["{folder}/a.xml", "--in-place", "--marked"], None, "--marked is to be read"),
        (["--in-place"], "jćj", "standard input has no place"),
        (["{folder}/a.xml", "--system", "unchanged"], None, "corrects plain texts"),
        (["{folder}/mets.xml", "{folder}/nothing.txt"], None, "nothing.txt"),
    ],
)
def test_what_cannot_work_with_layouts_is_said(shipped, layouts, capsys, arguments, given, message):
    told = [one.format(folder=layouts) for one in arguments]
    code, _, err = run(capsys, "ocr-correct", *told, given=given)
    assert code == 1
    assert message in err
    assert "Traceback" not in err


def test_a_word_of_a_megabyte_and_control_characters_come_out(shipped, capsys):
    code, out, _ = run(capsys, "ocr-correct", given="\x07\x1b[0m " + "ab" * 500_000 + " dom\n")
    assert code == 0
    assert "ab" * 500_000 in out


@pytest.mark.parametrize(
    "damage", [lambda raw: raw[:1000], lambda raw: b"", lambda raw: raw.replace(b"words", b"wards")]
)
def test_a_model_that_is_cut_off_or_of_another_version_is_refused(challenge, scan, tmp_path, capsys, damage):
    import shutil

    shutil.copytree(challenge.parent / "model", tmp_path / "model")
    path = tmp_path / "model" / "of" / "knowledge.npz"
    path.write_bytes(damage(path.read_bytes()))
    code, _, err = run(capsys, "ocr-correct", scan, "--system", tmp_path / "model")
    assert (code, err.count("\n")) == (1, 1)
    assert "knowledge.npz is cut off or changed" in err


def test_scans_are_made_up_and_learnt_from(tmp_path, capsys):
    text = "Stara matka usiadła przy oknie i powiedziała, że nikt nie wie, co będzie.\n" * 400
    (tmp_path / "text.txt").write_text(text, "utf-8")
    code, out, _ = run(capsys, "ocr", "scans", tmp_path / "text.txt", "--to", tmp_path / "made", "--share", "0.5")
    assert code == 0
    assert "made-up scans to learn from" in out
    code, out, _ = run(capsys, "train", "ocr/cascade", tmp_path / "made", "--to", tmp_path / "model")
    assert "learnt from" in out
    card = json.loads(run(capsys, "systems", "show", tmp_path / "model", "--format", "json")[1])
    assert [one["name"] for one in card["data"]] == ["train/in.tsv", "train/expected.tsv", "train/texts.txt"]


def test_a_table_keeps_its_letters_on_a_page_that_was_read_badly(tmp_path, capsys):
    table = "| Lp. | Nazwisko | Kl. |\n| 1 | Nowak | a |\n| 2 | Kowal | b |\n| 3 | Lis | c |\n"
    text = "Czlonkowie zebrali się w sali i wysluchali odczytu. Prezes powiedzial, że skladki wynoszą 5 zł rocznie.\n"
    page = tmp_path / "report.txt"
    page.write_text(f"{text}\n{table}", "utf-8")
    code, out, _ = run(capsys, "ocr-correct", page)
    assert (code, out.partition("\n\n")[2]) == (0, table)
    assert out.startswith("Członkowie zebrali się w sali i wysłuchali")
