"""Sentences of the engine on pages in Polish."""

import ast
import gzip
import re
from pathlib import Path
from typing import get_args

import pytest
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import gettext, override
from interval_examples import notes

import probierz
from probierz.challenges.problems import Problem
from probierz.challenges.validate import validate
from probierz.web.challenges.checking import as_data
from probierz.web.challenges.services.versions import InvalidChallenge
from probierz.web.html.engine_sentences import PIECES
from probierz.web.html.engine_words import engine, in_this_language, patterns, told
from probierz.web.html.label_sentences import LABEL_PIECES
from probierz.web.html.record_sentences import RECORD_PIECES
from probierz.web.intake.errors import BrokenArchive
from probierz.web.intake.received import inflated
from probierz.web.sandbox.failures import limit_failure
from probierz.web.sandbox.limits import ScoringLimits
from probierz.web.sandbox.outcome import Blame

SOURCE = Path(probierz.__file__).parent

TABLE = [
    (
        "config.txt: beside other metrics WER and CER gives single errors of test-A away, as that hidden test has 60 "
        "lines",
        "config.txt: razem z innymi miarami WER i CER zdradza pojedyncze błędy w test-A, bo liczba wierszy tego "
        "ukrytego testu to 60",
    ),
    (
        "config.txt: the metric 'Acuracy' cannot be used: no metric is called 'Acuracy': did you mean Accuracy or "
        "TokenAccuracy or SegmentAccuracy? List all of them with  probierz metrics; correct it in config.txt",
        "config.txt: miary 'Acuracy' nie można użyć: żadna miara nie nazywa się 'Acuracy': czy chodziło o Accuracy, "
        "TokenAccuracy lub SegmentAccuracy? Wszystkie miary wymienia polecenie  probierz metrics; popraw ją "
        "w config.txt",
    ),
    (
        "no metric is called 'Foo': did you mean F1 or BLEU? List all of them with  probierz metrics",
        "żadna miara nie nazywa się 'Foo': czy chodziło o F1 lub BLEU? Wszystkie miary wymienia polecenie  "
        "probierz metrics",
    ),
    (
        "test-A/out.tsv: all labels are 'bad'; expected are 'bad', 'good'; is this the right file?",
        "test-A/out.tsv: wszystkie etykiety to 'bad'; oczekiwane są 'bad', 'good'; czy to właściwy plik?",
    ),
    (
        "out.tsv: 28 of 30 lines are empty, and 0 of 200 expected ones of train; is this the right file?",
        "out.tsv: pustych wierszy jest 28 z 30, a wśród oczekiwanych w train 0 z 200; czy to właściwy plik?",
    ),
    (
        "a.zip: 3 files are the output of cats: cats.tsv, cats.tsv.gz, cats/out.tsv; leave out all but one",
        "a.zip: wyjście zadania cats jest w kilku plikach (3): cats.tsv, cats.tsv.gz, cats/out.tsv; zostaw jeden z "
        "nich",
    ),
    (
        "out.tsv: 132 of 200 lines have another number of tokens than their inputs, the first is line 1; expected "
        "lines of train have as many; tokens are compared by their place: write each token of the input as one",
        "out.tsv: 132 z 200 wierszy ma inną liczbę tokenów niż ich wejścia, pierwszy to wiersz 1; oczekiwane wiersze "
        "w train mają ich tyle samo; tokeny są porównywane według miejsca: zapisz każdy token wejścia jako jeden",
    ),
    (
        "out.tsv line 7: 1 of 30 lines is empty, and 0 of 200 expected ones of train; is this the right file?",
        "out.tsv, wiersz 7: pustych wierszy jest 1 z 30, a wśród oczekiwanych w train 0 z 200; czy to właściwy plik?",
    ),
    (
        "out.tsv: lines are copies of their inputs, and those expected of train are not; is this the right file?",
        "out.tsv: wiersze są kopiami swoich wejść, a oczekiwane w train nie są; czy to właściwy plik?",
    ),
    ("out.tsv: all 30 lines are empty; is this the", "out.tsv: wszystkie wiersze (30) są puste; is this the"),
    (
        "out.tsv: lines have the words of other lines' inputs: line 1 those of line 2 of the input, on 40 of 40 lines "
        "that were compared; put them in the order of the input",
        "out.tsv: wiersze mają słowa z wejść innych wierszy: wiersz 1 słowa z wiersza 2 wejścia, w 40 z 40 "
        "porównanych wierszy; ułóż je w kolejności wejścia",
    ),
    (
        "out.tsv: lines are no more like their own inputs than like others, and those expected of train are; is this "
        "an output of another task, or in another order?",
        "out.tsv: wiersze nie są bardziej podobne do swoich wejść niż do innych, a oczekiwane w train są; czy to "
        "wyjście innego zadania albo w innej kolejności?",
    ),
    (
        "test-A/expected.tsv: lines are no more like their own inputs than like others, and those expected of train "
        "are; are these results of another task, or in another order?",
        "test-A/expected.tsv: wiersze nie są bardziej podobne do swoich wejść niż do innych, a oczekiwane w train są; "
        "czy to wyniki innego zadania albo w innej kolejności?",
    ),
    (
        "out.tsv line 2: RMSE cannot read this line: wanted a number with a decimal point, such as 12, -0.5 or 1e-3, "
        "and nothing after it; found '5,0'",
        "out.tsv, wiersz 2: RMSE nie może odczytać tego wiersza: potrzebna jest liczba z kropką dziesiętną, na "
        "przykład 12, -0.5 lub 1e-3, i nic poza nią; jest '5,0'",
    ),
    (
        "there are more lines than the 4 in test-A/expected.tsv; give one output line for every input line",
        "wierszy jest więcej niż 4, ile ma test-A/expected.tsv; podaj jeden wiersz wyjścia na każdy wiersz wejścia",
    ),
    (
        "test-A/out.tsv line 1: byte 0xE9 is not UTF-8; save the file as UTF-8",
        "test-A/out.tsv, wiersz 1: bajt 0xE9 nie należy do UTF-8; zapisz plik w kodowaniu UTF-8",
    ),
    (
        "test-A/out.tsv: there is 1 line, but 50 in test-A/in.tsv; give one output line for every input line",
        "test-A/out.tsv: wierszy jest 1, a powinno być 50, jak w test-A/in.tsv; podaj jeden wiersz wyjścia na każdy "
        "wiersz wejścia",
    ),
    (
        "out.tsv line 3: MAE cannot read this line: wanted a finite number; found 'nan'; write it like '22.0'",
        "out.tsv, wiersz 3: MAE nie może odczytać tego wiersza: potrzebna jest liczba skończona; jest 'nan'; zapisz go "
        "na przykład tak: '22.0'",
    ),
    (
        "dev-0/in.tsv: 3 of 100 lines: the same as an earlier line; remove repeated items, unless they are meant",
        "dev-0/in.tsv: wierszy takich samych jak wcześniejsze: 3 z 100; usuń powtórzone przykłady, chyba że mają tam "
        "być",
    ),
    (
        "mine.zip/test_pred_cdsc-e.tsv line 4: 1 line too many; the test has 3 records",
        "mine.zip/test_pred_cdsc-e.tsv, wiersz 4: wierszy za dużo: 1; przykładów w teście jest 3",
    ),
    (
        "mine.zip/test_pred_cdsc-e.tsv: there are 2 predictions, and the test has 3 records; predict every record, in "
        "the order of test_features.tsv",
        "mine.zip/test_pred_cdsc-e.tsv: odpowiedzi jest 2, a przykładów w teście 3; podaj odpowiedź na każdy przykład, "
        "w kolejności z test_features.tsv",
    ),
    (
        "out.tsv line 1: the header must be 'target', found 'a b'; put it in the first line",
        "out.tsv, wiersz 1: nagłówkiem ma być 'target', a jest 'a b'; wpisz go w pierwszym wierszu",
    ),
    (
        "out.tsv line 1: the header must be 'target', found '0'; put it above the predictions",
        "out.tsv, wiersz 1: nagłówkiem ma być 'target', a jest '0'; dopisz go nad odpowiedziami",
    ),
    (
        "out.tsv: there are 2 predictions, and the test has 3 records; predict every record, in the order of "
        "test_features.tsv; dev-0 has as many: is this its output?",
        "out.tsv: odpowiedzi jest 2, a przykładów w teście 3; podaj odpowiedź na każdy przykład, w kolejności z "
        "test_features.tsv; tyle samo ma dev-0: czy to jego wyjście?",
    ),
    (
        "x.zip: there are no predictions in it, but another archive, inner.zip; give that one",
        "x.zip: nie ma w nim odpowiedzi, tylko inne archiwum, inner.zip; podaj tamto",
    ),
    (
        "out.tsv: 3 more lines cannot be used, the last is line 9",
        "out.tsv: dalszych wierszy, których nie da się użyć: 3, ostatni to wiersz 9",
    ),
    (
        "out.tsv: all numbers are from -0.5 to 1, and those of dev-0 from 1 to 5; are they on its scale?",
        "out.tsv: wszystkie liczby są od -0.5 do 1, a w dev-0 od 1 do 5; czy są w tej skali?",
    ),
    ("a sentence that nobody listed, 1 of 2", "a sentence that nobody listed, 1 of 2"),
]


@pytest.mark.parametrize(("english", "polish"), TABLE)
def test_what_the_engine_says_most_is_said_in_polish_with_its_names_and_numbers(english, polish):
    with override("pl"):
        assert in_this_language(english) == polish
    with override("en"):
        assert in_this_language(english) == english


def test_the_original_stands_behind_a_translation_and_what_is_quoted_stays_text():
    with override("pl"):
        shown = engine("out.tsv line 1: MAE cannot read this line: wanted a finite number; found '<b>'")
    assert "wiersz 1" in shown
    assert "line 1: MAE cannot read this line" in shown
    assert "<b>" not in shown


def sentences_of_the_source():
    """All texts of the source but those of the table itself, with a mark where a value stands."""
    found = []
    for path in SOURCE.rglob("*.py"):
        if path.name in ("engine_sentences.py", "record_sentences.py") or "migrations" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else "\0" for part in node.values]
                found.append("".join(map(str, parts)))
    return found


COMPOSED = (
    r"%\(\w+\)s|^wanted |^This cannot be scored: | lines?\b|^too (?:few|many) lines: |^the | is more than $"
    r"|the (?:output|expected file) has |; | metric: "
)
"""Where the engine puts its sentences together."""


def put_together(folder):
    """Sentences that the source puts together of parts, as they come out."""
    problem = Problem("config.txt", None, "there is no config.txt")
    for kind in ("MemoryLimit", "CpuLimit"):
        for blame in get_args(Blame):
            yield limit_failure(kind, ScoringLimits(), blame, "out").message
    yield str(InvalidChallenge([problem]))
    yield str(InvalidChallenge([problem, problem]))
    for name in ("", ".xz"):
        path = folder / f"in.tsv{name}"
        path.write_bytes(gzip.compress(b"5\n"))
        with pytest.raises(BrokenArchive) as refused, inflated(path, name):
            pass
        yield str(refused.value)
    dev = folder / "dev-0"
    dev.mkdir()
    for name in ("in.tsv", "in.tsv.gz", "expected.tsv", "expected.tsv.gz", "out-a.tsv", "out-b.tsv"):
        (dev / name).write_text("5\n", encoding="utf-8")
    yield from map(str, validate(folder))
    for note in notes():
        yield str(note)
        yield note.general


MISTAKES = {
    "--metric Accuracy:Q":
        "miary 'Accuracy:Q' nie można użyć: nieznane lub błędne flagi miary przy 'Q': żadna flaga nie nazywa się 'Q'; "
        "są l u c S m t s f p N P; popraw ją w config.txt",
    "--metric Accuracy:mx":
        "miary 'Accuracy:mx' nie można użyć: nieznane lub błędne flagi miary przy 'x': po fladze m ma być re w "
        "postaci <…>; popraw ją w config.txt",
    "--metric Accuracy:p<x>":
        "miary 'Accuracy:p<x>' nie można użyć: po fladze p<x> ma być liczba procentów; popraw ją w config.txt",
    "--metric Accuracy:m<(>":
        "miary 'Accuracy:m<(>' nie można użyć: wyrażenie regularne '(' jest błędne: missing ) at position 1; popraw ją "
        "w config.txt",
    "--metric Fuzzy/WER":
        "miary 'Fuzzy/WER' nie można użyć: sposobu dopasowania nie można zastosować do miary WER: stosuje się go do "
        "Accuracy, MultiLabel-F{beta:decimal}, MultiLabel-Precision, MultiLabel-Recall; popraw ją w config.txt",
    "--metric F-1":
        "miary 'F-1' nie można użyć: F-1: beta to -1, a ma być liczbą od 0 do 1000000; popraw ją w config.txt",
    "--metric Accuracy --tokenizer foo":
        "miary 'Accuracy' nie można użyć: żaden tokenizator nie nazywa się 'foo'; są minimalistic, 13a, v14, "
        "character-by-character; popraw ją w config.txt",
    "--metric Accuracy --precision 4 --precision 5":
        "Nieprawidłowa opcja `--precision'; można ją podać raz, w config.txt lub w wierszu poleceń; popraw to w pliku "
        "i zaimportuj pliki jeszcze raz",
    "--metric Accuracy --precision few":
        "opcja --precision: nie można odczytać wartości `few'; popraw to w pliku i zaimportuj pliki jeszcze raz",
    "--metric": "Opcja `--metric` wymaga wartości; popraw to w pliku i zaimportuj pliki jeszcze raz",
    "--metrc WER":
        "Nieprawidłowa opcja `--metrc'; czy chodziło o --metric?; popraw to w pliku i "
        "zaimportuj pliki jeszcze raz",
    "--validate --init":
        "Nieprawidłowa opcja `--init'; jest już --validate, a tryby wykluczają się wzajemnie; popraw to w pliku i "
        "zaimportuj pliki jeszcze raz",
    "the metric": "Nieprawidłowy argument `the'; popraw to w pliku i zaimportuj pliki jeszcze raz",
    "-" * (2**20 + 1):
        "plik jest większy niż 1048576 bajtów; są w nim same opcje; popraw to w pliku i zaimportuj pliki jeszcze raz",
}  # fmt: skip
"""What somebody writes into config.txt, and what a page in Polish says of it."""


@pytest.mark.parametrize("config", MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_in_config_txt_is_told_in_polish(tmp_path, config):
    (tmp_path / "config.txt").write_text(config, encoding="utf-8")
    problem = as_data(validate(tmp_path)[:1])
    with override("pl"):
        page = render_to_string("challenges/problems.html", {"problems": problem})
    assert escape(MISTAKES[config]) in page.partition("<details")[0]


def test_what_two_checks_say_stands_once_and_without_a_command_or_an_english_word():
    remedy = "take another test set, or remove these texts from it; see  probierz suite check"
    problem = Problem("the challenge", None, "there is no such directory", remedy, "warning")
    with override("pl"):
        page = render_to_string("challenges/problems.html", {"problems": as_data([problem, problem])})
    assert page.count("<li>") == 1
    assert "wyzwanie: nie ma " in page.partition("<details")[0]
    assert "suite check" not in page
    assert "the challenge" not in page


def test_sentences_put_together_of_parts_are_known_in_polish(tmp_path):
    for sentence in put_together(tmp_path):
        message = sentence.replace(f"{tmp_path}/", "").partition(": ")[2] if str(tmp_path) in sentence else sentence
        message = re.sub(r"[\w-]+\.tsv(?:\.gz)?", "", message)
        assert untranslated_words(message, "config", "txt", "gitignore", "README", "Accuracy") == [], message


def test_notes_on_intervals_of_hidden_tests_have_no_numbers_or_labels_of_lines():
    said = {note.general.replace("towards 0.5", "").replace("with 0", "").replace("class 1", "") for note in notes()}
    assert len(said) > 15
    assert [one for one in said if re.search(r"""\d|['"]""", one)] == []


def test_every_piece_is_still_said_somewhere(tmp_path):
    sentences = [*sentences_of_the_source(), *put_together(tmp_path)]
    said = "\n".join(sentences)
    with_places = [one for one in map(as_pattern, sentences) if one is not None]
    for piece in PIECES:
        in_parts = all(words.strip(" :;,.") in said for words in re.split(COMPOSED, piece))
        assert in_parts or any(one.search(piece) for one in with_places), f"nothing says {piece!r} any more"


def as_pattern(sentence):
    """What a sentence with values in it looks like; None for one without values, or with hardly a word beside them."""
    words = sum(map(len, re.findall(r"[a-z]{3,}", sentence)))
    return re.compile(".+?".join(map(re.escape, sentence.split("\0")))) if "\0" in sentence and words >= 7 else None


# --- sentences that nobody translated --------------------------------------------------------------------------------

SHOWN = (
    "archives/*.py", "challenges/candidates.py", "web/intake/*.py",
    "web/webhooks/receiver_address.py", "web/jobs/services.py", "web/jobs/worker.py", "web/sandbox/failures.py",
    "web/sandbox/challenge_rules.py", "web/submissions/handlers.py", "web/submissions/probing.py",
    "web/submissions/fetching.py", "web/submissions/services/*.py", "web/challenges/*.py",
    "web/challenges/services/*.py", "suites/output_archive.py", "suites/zipped_files.py", "suites/klej/archive.py",
    "suites/sqad/records.py", "suites/sqad/json_lines.py", "suites/sqad/squad_files.py",
    "suites/squad_form.py",
)  # fmt: skip
"""Files whose sentences pages show, or which say what a job failed of, beside those of the checks of challenges."""
CHECKS = ("challenges/validate.py", "challenges/check.py")
NO_CHECKS = re.compile(r"scoring/|challenges/evaluat|metrics/(?!definition|names|combinators|matching)")
"""What checks import and lets score; of `metrics` only reading a name is their own, and for lines see below."""


def files_of_checks():
    """The files that say what is wrong with a challenge or an output: those of the checks, and what these call."""
    found, waiting = set(), [SOURCE / one for one in CHECKS]
    while waiting:
        path = waiting.pop()
        if path not in found and not NO_CHECKS.match(path.relative_to(SOURCE).as_posix()):
            found.add(path)
            waiting += imported_by(path)
    return found


def imported_by(path):
    """Files of the package of which a file imports more than constants, which say nothing."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("probierz."):
            place = SOURCE.joinpath(*node.module.split(".")[1:])
            names = [one.name for one in node.names if not one.name.isupper()]
            places = [place, *(place / name for name in names)] if names else []
            yield from (file for one in places if (file := one.with_suffix(".py")).is_file())


HELP = {"OptionKind", "FlagKind", "_mode", "_switch", "_value"}
"""What makes the tables of options and flags, whose words are help on the command line."""
TRANSLATED = {"_", "gettext", "gettext_noop", "gettext_lazy", "ngettext", "pgettext"}
NOT_ON_PAGES = re.compile(
    r"^[a-z -]+/[a-z-]+; charset|^(?:tree|nofollow|--format|ulimit|default-src|\* -export)|^(?:list|tuple|dict)\["
    # what git itself says, by which its troubles are told apart, and what only logs of jobs and operators have
    r"|^(?:died of signal|couldn't find remote|unable to update url|could not read Username|terminal prompts|does not|"
    r"not valid: is this|Could not resolve|left out: |fetching the |WARNING: |.*the usual one is put there|… the log|"
    r"git \0\.\0 or newer|an import that only looks|a change is one of)"
    # of the API and of git over HTTP, which are in English
    r"|^(?:Clone this address|There is no such challenge\.|Nothing of this challenge|Give your login|Much is fetched|"
    r"The request (?:is larger|is no gzip|breaks off))"
    # of GEval
    r"|^(?:No file with|Found space at|The best possible value|Unknown or broken metric definition)"
    # names of columns
    r"|^answer answers category"
    # of commands and functions in Python, which are given a folder, lines, a file of metrics or the name of a split
    r"|^(?:\0: \0; give the directory of a challenge|\0: no split is called|\0 has several outputs: |\0: a selector|"
    r"\0 is left out where no output is named|every line must be a string|give the lines as a list|None; an empty line|"
    r"\0; turn it into text first|\0 is not a regular expression: |the flag \0 does not change text|uv pip install|"
    r"\0 needs \0: install it with|\0 needs finish=|\0: this file of metrics|\0: the \0 \0 is defined in \0 already)"
    # of commands that are given a folder
    r"|^\0: there is no such folder; give the folder that holds|^\0: this is a file, and a folder of records is wanted"
    r"|^make one of JSON lines by"
    # the README of a challenge that is made of judged passages
    r"|^# \0\n\n\0 passages"
    # of which other sentences are put together, see below; and lines of logs
    r"|^(?: cannot read this line: |a metric of the challenge cannot|the input or the expected results of the chall|"
    r"the challenge is not set up|This cannot be scored: \0|no very long lines|Your output is |Scoring needs more|"
    r"\0 too many; the test has|\0: there are no \0 in it, but|\0 cannot be used, the last is|"
    r"\0 the challenge from being published|version \0 is the current|nothing has changed: |"
    r"the challenge is not published yet|tests have changed|: what was handed in is scored again|a number of percent$|"
    r"is this an output of another task$| does not compile: |the reverse order$|of at least \0$|the whole line$|"
    r"Matching specification cannot be|\0: it applies to|: did you mean \0\? List|no metric is called \0\0 all|"
    r"; there is none at all|\0: there is no output \0; put it there|; did you mean \0$|an item of a|the heading of a)"
    r"|^the (?:[a-z -]+) (?:of|in)$|^the (?:first|last) part of \0$|^the pair of \0 and \0$"
    # causes that stand in brackets behind a translated sentence, for those who know archives
    r"|^(?:Compressed file ended|a header of the archive|the archive ends within)"
)


def sentences_of(path):
    """All sentences in a file that are not translated where they stand, with a mark where a value stands."""

    def found(node):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in {*TRANSLATED, "compile"}:
            return
        if isinstance(node, ast.Assert) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            return
        if isinstance(node, ast.keyword) and node.arg in {"geval", "description", "summary"}:
            return
        if isinstance(node, ast.Call) and ast.unparse(node.func) in HELP:
            return
        text = text_of(node)
        if text is None:
            for child in ast.iter_child_nodes(node):
                yield from found(child)
        elif len(re.findall(r"(?:^|[ \0])[a-z]{2,}\b", text)) >= 3 and not NOT_ON_PAGES.search(text):
            yield text

    return list(found(ast.parse(path.read_text(encoding="utf-8"))))


def text_of(node):
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values)
    return None


def untranslated_words(sentence, *names, pieces=PIECES):
    """The fewest English words left of a sentence, whatever stands in its places; names are no words."""
    whole = as_pattern(sentence)
    if whole is not None and any(whole.search(piece) for piece in pieces):
        return []
    known = [pattern for piece, (_, pattern) in patterns().items() if piece in pieces]
    places = ("7", "'a b'", "a.tsv", "Metric", "is too long", "7 MiB")
    left = []
    for place in places:
        text = sentence.replace("\0", place)
        for pattern in known:
            text = pattern.sub("\0", text)
        left.append([word for word in re.findall(r"[A-Za-z]{3,}", text.replace(place, "")) if word not in names])
    return min(left, key=len)


def test_every_sentence_that_pages_show_is_known_in_polish():
    unknown = {
        f"{path.relative_to(SOURCE)}: {sentence!r}"
        for path in files_of_checks().union(*map(SOURCE.glob, SHOWN))
        for sentence in sentences_of(path)
        if untranslated_words(sentence)
    }
    assert sorted(unknown) == [], "put the sentence into html/engine_sentences.py, and into the catalogue"


def test_every_sentence_about_archives_and_records_is_known_in_czech():
    with override("cs"):
        assert [piece for piece in RECORD_PIECES if gettext(piece) == piece] == []
    unknown = {
        f"{path.relative_to(SOURCE)}: {sentence!r}"
        for pattern in (
            "archives/*.py",
            "suites/sqad/records.py",
            "suites/sqad/json_lines.py",
            "suites/sqad/squad_files.py",
            "suites/squad_form.py",
        )
        for path in SOURCE.glob(pattern)
        for sentence in sentences_of(path)
        if untranslated_words(sentence, pieces=RECORD_PIECES)
    }
    assert sorted(unknown) == [], "put the sentence into html/record_sentences.py, and into both catalogues"


def test_every_sentence_about_labels_and_found_passages_is_known_in_czech():
    with override("cs"):
        assert [piece for piece in LABEL_PIECES if gettext(piece) == piece] == []
    wanted = [reason for reason in reasons_of_lines() if reason.startswith("wanted ")]
    said = [*wanted, *sentences_of(SOURCE / "challenges" / "candidates.py")]
    unknown = [sentence for sentence in said if untranslated_words(sentence, pieces=LABEL_PIECES)]
    assert unknown == [], "put the sentence into html/label_sentences.py, and into both catalogues"


def reasons_of_lines():
    """For what a metric cannot read a line."""
    return {
        text
        for path in SOURCE.glob("metrics/*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "ParseError" and path.name != "reads.py"
        if node.args and (text := text_of(node.args[0]))
    }


def test_what_a_line_cannot_be_read_for_is_known_in_polish():
    reasons = reasons_of_lines()
    assert len(reasons) > 10
    assert sorted(reason for reason in reasons if untranslated_words(reason)) == []


def test_people_are_refused_in_their_language():
    """Refused and QueueFull speak to the person who asks: their sentences are translated where they are."""
    plain = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in (SOURCE / "web").rglob("*.py")
        if "operation" not in path.parts  # commands of operators
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"Refused", "QueueFull"}
        if node.args and len((text_of(node.args[0]) or "").replace("\0", "").split()) > 2
    ]
    assert plain == []


def test_a_page_names_what_is_done_there_and_no_command():
    said = str(engine("no challenge is there; name the directory of the challenge, or create one with  probierz init"))
    assert said == "no challenge is there; give an archive, a repository or a folder that has config.txt in it"


def test_what_kind_a_line_of_a_log_is_stands_in_the_language_of_the_page():
    line = "test-A/out.tsv: a WARNING: in between stays"
    for english, polish in (("WARNING: it is odd", "OSTRZEŻENIE: it is odd"), ("error: no", "błąd: no"), (line, line)):
        assert told(english) == english
        with override("pl"):
            assert told(english) == polish
