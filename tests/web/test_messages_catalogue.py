"""The Polish words of the platform, and the Czech ones of some of its pages."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import polib
import pytest
from django.utils.translation import ngettext, override

import probierz.web
from probierz.web.html.languages import has_czech_words

WEB = Path(probierz.web.__file__).parent
GLOSSARY = Path(__file__).resolve().parents[2] / "docs" / "glossary.md"
CATALOGUE = WEB / "locale" / "pl" / "LC_MESSAGES" / "django.po"


@pytest.fixture(scope="module")
def words():
    return polib.pofile(str(CATALOGUE))


def test_nothing_is_untranslated_or_in_doubt(words):
    assert [entry.msgid for entry in words.untranslated_entries()] == []
    assert [entry.msgid for entry in words.fuzzy_entries()] == []


def test_the_compiled_catalogue_is_fresh(words):
    def content(entries):
        return {(entry.msgctxt, entry.msgid): (entry.msgstr, entry.msgstr_plural) for entry in entries}

    assert content(polib.mofile(str(CATALOGUE.with_suffix(".mo")))) == content(words.translated_entries())


def test_placeholders_are_the_same_in_both_languages(words):
    def placeholders(text):
        return sorted(re.findall(r"%\(\w+\)[sd]", text))

    for entry in words:
        for number, text in entry.msgstr_plural.items() if entry.msgid_plural else [(None, entry.msgstr)]:
            missing = Counter(placeholders(entry.msgid)) - Counter(placeholders(text))
            assert not Counter(placeholders(text)) - Counter(placeholders(entry.msgid)), entry.msgid
            assert missing.total() <= (number == 0), entry.msgid  # of one thing a word may say that it is one


def test_plurals_have_all_polish_forms(words):
    assert "nplurals=4" in words.metadata["Plural-Forms"]
    assert all(len(entry.msgstr_plural) == 4 for entry in words if entry.msgid_plural)


# What all forms of the glossary's Polish word begin with.
STEMS = {
    "challenge": "wyzwa",
    "input": "wejś",
    "output": "wyjś",
    "metric": "miar",
    "submission": "zgłosze",
    "variant": "wariant",
    "phase": "faz",
    "board": "ranking",
    "tag": "znacznik",
    "label": "etykie",
    "team": "zesp",
    "suite": "zestaw",
    "slice": "wycin",
    "interval": "przedzia",
}
# These say the thing itself in Polish only where English does; the others may stand where English has a pronoun.
BOTH_WAYS = ["output", "variant", "phase", "board", "tag", "label", "slice", "interval"]


def has_word(text, word):
    return re.search(rf"\b{word}(s|es|ling)?\b", re.sub(r"%\(\w+\)[sd]|<[^>]*>", "", text), re.IGNORECASE) is not None


def in_both_languages(words):
    for entry in words:
        for text in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            yield entry.msgid, text


@pytest.mark.parametrize(("word", "stem"), STEMS.items())
def test_polish_has_the_word_of_the_glossary(words, word, stem):
    row = re.search(rf"^\| {word} \| (\S+)", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)
    assert row
    assert row[1].startswith(stem)
    said = [(english, polish) for english, polish in in_both_languages(words) if has_word(english, word)]
    assert [pair for pair in said if stem not in pair[1].lower()] == []


@pytest.mark.parametrize("word", BOTH_WAYS)
def test_a_polish_word_of_the_glossary_is_used_for_nothing_else(words, word):
    said = [(english, polish) for english, polish in in_both_languages(words) if STEMS[word] in polish.lower()]
    assert [pair for pair in said if not has_word(pair[0], word)] == []


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext is not installed")
def test_every_message_of_the_code_is_in_the_catalogue(words, tmp_path):
    copy = tmp_path / "web"
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns("static", "__pycache__"))
    command = (
        "import django; from django.conf import settings;"
        "settings.configure(LOCALE_PATHS=['locale'], USE_I18N=True); django.setup();"
        "from django.core.management import call_command as call; call('makemessages', locale=['pl'], verbosity=0)"
    )
    subprocess.run([sys.executable, "-P", "-c", command], cwd=copy, check=True)
    fresh = polib.pofile(str(copy / CATALOGUE.relative_to(WEB)))
    found = {(entry.msgctxt, entry.msgid) for entry in fresh if not entry.obsolete}
    known = {(entry.msgctxt, entry.msgid) for entry in words if not entry.obsolete}
    assert found == known, "run `make messages`, write the Polish words, run it again"


@pytest.fixture(scope="module")
def czech_words():
    return polib.pofile(str(WEB / "locale" / "cs" / "LC_MESSAGES" / "django.po"))


def test_all_that_pages_in_czech_show_is_in_czech(words, czech_words):
    shown = {
        (entry.msgctxt, entry.msgid)
        for entry in words
        if not entry.obsolete and any(has_czech_words(source) for source, _ in entry.occurrences)
    }
    assert {(entry.msgctxt, entry.msgid) for entry in czech_words} == shown, "run `make messages`"
    assert [entry.msgid for entry in czech_words if not entry.translated()] == []


def test_the_compiled_czech_catalogue_is_fresh(czech_words):
    def content(entries):
        return {(entry.msgctxt, entry.msgid): (entry.msgstr, entry.msgstr_plural) for entry in entries}

    compiled = polib.mofile(str(WEB / "locale" / "cs" / "LC_MESSAGES" / "django.mo"))
    assert content(compiled) == content(czech_words)


@pytest.mark.parametrize(("language", "closing"), [("pl", "”"), ("cs", "“")])
def test_quotation_marks_are_those_of_the_language(language, closing):
    entries = polib.pofile(str(WEB / "locale" / language / "LC_MESSAGES" / "django.po"))
    said = [text for one in entries if not one.obsolete for text in (one.msgstr, *one.msgstr_plural.values())]
    shown = [re.sub(r"<[^>]*>", "", text) for text in said]  # attributes of tags have straight ones
    other = {"”", "“"} - {closing}
    wrong = re.compile(rf"[\"‘{''.join(other)}]|(?<!\w)'|'(?!\w)")
    assert [text for text in shown if wrong.search(text) or text.count("„") != text.count(closing)] == []


def test_czech_keeps_placeholders_and_has_all_plural_forms(czech_words):
    def placeholders(text):
        return sorted(re.findall(r"%\(\w+\)[sd]", text))

    for entry in czech_words:
        forms = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        assert len(forms) == (4 if entry.msgid_plural else 1), entry.msgid
        assert all(placeholders(text) == placeholders(entry.msgid) for text in forms), entry.msgid


@pytest.mark.parametrize(
    ("count", "said"), [(1, "čeká 1 otázka"), (2, "čekají 2 otázky"), (5, "čeká 5 otázek"), (22, "čeká 22 otázek")]
)
def test_czech_counts_as_people_do(count, said):
    with override("cs"):
        text = ngettext("%(n)s question waits for an answer.", "%(n)s questions wait for an answer.", count)
    assert said in text % {"n": count}
