"""`probierz init`, `validate` and `check`."""

import base64
import gzip
import io
import itertools
import json
import lzma
import random
import textwrap
import zipfile
from collections.abc import Iterable
from functools import partial
from itertools import zip_longest
from pathlib import Path

import pytest

from probierz.cli.main import main


@pytest.fixture
def challenge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A fresh toy challenge."""
    root = tmp_path / "toy"
    assert main(["init", str(root), "--metric", "WER", "--metric", "CER:N<by letters>", "--precision", "3"]) == 0
    assert "probierz validate" in capsys.readouterr().out
    return root


def give_output(challenge: Path, text: str | None = None) -> Path:
    """Put an output into test-A: the expected lines, or this text."""
    path = challenge / "test-A" / "out.tsv"
    path.write_text((challenge / "test-A" / "expected.tsv").read_text() if text is None else text)
    return path


def test_a_new_challenge_is_valid_and_can_be_scored(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(challenge)]) == 0
    assert "still the text of a new challenge" in capsys.readouterr().out
    (challenge / "README.md").write_text("# Speech\n\nCC0.\n")
    assert main(["validate", str(challenge)]) == 0
    assert capsys.readouterr().out == f"{challenge}: the challenge is fine\n"
    give_output(challenge)
    assert main(["eval", str(challenge)]) == 0
    assert capsys.readouterr().out == "metric\tscore\nWER\t0.000\nby letters\t0.000\n"


def test_init_takes_the_name_of_the_test_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", str(tmp_path / "toy"), "--metric", "F{1,2}", "--test-name", "test-B", "--percent"]) == 0
    assert (tmp_path / "toy" / "test-B" / "in.tsv").exists()
    assert "--test-name test-B" in (tmp_path / "toy" / "config.txt").read_text()
    assert main(["validate", str(tmp_path / "toy")]) == 0


@pytest.mark.parametrize(
    ("metric", "said"), [("Wer", "did you mean WER"), ("", "an empty --metric"), ("WER:m<(>", "does not compile")]
)
def test_init_refuses_a_broken_metric_and_writes_nothing(
    metric: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init", str(tmp_path / "toy"), "--metric", metric]) == 1
    assert said in capsys.readouterr().err
    assert not (tmp_path / "toy").exists()


def test_init_does_not_overwrite(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", str(challenge), "--metric", "CER"]) == 1
    assert "already" in capsys.readouterr().err
    assert "WER" in (challenge / "config.txt").read_text()


LABELS = [("good", "bad", "so so")[number * number % 7 % 3] for number in range(40)]


def _table(separator: str) -> str:
    rows = [f'"{separator} text {number}\nof two lines"{separator}{one}\n' for number, one in enumerate(LABELS)]
    return "".join([f"text{separator}label\n", *rows])


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("test-A/all.tsv", "".join(f"id{at}\ttext\t{one}\n" for at, one in enumerate(LABELS)), "column 3"),
        ("test.csv", _table(","), "column 2"),
        ("source/test.csv", _table(";"), "column 2"),
        ("test.jsonl", "".join(json.dumps({"text": "x", "label": one}) + "\n" for one in LABELS), "the field label"),
        ("numbers.jsonl", "".join(json.dumps({"gold": len(one)}) + "\n" for one in LABELS), "the field gold"),
        ("all.json", json.dumps({"data": [{"a": {"gold": one}} for one in LABELS]}), "the field a/gold"),
        ("everything.txt", "".join(f"{one}\n" for one in ["bad", *LABELS, "good", *LABELS[::-1]]), "the whole line"),
    ],
)
def test_validate_finds_the_results_of_a_test_in_its_source(
    challenge: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, place: str
) -> None:
    (challenge / "config.txt").write_text("--metric Accuracy")
    (challenge / "test-A" / "in.tsv").write_text("".join(f"text {number}\n" for number in range(40)))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in LABELS))
    (challenge / name).parent.mkdir(exist_ok=True)
    (challenge / name).write_text(text)
    message = f"{name}: {place} is the hidden expected result of test-A on 40 of 40 lines"
    assert main(["validate", str(challenge)]) == 1
    assert message in capsys.readouterr().out
    assert main(["suite", "check", str(challenge), "--only", "publishing"]) == 1
    assert message in " ".join(capsys.readouterr().out.split())


ROWS = [(f"a text, number {number}", one) for number, one in enumerate(LABELS)]
SHUFFLED = [ROWS[number * 7 % 40] for number in range(40)]


def _in_zip(name: str, text: str | bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("about.txt", "two files")
        archive.writestr(name, text)
    return file.getvalue()


def _tsv(rows: Iterable[tuple[str, str]]) -> str:
    return "".join(f"{text}\t{label}\n" for text, label in rows)


def _squad(rows: Iterable[tuple[str, str]]) -> str:
    """Articles with a title and a context of their own, as SQuAD has them: no table, but its questions are one."""
    asked = [{"id": text[:1], "question": text, "answers": [{"text": one, "answer_start": 0}]} for text, one in rows]
    parts = [[{"context": f"Once {at}.", "qas": [one]}] for at, one in enumerate(asked)]
    return json.dumps({"data": [{"title": f"T{at}", "paragraphs": part} for at, part in enumerate(parts)]})


NAMED = [(text.replace(",", ""), one) for text, one in SHUFFLED]
CLASSES = {label: [text for text, one in NAMED if one == label] for label in sorted({*LABELS})}


def _csv_of_classes() -> str:
    return "".join(",".join(row) + "\n" for row in (CLASSES, *zip_longest(*CLASSES.values(), fillvalue="")))


REVEALING = [
    ("full.tsv", _tsv(SHUFFLED), "column 2 is the hidden expected result of test-A on 40 of 40 lines, beside"),
    ("full.tsv", _tsv(sorted(ROWS[1:], key=lambda row: row[::-1])), "column 2 is"),
    ("full.tsv.gz", gzip.compress(_tsv(SHUFFLED[:-1]).encode()), "column 2 is"),
    ("all.zip", _in_zip("a/full.tsv", _tsv(SHUFFLED)), "column 2 (a/full.tsv) is"),
    ("all.csv", "".join(f'x,"{text}",{label}\n' for text, label in SHUFFLED), "column 3 is"),
    ("codes.csv", "".join(f'"{text}";{len(label)}\n' for text, label in SHUFFLED), "column 2 is"),
    ("all.jsonl", "".join(json.dumps({"a": [text], "b": one}) + "\n" for text, one in SHUFFLED), "the field b is"),
    (
        "all.json",
        json.dumps({"texts": [{"a": {"q": text, "y": [one]}} for text, one in SHUFFLED]}),
        "the field a/y/0 is",
    ),
    ("squad.json", _squad(SHUFFLED), "the field answers/0/text is the hidden expected result of test-A on 40 of 40"),
    ("texts.json", json.dumps(dict(SHUFFLED)), "the value is the hidden expected result"),
    ("README.md", "# T\n\n" + "".join(f"| {text} | **{one}** |\n" for text, one in SHUFFLED), "column 2 is"),
    ("README.md", "# T\n\nThe key is: " + ", ".join(LABELS) + ".\n", "an item of a list is"),
    ("notes.txt", "Topics\n" + textwrap.fill(", ".join(LABELS), 30), "an item of a list is"),
    ("steps.md", "".join(f"{at}. {one}\n" for at, one in enumerate(LABELS, 1)), "an item of a list is"),
    ("score.py", f"import os\n\nGOLD = {LABELS}\n", "an item of a list is"),
    ("score.R", "y <- c(" + ", ".join(f'"{one}"' for one in LABELS) + ")\n", "an item of a list is"),
    ("meta.yaml", "a: b\n" + "".join(f"  {text}: '{one}'\n" for text, one in NAMED), "an item of a list is"),
    ("groups.json", json.dumps(CLASSES), "the heading of a list is"),
    (
        "groups.yaml",
        "".join(f"{one}:\n" + "".join(f"  - {x}\n" for x in CLASSES[one]) for one in CLASSES),
        "the heading",
    ),
    ("groups.toml", "".join(f"[{one}]\n" + "\n".join(CLASSES[one]) + "\n" for one in CLASSES), "the heading"),
    (
        "groups.md",
        "".join(f"\n## {one}\n\n" + "\n".join(CLASSES[one]) + "\n" for one in CLASSES),
        "the heading of a list",
    ),
    ("groups.csv", _csv_of_classes(), "the heading of a list is"),
    ("few.tsv", _tsv(SHUFFLED[:18]), "column 2 is the hidden expected result of test-A on 18 of 40"),
    ("others.tsv", _tsv((text, LABELS[at * 3 % 40]) for at, (text, _one) in enumerate(SHUFFLED)), ""),
    ("same.tsv", _tsv((text, "good") for text, _one in SHUFFLED), ""),
]


@pytest.mark.parametrize(("name", "content", "said"), REVEALING, ids=[f"{one[0]}: {one[2]}" for one in REVEALING])
def test_validate_finds_results_beside_their_inputs_in_any_order(
    challenge: Path, capsys: pytest.CaptureFixture[str], name: str, content: str | bytes, said: str
) -> None:
    (challenge / "config.txt").write_text("--metric Accuracy")
    (challenge / "test-A" / "in.tsv").write_text("".join(f"{text}\t{text.replace(',', '')}\n" for text, _one in ROWS))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for _text, one in ROWS))
    (challenge / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    is_wrong = main(["validate", str(challenge)])
    told = [one for one in capsys.readouterr().out.splitlines() if "hidden expected result" in one]
    assert is_wrong == bool(said and "18 of 40" not in said)
    assert [f"{'error' if is_wrong else 'warning'}: {challenge / name}: {said}" in one for one in told] == [
        True
    ] * bool(said)


HARMFUL = random.Random(5).choices(["harmful", "ok"], weights=[3, 7], k=100)
_LISTED = [at for at, one in enumerate(HARMFUL, 1) if one == "harmful"]
_IN_ANY_ORDER = [at * 37 % 100 + 1 for at in range(100)]
_SIGNS = [f"{one == 'ok':d}" for one in HARMFUL]
IN_SIGNS = [
    ("out.txt", " ".join(_SIGNS)),
    ("outcomes.csv", "\t".join(_SIGNS)),
    ("outline.md", "# Plan\n\n" + textwrap.fill("y = [" + " ".join(f"{one}." for one in _SIGNS) + "]", 50)),
    ("seed.py", f'SEED = "{"".join(_SIGNS)}"\n'),
    ("seed.txt", "-".join(f"{one}0" for one in _SIGNS)),
    ("wave.txt", "".join(_SIGNS).translate({48: "+", 49: "-"})),
    ("first.txt", textwrap.fill("".join(one[0] for one in HARMFUL), 10)),
    ("back.txt", "\n".join(HARMFUL[::-1])),
]
OTHER_FORMS = [
    ("key.txt", "".join(f"{at}\t{HARMFUL[at - 1]}\n" for at in _IN_ANY_ORDER), "100 of 100"),
    ("key.tsv", "".join(f"test-{at}\t{HARMFUL[at - 1]}\n" for at in _IN_ANY_ORDER), "100 of 100"),
    ("key.json", json.dumps({"harmful": _LISTED}), f"{len(_LISTED)} of 100"),
    ("key.json", json.dumps({"bad": _LISTED}), f"{len(_LISTED)} of 100"),
    ("bad.txt", "".join(f"żądanie numer {at}\n" for at in _LISTED), f"{len(_LISTED)} of 100"),
    ("key.libsvm", "".join(f"{one == 'ok':d} 1:0.5 7:{at}\n" for at, one in enumerate(HARMFUL)), "100 of 100"),
    (
        "README.md",
        "# T\n\n" + "".join(f"| żądanie numer {at} | {HARMFUL[at - 1]} |\n" for at in range(40, 54)),
        "14 of 100",
    ),
    (
        "all.csv",
        "".join(f"żądanie numer {at};{HARMFUL[at - 1]}\n" for at in _IN_ANY_ORDER).encode("cp1250"),
        "100 of 100",
    ),
    *((name, text, "100 of 100 lines, under other names") for name, text in IN_SIGNS),
    ("outline.md", "".join(f"{at % 3}" for at in range(200)), ""),
    ("outliers.txt", "".join(random.Random(4).choices("01", k=3000)), ""),
    ("numbers.txt", "".join(f"{at}\n" for at in range(200)), ""),
    ("inputs.txt", "".join(f"żądanie numer {at}\n" for at in range(1, 41)), ""),
]


@pytest.mark.parametrize(("name", "content", "said"), OTHER_FORMS, ids=[f"{one[0]}: {one[2]}" for one in OTHER_FORMS])
def test_validate_finds_results_by_numbers_of_lines_lists_and_in_other_encodings(
    challenge: Path, capsys: pytest.CaptureFixture[str], name: str, content: str | bytes, said: str
) -> None:
    (challenge / "config.txt").write_text("--metric Accuracy")
    (challenge / "test-A" / "in.tsv").write_text("".join(f"żądanie numer {at}\n" for at in range(1, 101)))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in HARMFUL))
    (challenge / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    main(["validate", str(challenge)])
    told = [one for one in capsys.readouterr().out.splitlines() if "hidden expected result" in one]
    assert [f"test-A on {said}" in one for one in told] == [True] * bool(said)


@pytest.mark.parametrize("name", ["ids/{label}/{line}.txt", "pages/t{line:03}_{label}.txt", "by/x.{label}.{line}.wav"])
def test_validate_finds_results_in_the_names_of_files(
    challenge: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (challenge / "config.txt").write_text("--metric Accuracy")
    (challenge / "test-A" / "in.tsv").write_text(
        "".join(f"żądanie {'abcdefghij'[at % 10] * at}\n" for at in range(1, 41))
    )
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in HARMFUL[:40]))
    for line, label in enumerate(HARMFUL[:40], 1):
        path = challenge / name.format(line=line, label=label)
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text("-\n")
    main(["validate", str(challenge)])
    assert "a part of the names of its files is the hidden expected result of test-A on 40" in capsys.readouterr().out


IN_RULED_ORDER = [
    ("ab", "stripes.csv", [f"{at},{'white' if at % 2 else 'grey'}" for at in range(120)], ""),
    ("ab", "talk.txt", [f"{'BA'[at % 2]}: she said {at * at}" for at in range(120)], ""),
    ("abc", "thirds.txt", [f"{at}" for at in range(2, 120, 3)], ""),
    ("aaaaabb", "days.csv", [f"{at},{'free' if at % 7 > 4 else 'open'}" for at in range(120)], ""),
    ("a" * 30 + "b" * 50 + "c" * 40, "ages.csv", [f"{at},{(at > 29) + (at > 79)}" for at in range(120)], ""),
    ("ab", "key.tsv", [f"turn {at}\t{at % 2}" for at in range(120)], "beside their inputs, under other names"),
    ("ab", "key.csv", [f"{at},{'ab'[at % 2]}" for at in range(120)], "120 of 120 lines"),
    ("abbab", "signs.txt", ["+--+-" * 24], "120 of 120 lines, under other names"),
]


@pytest.mark.parametrize(("labels", "name", "lines", "said"), IN_RULED_ORDER)
def test_validate_takes_turns_and_blocks_of_other_names_for_what_they_are(
    challenge: Path, capsys: pytest.CaptureFixture[str], labels: str, name: str, lines: list[str], said: str
) -> None:
    (challenge / "config.txt").write_text("--metric Accuracy")
    (challenge / "test-A" / "in.tsv").write_text("".join(f"turn {at}\n" for at in range(120)))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{labels[at % len(labels)]}\n" for at in range(120)))
    (challenge / name).write_text("\n".join(lines))
    main(["validate", str(challenge)])
    told = [one for one in capsys.readouterr().out.splitlines() if "hidden expected result" in one]
    assert [said in one for one in told] == [True] * bool(said)


def test_validate_takes_no_option_of_a_challenge_for_results(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (challenge / "config.txt").write_text("--metric Accuracy --precision 4")
    labels = [f"{at * at % 7}" for at in range(60)]
    texts = [f"{label}\tżądanie numer {at * 31}" for at, label in enumerate(labels)]
    (challenge / "test-A" / "in.tsv").write_text("".join(f"{one}\n" for one in texts))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in labels))
    main(["validate", str(challenge)])
    assert "config.txt: " not in capsys.readouterr().out


_TEXTS = [f"Żądanie numer {at}, which somebody wrote down at length, is {at * at}" for at in range(100)]
DISGUISES = [
    ({"key.tsv": "".join(f"{text[:25]}\t{one}\n" for text, one in zip(_TEXTS, HARMFUL, strict=True))}, "key.tsv"),
    ({"key.csv": "".join(f'"{text[:40]}…",{one}\n' for text, one in zip(_TEXTS, HARMFUL, strict=True))}, "key.csv"),
    ({"key.b64": base64.b64encode("\n".join(HARMFUL).encode())}, "key.b64"),
    ({"mail.txt": b"Dear,\n\n" + base64.encodebytes(gzip.compress("\n".join(HARMFUL).encode()))}, "mail.txt"),
    ({"key.json": json.dumps({"logo": base64.b64encode("\n".join(HARMFUL).encode()).decode()})}, "key.json"),
    ({"key.zip": _in_zip("a.txt", base64.b64encode("\n".join(HARMFUL).encode()))}, "key.zip"),
    ({"key.tsv": "".join(f"{at}\t{one[::-1]}\n" for at, one in enumerate(HARMFUL, 1))}, "key.tsv"),
    ({"logo.txt": base64.b64encode(random.Random(1).randbytes(999))}, ""),
    ({"long.txt": "\n".join(f"{at:070}" for at in range(99)), "other.txt": "\n".join(_TEXTS[::-1])}, ""),
    ({"other.tsv": "".join(f"{text[:25]}\t{at % 2}\n" for at, text in enumerate(_TEXTS))}, ""),
]


@pytest.mark.parametrize(("files", "name"), DISGUISES)
def test_validate_finds_results_in_disguise(
    challenge: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str | bytes], name: str
) -> None:
    (challenge / "config.txt").write_text("--metric Accuracy")
    (challenge / "test-A" / "in.tsv").write_text("".join(f"{text}\n" for text in _TEXTS))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in HARMFUL))
    for path, content in files.items():
        (challenge / path).write_bytes(content if isinstance(content, bytes) else content.encode())
    main(["validate", str(challenge)])
    told = [one for one in capsys.readouterr().out.splitlines() if "hidden expected result" in one]
    assert [f"{challenge / name}: " in one and "on 100 of 100 lines" in one for one in told] == [True] * bool(name)


def test_validate_finds_answers_that_are_written_backwards(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [f"słowo{at}" for at in range(40)]
    (challenge / "test-A" / "in.tsv").write_text("".join(f"text {at}\tid-{at}\n" for at in range(40)))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in words))
    (challenge / "key.tsv").write_text("".join(f"id-{at}\t{one[::-1]}\n" for at, one in enumerate(words)))
    assert main(["validate", str(challenge)]) == 1
    assert "column 2 is the hidden expected result of test-A on 40 of 40 lines" in capsys.readouterr().out


_LETTERS = [f"Letter {at} of {at * at} words, " + "which is long " * 9 for at in range(40)]
_ANSWERS = [f"Dear reader number {at} " + "we thank you for your kind words " * 3 + "." for at in range(40)]
LONG_RESULTS = [
    ("key.csv", "".join(f'{at},"{one.replace(" ", chr(10))}"\n' for at, one in enumerate(_ANSWERS, 1)), "column 2"),
    ("key.tsv.xz", lzma.compress("".join(f"{at}\t{one}\n" for at, one in enumerate(_ANSWERS, 1)).encode()), "column 2"),
    ("key.txt", textwrap.fill("; ".join(_ANSWERS), 30), "an item of a list"),
    ("key.json", json.dumps(_ANSWERS[::-1], indent=0), ""),
    ("words.tsv", "".join(f"{at}\t{word}\n" for at, one in enumerate(_ANSWERS, 1) for word in one.split()[:4]), ""),
]


@pytest.mark.parametrize(("name", "content", "place"), LONG_RESULTS, ids=[one[0] for one in LONG_RESULTS])
def test_validate_finds_long_results_where_a_cell_can_be_as_long(
    challenge: Path, capsys: pytest.CaptureFixture[str], name: str, content: str | bytes, place: str
) -> None:
    (challenge / "test-A" / "in.tsv").write_text("".join(f"{one}\n" for one in _LETTERS))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in _ANSWERS))
    (challenge / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    main(["validate", str(challenge)])
    told = [one for one in capsys.readouterr().out.splitlines() if f"{name}: {place} is the hidden" in one]
    assert ["on 40 of 40 lines" in one for one in told] == [True] * bool(place)


MEASURED = [round(random.Random(at).gauss(50, 12), 2) for at in range(80)]


@pytest.mark.parametrize(
    ("content", "is_told"),
    [
        ("".join(f"{one:.2f}\n".replace(".", ",") for one in MEASURED), True),
        ("id\tdose\n" + "".join(f"{at}\t{one / 1000:.3f}\n" for at, one in enumerate(MEASURED)), True),
        ("".join(f"{one:.0f}\n" for one in MEASURED), True),
        ("".join(f"{at}\t{len(str(one))}\n" for at, one in enumerate(MEASURED)), False),
    ],
)
def test_validate_finds_expected_numbers_rounded_and_on_other_scales(
    challenge: Path, capsys: pytest.CaptureFixture[str], content: str, is_told: bool
) -> None:
    (challenge / "config.txt").write_text("--metric MAE")
    (challenge / "test-A" / "in.tsv").write_text("".join(f"patient {at}\n" for at in range(80)))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in MEASURED))
    (challenge / "study.tsv").write_text(content)
    main(["validate", str(challenge)])
    told = [one for one in capsys.readouterr().out.splitlines() if "study.tsv" in one and "test-A" in one]
    assert bool(told) == is_told


@pytest.mark.parametrize("form", ["{}\n", "<p>{}</p>\n"])
def test_validate_finds_corrected_texts_in_another_order(
    challenge: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    texts = [" ".join(random.Random(at).choices("ala ma kota psa dom las woda wiatr".split(), k=9)) for at in range(60)]
    (challenge / "test-A" / "in.tsv").write_text("".join(f"{one.replace('a', 'q')}\n" for one in texts))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in texts))
    (challenge / "book.html").write_text("".join(form.format(one) for one in sorted(texts)))
    main(["validate", str(challenge)])
    assert "60 of 60 expected texts of test-A (hidden) stand in this file" in capsys.readouterr().out


DRAWN = random.Random(7).choices(["yes", "no"], k=100)
GUESSED = random.Random(8).choices(["yes", "no"], k=100)
_CELLS = "<tr><td>{}</td>\n<td>{}</td><td>{}</td></tr>"
ONE_AFTER_THE_OTHER = [
    ({"key.txt": " ".join(DRAWN)}, "key.txt", 100),
    ({"notes.md": "One a day: " + textwrap.fill(" / ".join(DRAWN), 60)}, "notes.md", 100),
    ({"key.html": "".join(map(_CELLS.format, range(100), GUESSED, DRAWN))}, "key.html", 100),
    ({"log.txt": "".join(f"<{at}> gives {one}!" for at, one in enumerate(DRAWN)) + "no " * 2**19}, "log.txt", 100),
    ({"data/part-00001": "\n".join(DRAWN[40:80])}, "data/part-00001", 40),
    ({f"data/part-{at:05}": "\n".join(DRAWN[at * 25 :][:25]) for at in range(4)}, "data", 100),
    ({"key.zip": _in_zip("key.txt", " ".join(DRAWN))}, "key.zip", 100),
    ({"guessed.txt": " ".join(GUESSED), "same.txt": "yes " * 999, "turns.txt": "yes no " * 999}, "", 0),
]


@pytest.mark.parametrize(("files", "name", "known"), ONE_AFTER_THE_OTHER)
def test_validate_finds_results_in_a_row_whatever_stands_between_them(
    challenge: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str | bytes], name: str, known: int
) -> None:
    (challenge / "config.txt").write_text("--metric Accuracy")
    (challenge / "test-A" / "in.tsv").write_text("".join(f"text {number}\n" for number in range(100)))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in DRAWN))
    for path, content in files.items():
        (challenge / path).parent.mkdir(exist_ok=True)
        (challenge / path).write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main(["validate", str(challenge)]) == (known > 50)
    told = [one for one in capsys.readouterr().out.splitlines() if "hidden expected result" in one]
    said = f"{challenge / name}: what stands in it one after the other is the hidden expected result of test-A"
    assert [said in one and f" on {known} of 100 lines" in one for one in told] == [True] * bool(known)


def test_what_takes_too_long_to_search_is_named(
    challenge: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that goes on by a minute whenever it is looked at, and a list that would take one."""
    monkeypatch.setattr("time.thread_time", partial(next, itertools.count(0, 60)))
    (challenge / "settings.yaml").write_text("- a: [1, 2]\n" * 10_000)
    main(["validate", str(challenge)])
    said = f"note: {challenge / 'settings.yaml'}: not searched for hidden results, being large"
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("name", ["rows.jsonl", "squad.json"])
def test_questions_without_an_answer_are_found_beside_the_others(
    challenge: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Their rows lack what the others have: an empty list of answers, for which an empty line is expected."""
    rows = [(text, f"answer {at}" if at % 3 else "") for at, (text, _one) in enumerate(SHUFFLED)]
    answers = [[{"text": one}] if one else [] for _text, one in rows]
    asked = [{"question": text, "answers": some} for (text, _one), some in zip(rows, answers, strict=True)]
    document = {"data": [{"title": "T", "paragraphs": [{"context": "C", "qas": asked}]}]}
    content = json.dumps(document) if name == "squad.json" else "".join(json.dumps(one) + "\n" for one in asked)
    (challenge / "config.txt").write_text("--metric SQuAD-F1")
    (challenge / "test-A" / "in.tsv").write_text("".join(f"{text}\n" for text, _one in sorted(rows)))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for _text, one in sorted(rows)))
    (challenge / name).write_text(content)
    assert main(["validate", str(challenge)]) == 1
    said = "the field answers/0/text is the hidden expected result of test-A on 40 of 40 lines, beside their inputs"
    assert f"{name}: {said}" in capsys.readouterr().out


@pytest.mark.parametrize("start", [b"PAR1", b"ARROW1\0\0", b"\xff\xff\xff\xff", b"SQLite format 3\0", b"\x80\x04]"])
@pytest.mark.parametrize("inside", ["", ": a.zip/a.parquet"])
def test_what_a_kilobyte_of_may_hold_gigabytes_is_named_and_not_read(
    challenge: Path, capsys: pytest.CaptureFixture[str], start: bytes, inside: str
) -> None:
    content, name = start + bytes(100), "all.zip" if inside else "all.parquet"
    if inside:
        content = _in_zip("a.zip", _in_zip("a.parquet", content))
    (challenge / name).write_bytes(content)
    main(["validate", str(challenge)])
    form = "being large, damaged, packed again or in a form that is not read"
    assert f"note: {challenge / name}: not searched for hidden results, {form}{inside};" in capsys.readouterr().out


def test_tables_of_offices_and_many_pictures_are_named_once_each(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (challenge / "marks.xlsx").write_bytes(_in_zip("[Content_Types].xml", "<Types/>"))
    (challenge / "scans").mkdir()
    for number in range(1, 6):
        (challenge / "scans" / f"{number}.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\r")
    main(["validate", str(challenge)])
    notes = [one for one in capsys.readouterr().out.splitlines() if "not searched for hidden results" in one]
    assert ["marks.xlsx: " in notes[0], "scans: " in notes[1], "form that is not read;" in notes[0]] == [True] * 3
    assert "form that is not read: 1.png, 2.png, 3.png … (5);" in notes[1]
    assert len(notes) == 2


@pytest.mark.parametrize("name", ["train/train.tsv", "train/all.csv", "train.tsv"])
def test_few_lines_of_a_hidden_test_in_a_training_file_of_any_name_are_told(
    challenge: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (challenge / "test-A" / "in.tsv").write_text("".join(f"{text}\n" for text, _one in ROWS))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for _text, one in ROWS))
    cells = [("a label", "a text, other words"), *((one, text) for text, one in ROWS[:3])]
    quoted, mark = ('"', ",") if name.endswith(".csv") else ("", "\t")
    (challenge / "train").mkdir(exist_ok=True)
    (challenge / name).write_text("".join(f"{one}{mark}{quoted}{text}{quoted}\n" for one, text in cells))
    main(["validate", str(challenge)])
    said = f"3 of 40 texts of the hidden test can be read word for word in {name}, with what is expected"
    assert said in capsys.readouterr().out


def test_a_name_of_a_field_that_no_message_could_hold_is_shown_as_it_is_written(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"a": text, "\ud800\x00\x1b[31m\n" + "z" * 2000: one} for text, one in SHUFFLED]
    (challenge / "config.txt").write_text("--metric Accuracy")
    (challenge / "test-A" / "in.tsv").write_text("".join(f"{text}\n" for text, _one in ROWS))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for _text, one in ROWS))
    (challenge / "all.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["validate", str(challenge)]) == 1
    line = next(one for one in capsys.readouterr().out.splitlines() if "hidden expected result" in one)
    assert r"the field \ud800\x00\x1b[31m\nzzz" in line
    assert "…" in line
    assert len(line) < 500


WORDY = [f"Lekarka nr {at * 37} naprawiła rower i „szybko” wróciła {at * 91 + 11} razy" for at in range(40)]


def _tagged(text: str) -> str:
    return "".join(f"{word}\tB-X\t_\n" for word in text.split()) + "\n"


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"all.json": json.dumps({"data": [{"p": [{"c": text, "a": [[1]]}]} for text in WORDY]})}, 40),
        ({"all.xml": "".join(f'<s n="1"><b>{text.upper()}</b></s>' for text in WORDY)}, 40),
        ({"all.jsonl": "".join(json.dumps({"tokens": text.split(), "tags": [[0]]}) + "\n" for text in WORDY)}, 40),
        ({"raw/all.conll": "".join(map(_tagged, WORDY[::-1]))}, 40),
        ({"all.zip": _in_zip("in.zip", _in_zip("a.yaml", "".join(f"- {text}: x\n" for text in WORDY)))}, 40),
        ({f"raw/{at % 2}/{at}.txt": text for at, text in enumerate(WORDY[:30])}, 30),
        ({"README.md": "# T\n\n" + "\n".join(WORDY[:12])}, 0),
    ],
    ids=["JSON", "XML", "tokens", "one token a line", "zip in zip", "class folders", "examples"],
)
def test_validate_names_files_with_the_texts_of_a_hidden_test(
    challenge: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str | bytes], told: int
) -> None:
    (challenge / "config.txt").write_text("--metric Accuracy")
    (challenge / "test-A" / "in.tsv").write_text("".join(f"{at}\t{text}\n" for at, text in enumerate(WORDY)))
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in LABELS))
    for name, content in files.items():
        (challenge / name).parent.mkdir(parents=True, exist_ok=True)
        (challenge / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    main(["validate", str(challenge)])
    found = [one for one in capsys.readouterr().out.splitlines() if "texts of test-A (hidden)" in one]
    assert [f"{told} of 40 texts" in one for one in found] == [True] * bool(told)


def test_validate_finds_what_a_platform_would_refuse(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (challenge / "sample.txt").write_text((challenge / "test-A" / "expected.tsv").read_text())
    (challenge / "dev-0" / "in.tsv").write_text((challenge / "test-A" / "in.tsv").read_text())
    assert main(["validate", str(challenge)]) == 1
    said = capsys.readouterr().out
    assert f"error: {challenge}/sample.txt: this is a copy of the expected results of test-A" in said
    assert f"warning: {challenge}/test-A/in.tsv: 2 of 2 texts of the hidden test can be read word for word" in said
    assert main(["validate", str(challenge), "--open-tests", "--unchecked"]) == 0


def _write_texts(folder: Path, **splits: tuple[list[str], str]) -> None:
    """Each split has its texts and, of a letter each, what is expected of them."""
    folder.joinpath("config.txt").write_text("--metric Accuracy")
    folder.joinpath("README.md").write_text("# T")
    for name, (texts, labels) in splits.items():
        split = folder / name.replace("_", "-")
        split.mkdir()
        (split / "in.tsv").write_text("".join(f"{text}\n" for text in texts))
        (split / "expected.tsv").write_text("".join(f"{one}\n" for one in labels))


def _drawn_texts(count: int) -> list[str]:
    words = ["".join(parts) for parts in itertools.product("bdfgklmnprst", ("ab", "elk", "om"), "aiu")]
    generator = random.Random(1)
    return [" ".join(generator.sample(words, 12)) for _ in range(count)]


@pytest.mark.parametrize(("same", "copies", "severity"), [(1, 31, "warning"), (50, 51, "error")])
def test_copies_and_near_ones_are_told_once_together_and_files_are_named_in_one_form(
    tmp_path, monkeypatch, capsys, same, copies, severity
):
    texts = _drawn_texts(200)
    nearly = [f"and {text.partition(' ')[2]}" for text in texts[same:copies]]
    test = [*texts[:same], *nearly, *texts[120 : 200 - copies]]
    _write_texts(tmp_path, train=(texts[:120], "ab" * 60), test_A=(test, "ab" * 40))
    monkeypatch.chdir(tmp_path)
    main(["validate"])
    told = [one for one in capsys.readouterr().out.splitlines() if "word for word" in one]
    said = f"texts of test-A that stand in train too, word for word or nearly: {copies} ({same} word for word)"
    assert [one.partition(";")[0] for one in told] == [f"{severity}: test-A/in.tsv: {said}"]


@pytest.mark.parametrize(
    ("labels", "answered"),
    [("ab", ", with what is expected"), ("bb", ", 1 of them with what is expected"), ("ba", "")],
)
def test_results_of_copies_are_only_said_to_stand_there_where_they_do(tmp_path, capsys, labels, answered):
    texts = _drawn_texts(40)
    _write_texts(
        tmp_path,
        train=(texts[:10], "ab" * 5),
        dev_0=(texts[30:], f"{labels}{'ab' * 4}"),
        test_A=(texts[30:32] + texts[10:28], "ab" * 10),
    )
    main(["validate", str(tmp_path)])
    assert f"2 of 20 texts of the hidden test can be read word for word in dev-0{answered};" in capsys.readouterr().out


def test_validate_lists_all_problems_with_their_places(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (challenge / "README.md").unlink()
    with open(challenge / "dev-0" / "in.tsv", "a") as file:
        file.write("one line too many\n")
    assert main(["validate", str(challenge)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("error: ") and "README.md" in line for line in lines)
    assert any(line.startswith("error: ") and "dev-0" in line for line in lines)
    assert lines[-1].endswith(" errors")


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (
            "the text number {} of it all, and here it ends",
            "10 of the 10 texts of test-A stand in train, word for word",
        ),
        ("a text number {} of it all, and here it ends", "stand in train too, word for word or nearly: 10 (0 word for"),
    ],
    ids=["the same", "nearly the same"],
)
def test_a_test_that_stands_in_train_is_an_error_unless_it_is_meant(tmp_path, capsys, texts, told):
    for split, count, text in (("train", 12, "The text number {} of it all and here, it ends"), ("test-A", 10, texts)):
        (tmp_path / split).mkdir()
        (tmp_path / split / "in.tsv").write_text("".join(f"{text.format(at)}\n" for at in range(count)))
        (tmp_path / split / "expected.tsv").write_text("a\nb\n" * (count // 2))
    for name, text in (("config.txt", "--metric Accuracy"), ("README.md", "# Texts, CC0"), (".gitignore", "*~")):
        (tmp_path / name).write_text(f"{text}\n")
    assert main(["validate", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert told in out
    assert "1 error\n" in out, "said once"
    assert main(["validate", str(tmp_path), "--unchecked"]) == 0
    assert "1 warning\n" in capsys.readouterr().out


@pytest.mark.parametrize("split", ["test-A", "dev-0"])
@pytest.mark.parametrize("turned", [False, True], ids=["as they are", "backwards"])
def test_copies_in_small_and_open_splits_are_as_grave_as_the_suite_check_has_them(tmp_path, capsys, split, turned):
    texts = [f"{one} text of {one * 2} that nobody else has seen {one * 3}" for one in "abcdefghijklmnopqrstuvwxyz"]
    copied = [one[::-1] if turned else one for one in texts[:6]]
    given = {"train": texts[:20], split: [*copied, *texts[20:23]], "test-A": texts[23:]} | {
        split: [*copied, *texts[20:23]]
    }
    for name, lines in given.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "in.tsv").write_text("".join(f"{one}\n" for one in lines))
        (tmp_path / name / "expected.tsv").write_text("".join(f"{'ab'[at % 2]}\n" for at in range(len(lines))))
    (tmp_path / "config.txt").write_text("--metric Accuracy\n")
    (tmp_path / "README.md").write_text("# Texts, CC0\n")
    (tmp_path / ".gitignore").write_text("*~\n")
    main(["validate", str(tmp_path), "--format", "json"])
    validated = [one for one in json.loads(capsys.readouterr().out) if one["kind"] == "copies"]
    main(["suite", "check", str(tmp_path), "--only", "leaks", "--format", "json"])
    (task,) = json.loads(capsys.readouterr().out)
    severity = "error" if split == "test-A" else "warning"
    assert [{one["severity"] for one in told} for told in (validated, task["findings"])] == [{severity}] * 2


def test_talk_that_comes_again_is_a_note(tmp_path, capsys):
    texts = [f"{one} text of {one * 2} that nobody else has seen {one * 3}" for one in "abcdefghijklmnopqrst"]
    for name, lines in (("train", texts[:10]), ("test-A", texts[10:])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "in.tsv").write_text("".join(f"{one}\n" for one in [*lines, "Thank you.", "Thank you."]))
        (tmp_path / name / "expected.tsv").write_text("a\nb\n" * 6)
    (tmp_path / "config.txt").write_text("--metric Accuracy\n")
    (tmp_path / "README.md").write_text("# Texts, CC0\n")
    main(["validate", str(tmp_path), "--format", "json"])
    told = [one for one in json.loads(capsys.readouterr().out) if one["kind"]]
    assert {(one["kind"], one["severity"]) for one in told} == {("repeats", "note"), ("copies", "note")}


def test_warnings_alone_are_no_failure(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("in.tsv", "expected.tsv"):
        path = challenge / "dev-0" / name
        path.write_text(path.read_text() * 2)  # every line twice
    assert main(["validate", str(challenge)]) == 0
    assert "\nwarning: " in capsys.readouterr().out


def test_problems_can_be_read_by_programs(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (challenge / "README.md").unlink()
    assert main(["validate", str(challenge), "--format", "json"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)
    assert problem["severity"] == "error"
    assert problem["path"].endswith("README.md")
    assert problem["remedy"]


def test_validating_nothing_is_a_problem(tmp_path: Path) -> None:
    assert main(["validate", str(tmp_path / "nowhere")]) == 1


def test_check_passes_a_good_output(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    give_output(challenge)
    (challenge / "test-A" / "expected.tsv").unlink()  # as participants see it
    assert main(["check", str(challenge)]) == 0
    assert capsys.readouterr().out == "1 output checked, fine: test-A/out.tsv\n"


def test_check_finds_a_missing_line(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    give_output(challenge, "just one line\n")
    assert main(["check", str(challenge), "--split", "test-A"]) == 1
    assert "out.tsv" in capsys.readouterr().out


def test_check_takes_an_output_from_elsewhere(
    challenge: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give_output(challenge).rename(tmp_path / "mine.tsv")
    assert main(["check", str(challenge), "--out", str(tmp_path / "mine.tsv")]) == 0
    assert main(["check", str(challenge), "--split", "dev-0", "--out", str(tmp_path / "mine.tsv")]) == 0


def test_check_looks_at_an_output_beside_variants_too(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant = give_output(challenge).rename(challenge / "test-A" / "out-rule.tsv")
    give_output(challenge)
    assert main(["check", str(challenge)]) == 0
    said = capsys.readouterr()
    assert said.out == "2 outputs checked, fine: test-A/out.tsv, test-A/out-rule.tsv\n"
    give_output(challenge, "just one line\n")
    assert main(["check", str(challenge), "--out", variant.name]) == 0
    assert capsys.readouterr().out == "1 output checked, fine: test-A/out-rule.tsv\n"
    assert main(["check", str(challenge)]) == 1
    assert "test-A/out.tsv" in capsys.readouterr().out


def test_check_names_outputs_from_elsewhere_with_their_split(
    challenge: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = give_output(challenge).rename(tmp_path / "mine.tsv")
    assert main(["check", str(challenge), "--split", "test-A", "--out", str(mine)]) == 0
    assert capsys.readouterr().out == f"1 output checked, fine: {mine} (for test-A)\n"


def test_check_says_what_is_no_challenge_and_no_output(
    challenge: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert main(["check"]) == 1
    assert "there are no splits (directories dev-* or test-*)" in capsys.readouterr().err
    assert main(["check", str(challenge), "--split", "test-A", "--out", str(tmp_path / "empty")]) == 1
    assert f"{tmp_path / 'empty'} is a folder; name the file of the output in it" in capsys.readouterr().err
    assert main(["check", "out.tsv"]) == 1
    assert "an output is named by  --out out.tsv" in capsys.readouterr().err


def test_an_empty_output_is_to_have_a_line_for_each_of_the_input(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give_output(challenge, "")
    assert main(["check", str(challenge)]) == 1
    assert "the output is empty; write one line for every line of the input" in capsys.readouterr().out


def test_check_without_any_output_says_where_to_put_one(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(challenge)]) == 1
    assert "test-A/out.tsv" in capsys.readouterr().err


def test_check_tells_of_a_description_that_platforms_cannot_use(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give_output(challenge)
    (challenge / "gonito.yaml").write_text("description: [1]\n")
    assert main(["check", str(challenge)]) == 0
    assert f"warning: {challenge / 'gonito.yaml'} line 1: " in capsys.readouterr().out


def test_line_numbers_for_programs_are_numbers(tmp_path, capsys):
    assert main(["init", str(tmp_path / "new"), "--metric", "MSE"]) == 0
    (tmp_path / "new" / "README.md").write_text("# Title\nodd \n")
    (tmp_path / "new" / ".gitignore").unlink()
    capsys.readouterr()
    assert main(["validate", str(tmp_path / "new"), "--format", "json"]) == 1
    assert {problem["line"] for problem in json.loads(capsys.readouterr().out)} == {None, 2}


def test_the_next_command_can_be_pasted(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["init", "my challenge", "--metric", "MSE"]) == 0
    assert "probierz validate 'my challenge'\n" in capsys.readouterr().out


def _split(folder: Path, rows: Iterable[tuple[str, str]]) -> None:
    rows = [*rows]
    folder.mkdir(exist_ok=True)
    (folder / "in.tsv").write_text("".join(f"{text}\n" for text, _one in rows))
    (folder / "expected.tsv").write_text("".join(f"{one}\n" for _text, one in rows))


PAIRS = [(f"der Satz mit der Nummer {at}", f"the sentence with number {at} in it") for at in range(40)]
TURNED = [PAIRS[at * 7 % 40][::-1] for at in range(40)]
LOW, HIGH = (
    [(f"text {at}\t{more + at * 7 % 48}.5", f"{96 - more - at * 7 % 48}.5") for at in range(80)] for more in (0, 48)
)
"""With 97 less the expected number in a column of the input, of low and of high numbers."""
OTHERS = [(f"ein anderer Satz, Nummer {at}", f"another sentence, number {at}") for at in range(40)]


@pytest.mark.parametrize(
    ("test", "split", "rows", "said"),
    [
        (ROWS, "test-B", [(f"{text}\t{one}", text[-1]) for text, one in ROWS], "column 2 is"),
        (PAIRS, "train", [*TURNED, *OTHERS], "column 1 is"),
        (PAIRS, "dev-0", OTHERS[:20] + TURNED[:20], "column 1 is"),
        (PAIRS, "test-B", TURNED, "a text somewhere in it is"),
        (PAIRS, "test-B", OTHERS, ""),
        (PAIRS, "train", [(one, two) for one, two in PAIRS], ""),
        (LOW, "dev-0", HIGH, ""),
    ],
)
def test_inputs_that_have_results_of_a_hidden_test_are_told(
    challenge: Path,
    capsys: pytest.CaptureFixture[str],
    test: list[tuple[str, str]],
    split: str,
    rows: list[tuple[str, str]],
    said: str,
) -> None:
    (challenge / "config.txt").write_text("--metric Accuracy")
    _split(challenge / "test-A", test)
    _split(challenge / split, rows)
    main(["validate", str(challenge)])
    told = [one for one in capsys.readouterr().out.splitlines() if "hidden expected result of test-A" in one]
    assert [f"{challenge / split}/in.tsv: {said} the hidden" in one for one in told] == [True] * bool(said)


def test_an_output_of_a_test_whose_results_are_held_back_can_be_checked(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give_output(challenge)
    (challenge / "test-A" / "expected.tsv").unlink()
    assert main(["eval", str(challenge)]) == 1
    said = capsys.readouterr().err
    assert "test-A has no expected results. Check yours with  probierz check " in said
    assert "put an output for it into dev-0 as out.tsv" in said
