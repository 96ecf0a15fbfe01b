"""Write the messages that pages in Czech show into the Czech catalogue, which keeps the words it has: `make messages`.

They are those of the Polish catalogue that stand in files of these pages, see `probierz.web.html.languages`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import polib

from probierz.web.html.languages import has_czech_words

LOCALE = Path(__file__).parents[1] / "src" / "probierz" / "web" / "locale"


def main() -> None:
    """Bring the catalogue up to date; say which messages lack their Czech words."""
    path = LOCALE / "cs" / "LC_MESSAGES" / "django.po"
    words = polib.pofile(str(path), wrapwidth=0)
    known = {(one.msgctxt, one.msgid): one for one in words}
    polish = polib.pofile(str(LOCALE / "pl" / "LC_MESSAGES" / "django.po"))
    words[:] = [_entry(one, known.get((one.msgctxt, one.msgid))) for one in polish if _is_shown(one)]
    words.save()
    for one in words.untranslated_entries():
        print(f"without Czech words: {one.msgid!r}", file=sys.stderr)


def _is_shown(entry: polib.POEntry) -> bool:
    return not entry.obsolete and any(has_czech_words(source) for source, _ in entry.occurrences)


def _entry(english: polib.POEntry, known: polib.POEntry | None) -> polib.POEntry:
    """Return a message with its Czech words, empty ones where there are none."""
    said = dict.fromkeys(range(4), "") if english.msgid_plural else {}
    return polib.POEntry(
        msgctxt=english.msgctxt, msgid=english.msgid, msgid_plural=english.msgid_plural,
        msgstr=known.msgstr if known else "", msgstr_plural=(known and known.msgstr_plural) or said,
        occurrences=english.occurrences, flags=[flag for flag in english.flags if flag != "fuzzy"],
    )  # fmt: skip


if __name__ == "__main__":
    main()
