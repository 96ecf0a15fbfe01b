"""Articles that are long on purpose: none costs much more than another of its length."""

import subprocess
import sys

import pytest

LONG = 400_000
RUNS = {
    "blanks": "'Jura' + ' ' * n + 'x'",
    "tabs": "'Jura' + '\\t' * n + 'x'",
    "blanks of a page": "'<p>Jura' + ' ' * n + 'x'",
    "entities of blanks": "'<p>Jura' + '&#32;' * (n // 5) + 'x'",
    "tags between blanks": "'<p>Jura' + ' <b>' * (n // 4) + 'x'",
    "line ends": "'Jura' + '\\n' * n + 'x'",
    "links of blanks": "'Jura' + '[[a| ]]' * (n // 7) + 'x'",
    "a link that has no name": "'[[' + ' \\0' * (n // 4) + ']]' * (n // 4)",
    "dots": "'Jura' + '.' * n + 'x'",
    "abbreviations": "'Sv. ' * (n // 4)",
    "initials": "'R.' * (n // 2) + 'x'",
    "initials before brackets": "'R.U.R. (' * (n // 8)",
}
READ = """
from probierz.web.annotation.pasting import read_pasted, taken_out
n = {n}
article = {article}
taken_out(article)
read_pasted(article + " a")
"""


@pytest.mark.parametrize("run", RUNS)
def test_a_long_run_is_read_in_the_time_of_any_article(run):
    """Where each sign is looked at from each other one, it takes a quarter of an hour and more."""
    command = [sys.executable, "-c", READ.format(n=LONG, article=RUNS[run])]
    subprocess.run(command, check=True, timeout=120)


FIELDS = """
from probierz.suites.sqad.content_rules import find_run
from probierz.suites.sqad.drafts import record_of_files
from probierz.suites.sqad.sentences import cut_czech_sentences
from probierz.suites.sqad.tagging import run_in
from probierz.suites.sqad.vertical import VerticalToken
n = {n}
words = ["a"] * n
find_run(["a"] * (n // 2) + ["b"], words)
run_in("a" * 5000 + "b", [VerticalToken("a", "a", "-", False, 1)] * 10000)
cut_czech_sentences("a" + "." * n + "x")
for text in (b"\\n" * n, b"q_type: a" + b" " * n + b"x", b"<q_type>" * (n // 8), b"q_type" + b" " * n):
    record = record_of_files("000001", {{"05metadata.txt": text}})
    record.question_type, record.answer_type
"""


def test_the_fields_of_a_record_are_read_in_the_time_of_any_other():
    subprocess.run([sys.executable, "-c", FIELDS.format(n=LONG)], check=True, timeout=120)
