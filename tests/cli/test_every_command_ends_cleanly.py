"""Each command under a full disk, a pipe nobody reads, few letters, few columns and Ctrl-C; and on damaged files.

A command does its work, or says in a sentence why it cannot; it never shows a traceback.
"""

import gzip
import json
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from every_command import CONDITIONS

from probierz.cli.main import every_command

sys.path += [str(Path(__file__).parent.parent / "suites"), str(Path(__file__).parent.parent / "suites" / "sqad")]
from sqad_made import make_records
from suite_examples import write_cats, write_suite

# All in one process of pytest-xdist: what they look at takes minutes to make, and is made once for all of them.
pytestmark = pytest.mark.xdist_group("every command")

# They run until they are told to stop, and have tests of their own.
SERVING = {"serve", "worker", "annotate sqad", "annotate items"}

# Every file is made by `data` below; where a folder is made, each condition makes another: {new}.
LINES = {
    "eval": "eval marks --split dev-0",
    "compare": "compare marks/dev-0/out-a.tsv marks/dev-0/out-b.tsv --trials 50 --samples 50",
    "lines": "lines marks --split dev-0 --out out-a.tsv",
    "slices": "slices marks --split dev-0 --out out-a.tsv --by length(exp) --trials 10",
    "worst": "worst marks --split dev-0 --out out-a.tsv",
    "classes": "classes --metric Accuracy --expected labels.tsv --out guesses.tsv",
    "calibration": "calibration --metric Brier --expected labels.tsv --out chances.tsv",
    "agreement": "agreement marks/dev-0/out-a.tsv marks/dev-0/out-b.tsv",
    "report": "report marks --split dev-0 --format markdown --samples 20",
    "metrics": "metrics error rate",
    "explain": "explain WER --expected-line zażółć --output-line jaźń",
    "init": "init {new} --metric WER",
    "validate": "validate marks",
    "check": "check marks --split dev-0",
    "systems": "systems punctuation",
    "train": "train majority marks --to {new}",
    "predict": "predict punctuation/comma-rule marks/dev-0/in.tsv",
    "baseline": "baseline marks --system unchanged --to {new}.tsv",
    "punctuate": "punctuate text.txt --system punctuation/comma-rule",
    "ocr-correct": "ocr-correct text.txt --system small",
    "submit": "submit marks --server http://127.0.0.1:9 --token x --dry-run",
    "index build": "index build long.txt --to {new}",
    "index search": "index search texts.index wiem",
    "ask": "ask texts.index kto wie?",
    "suite list": "suite list pets.toml",
    "suite show": "suite show pets.toml/cats",
    "suite get": "suite get pets.toml/cats --from cats --to {new}",
    "suite new": "suite new zoo --task cats=Accuracy --to {new}",
    "suite check": "suite check cats",
    "suite evaluate": "suite evaluate pets.toml pets.zip --from cats",
    "suite board": "suite board pets.toml/cats",
    "suite results": "suite results poleval-2021/ocr --split test-B",
    "suite publish": "suite publish pets.toml/cats --from cats --server http://127.0.0.1:9 --token x",
    "suite disclose": "suite disclose pets --server http://127.0.0.1:9 --token x",
    "suite submit": "suite submit pets mine.zip --server http://127.0.0.1:9 --token x",
    "suite export": "suite export marks {new}",
    "punctuation evaluate": "punctuation evaluate marks/dev-0 marks/dev-0 --file out-a.tsv",
    "punctuation check": "punctuation check --print-schema",
    "punctuation convert": "punctuation convert marks/dev-0 {new} --format json",
    "punctuation timings": "punctuation timings aligned marks/dev-0",
    "punctuation stats": "punctuation stats marks",
    "punctuation prepare": "punctuation prepare marks/dev-0 {new}",
    "ocr stats": "ocr stats pages",
    "ocr steps": "ocr steps pages small --split dev-0",
    "ocr scans": "ocr scans long.txt --to {new} --share 0.5",
    "ocr tokens": "ocr tokens align.tsv",
    "qa stats": "qa stats marks",
    "qa kinds": "qa kinds marks --split dev-0",
    "qa errors": "qa errors marks texts.index --split dev-0 --out marks/dev-0/out-a.tsv",
    "qa candidates": "qa candidates texts.index wiem",
    "qa reader": "qa reader labels.tsv --to {new}",
    "qa retriever": "qa retriever labels.tsv --to {new}",
    "quality baseline": "quality baseline rated dev-0",
    "quality table": "quality table rated",
    "quality rate": "quality rate text.txt text.txt --reference text.txt --system quality/bleu-2",
    "klej check": "klej check mine.zip --partial",
    "klej evaluate": "klej evaluate mine.zip --partial --expected klej --unchecked",
    "klej board": "klej board",
    "klej baseline": "klej baseline majority --data klej --to {new}.zip",
    "klej run": "klej run random cdsc-e --data klej --to {new} --seeds 1",
    "klej make": "klej make cdsc cdsc --to {new}",
    "sqad check": "sqad check records",
    "sqad fix": "sqad fix records --dry-run",
    "sqad stats": "sqad stats records",
    "sqad score": "sqad score ranked/test-A/out.tsv",
    "sqad split": "sqad split records",
    "sqad tables": "sqad tables records --to {new} --system sqad/overlap --show scores",
    "sqad build": "sqad build records sentences --to {new}",
    "sqad convert": "sqad convert records --to {new}.jsonl",
    "pretrain clean": "pretrain clean long.txt --in-language any --to {new}.txt",
    "pretrain tokenizer": "pretrain tokenizer long.txt --size 300 --to {new}",
    "pretrain run": "pretrain run long.txt --profile base --to {new} --dry-run",
    "convert": "convert samples.jsonl --to {new}.tsv --field output",
    "demo": "demo {new}",
    "doctor": "doctor --settings",
    "backup": "backup --home nowhere {new}.tar",
    "restore": "restore --home {new} nowhere.tar",
    "completion": "completion bash",
}

# Each reads a file that ends in its middle, or has a byte that is another one.
DAMAGED = {
    "eval": "eval --metric WER --expected {file} --out {file}",
    "compare": "compare --metric WER --expected {file} {file} marks/dev-0/out-a.tsv",
    "lines": "lines --metric WER --expected {file} --out {file}",
    "slices": "slices --metric WER --expected {file} --out {file} --by length(exp)",
    "worst": "worst --metric WER --expected {file} --out {file}",
    "classes": "classes --metric Accuracy --expected {file} --out {file}",
    "calibration": "calibration --metric Accuracy --expected {file} --out {file}",
    "agreement": "agreement --metric WER --expected {file} {file} marks/dev-0/out-a.tsv",
    "report": "report --metric WER --expected {file} {file} --format markdown",
    "predict": "predict punctuation/comma-rule {file}",
    "punctuate": "punctuate --system punctuation/comma-rule {file}",
    "ocr-correct": "ocr-correct {file} --system small",
    "ocr scans": "ocr scans {file} --to {new}",
    "ocr tokens": "ocr tokens {file}",
    "quality rate": "quality rate {file} {file} --reference {file} --system quality/bleu-2",
    "klej check": "klej check {file}",
    "klej evaluate": "klej evaluate {file}",
    "klej board": "klej board {file}",
    "punctuation timings": "punctuation timings {file} marks/dev-0",
    "suite get": "suite get pets.toml/cats --from {file} --to {new}",
    "convert": "convert {file} --to {new}",
    "pretrain clean": "pretrain clean {file} --read-as text --in-language any --to {new}",
    "pretrain tokenizer": "pretrain tokenizer {file} --read-as text --size 300 --to {new}",
    "sqad convert": "sqad convert {file} --to {new}",
}
ONLY_ARCHIVES = {"suite get": (".zip", ".tar.gz")}
ENDINGS = (".tsv.gz", ".tsv.bz2", ".tsv.xz", ".tsv.zst", ".zip", ".tar.gz", ".jsonl", ".parquet")


def line_of(text: str, new: str, file: str = "") -> list[str]:
    """The command line as `every_command` takes it."""
    return ["main", *(word.format(new=new, file=file) if word != "length(exp)" else word for word in text.split(" "))]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_data(tmp_path_factory.mktemp("data"))
    made = [
        "train ocr/cascade pages --to small",  # the shipped one takes long to load
        "sqad build records sentences --to ranked",
        "index build text.txt --to texts.index",
    ]
    run_all([(line_of(line, ""), "plain") for line in made], folder)
    first = (folder / "ranked" / "test-A" / "expected.tsv").read_bytes()
    (folder / "ranked" / "test-A" / "out.tsv").write_bytes(first)
    return folder


def make_data(folder: Path) -> Path:
    """Files for all commands."""
    texts = ["wiem, że tak", "dom, który stoi.", "nic nie wiem", "zażółć gęślą jaźń"] * 5
    plain = [text.replace(",", "").replace(".", "") for text in texts]
    files = {
        "marks/config.txt": ["--metric WER --metric Accuracy"],
        "marks/README.md": ["# Marks", "", "Set marks."],
        "labels.tsv": ["1", "0"] * 10,
        "guesses.tsv": ["1", "1"] * 10,
        "chances.tsv": ["0.8", "0.3"] * 10,
        "text.txt": plain,
        "long.txt": [" ".join(f"słowo{word} {text}" for word in range(40)) for text in texts],
        "align.tsv": ["1\t2\tnie\tnic", "1\t2\ta\ta"],
        "aligned/t0.clntmstmp": ["(10,20) wiem", "(25,30) że", "(40,50) tak", "</s>"],
        "samples.jsonl": [json.dumps({"output": text, "doc_id": at}) for at, text in enumerate(plain)],
        "pages/config.txt": ["--metric WER"],
        "rated/config.txt": ["--metric Pearson"],
        "rated/in-header.tsv": ["MT\tEN\tHUMAN"],
        "rated/dev-0/in.tsv": [f"{text}\t{text}\t{text} {at}" for at, text in enumerate(plain)],
        "rated/dev-0/expected.tsv": [str(at) for at, _ in enumerate(plain)],
    }
    for split in ("train", "dev-0"):
        files[f"marks/{split}/in.tsv"] = [f"t{at}\t{text}" for at, text in enumerate(plain)]
        files[f"marks/{split}/expected.tsv"] = texts
    for split in ("dev-0", "test-A"):
        files[f"pages/{split}/in.tsv"] = [f"1\t{at}\t1907\t{text}" for at, text in enumerate(plain)]
        files[f"pages/{split}/expected.tsv"] = texts
    files["pages/train/align.tsv"] = ["1\t2\tMatka\tMatka", "1\t2\tcudćj\tnull", "1\t2\tnull\tcudéj"]
    files["marks/dev-0/out-a.tsv"] = plain
    files["marks/dev-0/out-b.tsv"] = texts[:-1] + ["nic"]
    head = "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment"
    for part in ("train", "dev", "test"):
        files[f"cdsc/{part}.tsv"] = [head, *(f"{at}\t{text}\t{text}\t4.5\tNEUTRAL" for at, text in enumerate(plain))]
    files["klej/cdsc-e/train/expected.tsv"] = ["NEUTRAL"] * 9
    files["klej/cdsc-e/test_gold.tsv"] = ["NEUTRAL"] * 1000
    files["klej/cdsc-e/train/in.tsv"] = ["1\tone\ttwo"] * 9
    files["klej/cdsc-e/test-A/in.tsv"] = ["1\tone\ttwo"] * 1000
    for name, lines in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    write_suite(folder, write_cats(folder / "cats"), address="https://example.org/cats.git")
    make_records(folder / "records", 12)
    with zipfile.ZipFile(folder / "mine.zip", "w") as archive:
        archive.writestr("test_pred_cdsc-e.tsv", "target\n" + "NEUTRAL\n" * 1000)
    with zipfile.ZipFile(folder / "pets.zip", "w") as archive:
        archive.writestr("cats.tsv", "a\na\nb\n")
    _damage(folder)
    return folder


def _damage(folder: Path) -> None:
    """Files of each ending that cannot be read to their end."""
    packed = gzip.compress("\n".join(f"{at}\tzażółć {at}" for at in range(5000)).encode())
    rotten = bytearray(packed)
    rotten[len(rotten) // 2] ^= 0xFF
    with zipfile.ZipFile(folder / "damaged.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("test_pred_cdsc-e.tsv", "".join(f"{random.Random(at).random()}\n" for at in range(2000)))
    whole = bytearray((folder / "damaged.zip").read_bytes())
    whole[len(whole) // 3] ^= 0xFF
    (folder / "damaged.zip").write_bytes(whole)
    for ending in ENDINGS:
        if ending != ".zip":
            (folder / f"damaged{ending}").write_bytes(packed[: len(packed) // 2] if ending == ".tsv.gz" else rotten)


def run_all(cases: list[tuple[list[str], str]], folder: Path) -> list[tuple[int, str, str]]:
    program = Path(__file__).parent / "every_command.py"
    (folder / "streams").mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, program, folder / "streams"],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env={
            "PATH": "/usr/bin:/bin",
            "HOME": str(folder),
            "PROBIERZ_CACHE": str(folder / "cache"),
            "PROBIERZ_MODELS": str(folder / "models"),
            "PROBIERZ_HOME": str(folder / "home"),
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONWARNINGS": "ignore",
        },
    )
    return [tuple(one) for one in json.loads(done.stdout)]


@pytest.fixture(scope="module")
def ends(data: Path) -> dict[tuple[str, str], tuple[int, str, str]]:
    """How each command ends under each condition."""
    keys = [(command, condition) for command in LINES for condition in CONDITIONS]
    cases = [(line_of(LINES[command], f"new-{at}"), condition) for at, (command, condition) in enumerate(keys)]
    return dict(zip(keys, run_all(cases, data), strict=True))


def test_what_is_grouped_runs_in_one_process(request: pytest.FixtureRequest) -> None:
    together = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@every command") == together


def test_every_command_is_walked() -> None:
    assert set(LINES) == set(every_command()) - SERVING


@pytest.mark.parametrize("command", LINES)
def test_a_command_does_its_work_or_says_why_not(command: str, ends) -> None:
    code, out, told = ends[command, "plain"]
    assert "Traceback" not in told
    if command in ("submit", "suite disclose", "suite publish", "suite submit"):
        assert (code, out) == (1, "")
        assert "http://127.0.0.1:9 does not answer" in told
    elif command in ("backup", "restore"):  # platforms take long to make; tests/web/operation has them
        assert (code, out) == (1, "")
        assert "there is no such folder" in told or "nowhere.tar is not there" in told
    elif command == "qa retriever":  # a real table would need PyTorch, and minutes
        assert (code, out, "this is no table of judged passages" in told) == (1, "", True)
    elif command == "qa reader":
        assert (code, out, "this is not JSON" in told) == (1, "", True)
    elif command == "klej baseline":
        assert (code, "so the archive lacks these tasks" in told) == (1, True)
    elif command in ("validate", "suite check", "sqad check"):  # something is found
        assert code in (0, 1), told
    else:
        assert code == 0, told


@pytest.mark.parametrize("command", LINES)
def test_on_a_full_disk_a_command_says_so(command: str, ends) -> None:
    _, out, _ = ends[command, "plain"]
    code, _, told = ends[command, "full disk"]
    assert "Traceback" not in told
    if out:
        assert code == 1
        assert "the result cannot be written: No space left on device" in told


@pytest.mark.parametrize("command", LINES)
def test_when_nobody_reads_any_more_a_command_ends(command: str, ends) -> None:
    _, out, _ = ends[command, "plain"]
    code, _, told = ends[command, "closed pipe"]
    if out:
        assert code == 141
    assert "Traceback" not in told
    assert "Broken pipe" not in told


@pytest.mark.parametrize("command", LINES)
def test_a_narrow_terminal_that_knows_few_letters_gets_question_marks(command: str, ends) -> None:
    code, out, told = ends[command, "poor terminal"]
    assert code == ends[command, "plain"][0], told
    assert out.isascii() or command == "ocr-correct"  # which gives bytes back as it gets them
    assert "Traceback" not in told


@pytest.mark.parametrize("command", LINES)
def test_ctrl_c_ends_a_command_with_a_word(command: str, ends) -> None:
    _, out, _ = ends[command, "plain"]
    code, _, told = ends[command, "interrupted"]
    assert "Traceback" not in told
    if out:
        assert code == 130
        assert told.endswith("probierz: interrupted\n")


@pytest.fixture(scope="module")
def damaged_ends(data: Path) -> dict[tuple[str, str], tuple[int, str, str]]:
    """How each command ends that reads a damaged file."""
    keys = [(command, ending) for command in DAMAGED for ending in ENDINGS]
    lines = [line_of(DAMAGED[one], f"none-{at}", f"damaged{ending}") for at, (one, ending) in enumerate(keys)]
    return dict(zip(keys, run_all([(line, "plain") for line in lines], data), strict=True))


@pytest.mark.parametrize("command", DAMAGED)
def test_a_damaged_file_is_told_in_a_sentence(command: str, damaged_ends) -> None:
    for ending in ONLY_ARCHIVES.get(command, ENDINGS):
        code, out, told = damaged_ends[command, ending]
        assert "Traceback" not in told, f"{ending}: {told}"
        assert code in (1, 2), f"{ending}: {out} {told}"
        assert "damaged" in told + out, f"{ending}: {told}"


def test_nothing_is_left_of_what_could_not_be_made(damaged_ends, data: Path) -> None:
    assert damaged_ends
    assert list(data.glob("none-*")) == []
