"""What is read on pages that are in Czech."""

import re
from pathlib import Path

import polib
from django.utils.html import strip_tags

import probierz.web

CZECH = {"accept-language": "cs-CZ,cs;q=0.9,en;q=0.5"}
CATALOGUE = Path(probierz.web.__file__).parent / "locale" / "cs" / "LC_MESSAGES" / "django.po"


def language_of(answer):
    return re.search(r'<html lang="(\w+)"', answer.content.decode())[1]


def texts_of(answer):
    """What is read on a page, element by element, with names of buttons for those who do not see them."""
    page = re.sub(r"<(script|style|code|pre)\b.*?</\1>", "", answer.content.decode(), flags=re.DOTALL)
    named = re.findall(r' (?:aria-label|placeholder|title|data-[a-z]+)="([^"]+)"', page)
    return {text.strip() for text in [*named, *re.split(r"<[^>]+>", page)]}


def english_words():
    """What is said in English alone: messages whose Czech is another."""
    entries = polib.pofile(str(CATALOGUE))
    return {strip_tags(one.msgid) for one in entries if one.msgstr != one.msgid and "%(" not in one.msgid}
