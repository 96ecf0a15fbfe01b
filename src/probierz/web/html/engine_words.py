"""What the engine says of outputs and challenges, in the language of the page; the engine itself speaks English.

The sentences that people meet most are in the catalogue of translations, piece by piece: what stands between the pieces
(names, numbers, texts of files) stays as it is, and so does a sentence that is not listed.
"""

from __future__ import annotations

import re
from functools import cache, partial

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, gettext_noop

__all__ = ["engine", "in_this_language"]

register = template.Library()

PIECES = (
    gettext_noop("%(file)s line %(n)s: "),
    gettext_noop("%(metric)s cannot read this line: "),
    gettext_noop("%(metric)s cannot compare this line with the expected one: "),
    gettext_noop("wanted a number with a decimal point, such as 12, -0.5 or 1e-3"),
    gettext_noop(", and nothing after it"),
    gettext_noop("wanted a probability, a number from 0 to 1"),
    gettext_noop("wanted a finite number"),
    gettext_noop("wanted as many tokens as expected"),
    gettext_noop("wanted exactly two fields with one TAB between them"),
    gettext_noop("; found "),
    gettext_noop(", found "),
    gettext_noop("the upload is neither an output nor an archive; upload .tsv, .jsonl, .zip or .tar.gz"),
    gettext_noop("the upload is no archive; upload .zip or .tar.gz"),
    gettext_noop("it is not said which test the output is for; choose one of: "),
    gettext_noop("there is no output in the archive; call it "),
    gettext_noop("the archive holds another archive and no output; pack the files themselves: "),
    gettext_noop("the archive holds %(word)s in two folders; pack every file once"),
    gettext_noop("the archive holds %(word)s twice; pack every file once"),
    gettext_noop("the archive has more than %(n)s entries; leave out what is not needed"),
    gettext_noop("the archive is encrypted; pack it without a password"),
    gettext_noop("the archive was cut off: its end is missing; fetch it again, or pack it anew"),
    gettext_noop(
        "this is not an archive: neither .zip nor .tar, packed or not; pack the files into one .zip or .tar.gz"
    ),
    gettext_noop("no records of SQAD are here; a record is a folder such as 000001 with 01question.vert in it"),
    gettext_noop("this and %(file)s are both the %(word)s; remove one of them"),
    gettext_noop("the file is larger than %(n)s MiB; this is no part of a record"),
    gettext_noop("60 : 10 : 30 of %(n)s records leaves a part empty; at least 10 are needed"),
    gettext_noop("its %(n)s bytes inflate to more than %(of)s times as many"),
    gettext_noop("use it unpacked if it is what it should be"),
    gettext_noop("%(word)s in the archive is a link or a device; pack the files themselves"),
    gettext_noop("the file is damaged or cut off; fetch it again, or pack it anew"),
    gettext_noop("the file has more than %(n)s MiB; compress it, or leave out what is not needed"),
    gettext_noop("unpacked, it has more than %(n)s MiB; leave out what is not needed"),
    gettext_noop("unpacked, all files together have more than %(n)s MiB; "),
    gettext_noop("leave out what is not needed, or hand in fewer outputs at a time"),
    gettext_noop("unpacking all files takes more than %(n)s s; "),
    gettext_noop("hand in fewer outputs at a time, or pack them once only"),
    gettext_noop("there is no file; choose an output or an archive of outputs"),
    gettext_noop("%(word)s was given twice; give every output once"),
    gettext_noop("the address of the repository is empty"),
    gettext_noop("addresses of the kind %(word)s are not fetched from"),
    gettext_noop("the address names a server, but no repository"),
    gettext_noop("the address holds a password"),
    gettext_noop("the address holds a user name, a password or a token"),
    gettext_noop("the address cannot be taken apart"),
    gettext_noop("the address has no proper host"),
    gettext_noop("there is no host %(word)s; check its spelling"),
    gettext_noop("the host %(word)s has no address; check its spelling"),
    gettext_noop("the host is a name inside a private network"),
    gettext_noop("the host leads into a network that is not public"),
    gettext_noop("the name of the branch is empty; give the branch with your outputs"),
    gettext_noop("%(word)s cannot be the name of a branch"),
    gettext_noop("give the https:// address of a public repository"),
    gettext_noop("give the address of a public repository"),
    gettext_noop("take out what stands before '@', and revoke it if it was a password or token"),
    gettext_noop("name the branch with letters, digits, '-', '_', '.' and '/'"),
    gettext_noop("the branch %(word)s must not be submitted; submit a branch of your own"),
    gettext_noop("the output is empty; write with one line for every line of the input"),
    gettext_noop("there are more lines than the %(n)s in %(file)s; "),
    gettext_noop("there are fewer lines than the %(n)s in %(file)s; "),
    gettext_noop("byte %(word)s is not UTF-8; save the file as UTF-8"),
    gettext_noop("a NUL character was found; remove it"),
    gettext_noop("the number of lines is more than %(n)s, but %(of)s are wanted"),
    gettext_noop("the number of lines is %(n)s, but %(of)s are wanted"),
    gettext_noop("too few lines: the output has %(n)s line, the expected file has more; "),
    gettext_noop("too few lines: the output has %(n)s lines, the expected file has more; "),
    gettext_noop("too many lines: the expected file has %(n)s line, the output has more; "),
    gettext_noop("too many lines: the expected file has %(n)s lines, the output has more; "),
    gettext_noop("give one output line for every input line"),
    gettext_noop("the output file is empty"),
    gettext_noop("there is no output to score; commit "),
    gettext_noop("there are %(word)s for one variant"),
    gettext_noop("there are more than %(n)s outputs of one test"),
    gettext_noop("keep one of them"),
    gettext_noop("submit the others on a branch of their own"),
    gettext_noop("This cannot be scored: a metric of the challenge cannot be used."),
    gettext_noop("This cannot be scored: the input or the expected results of the challenge cannot be used."),
    gettext_noop("This cannot be scored: the challenge is not set up as it should be."),
    gettext_noop("Nothing is known to be wrong with your output, and this does not count against your quota."),
    gettext_noop("Its organisers can see the reason."),
    gettext_noop("The server could not read or write a file."),
    gettext_noop("The server could not write a file."),
    gettext_noop("The server lacks a library that this file needs."),
    gettext_noop("The scoring process could not be started."),
    gettext_noop("The scoring process broke down."),
    gettext_noop("The scoring process was killed from outside."),
    gettext_noop("Scoring was cancelled."),
    gettext_noop("Scoring took longer than %(word)s seconds, because the server is busy."),
    gettext_noop("the submission was deleted"),
)
NAMES = {"n": r"\d+", "of": r"\d+", "word": r"\S+(?: and \S+)*?", "metric": r"[^\s:][^:]*?", "file": r"[^\s:]+"}


def in_this_language(sentence: str) -> str:
    """Return a sentence of the engine in the language of the page, as far as it is known."""
    if (get_language() or "en").startswith("en"):
        return sentence
    for piece in PIECES:
        sentence = _pattern(piece).sub(partial(_translated, piece), sentence)
    return sentence


def _translated(piece: str, found: re.Match[str]) -> str:
    return gettext(piece) % found.groupdict()


@cache
def _pattern(piece: str) -> re.Pattern[str]:
    parts = re.split(r"%\((\w+)\)s", piece)
    return re.compile("".join(f"(?P<{one}>{NAMES[one]})" if at % 2 else re.escape(one) for at, one in enumerate(parts)))


@register.filter
def engine(said: object) -> SafeString:
    """Show a sentence of the engine, or a problem; where that is a translation, the original stands behind it."""
    sentence = str(said)
    known = in_this_language(sentence)
    if known == sentence:
        return format_html("{}", sentence)
    return format_html(
        '{} <details class="plain original"><summary>{}</summary><span lang="en">{}</span></details>',
        known, gettext("In the words of the engine"), sentence,
    )  # fmt: skip
