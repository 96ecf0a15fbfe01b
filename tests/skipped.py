"""What was skipped, why, and what would run it: the block at the end of a test run."""

import re
from collections import Counter

# The first pattern that a reason matches tells what is missing and the command that brings it.
CAUSES = [
    (r"torch|transformers|extra neural", "PyTorch and what networks need", "make test-neural"),
    (r"morfeusz", "Morfeusz 2, an extra", "pip install '.[morfeusz]'"),
    (r"PROBIERZ_DATA|no real |no (bundles|records|files of|OCR challenge)|is not there|expected results are at hand",
     "real challenges", "PROBIERZ_DATA=FOLDER make test"),
    (r"[Cc]hromium", "a browser", "apt-get install chromium-headless-shell"),
    (r"mkdocs", "the documentation's tools", "make docs"),
    (r"xgettext|gettext", "gettext", "apt-get install gettext"),
    (r"pdflatex", "LaTeX", "apt-get install texlive-latex-recommended"),
    (r"systemd-analyze", "systemd", "apt-get install systemd"),
    (r"openssl", "OpenSSL's command", "apt-get install openssl"),
    (r"could not import|not installed|installed by", "a library of the tests", "make test"),
    (r"Linux|/proc|/dev/full|::1|bash", "another machine", "a Linux with IPv6"),
]  # fmt: skip


def explained(reasons):
    """Return lines: how many tests, what is missing, what would run them; what no cause explains comes as it is."""
    counts = Counter(map(_cause, reasons))
    rows = [(str(count), what, command) for (what, command), count in counts.most_common()]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)] if rows else []
    return [f"{count:>{widths[0]}}  {what:<{widths[1]}}  {command}".rstrip() for count, what, command in rows]


def _cause(reason):
    plain = reason.removeprefix("Skipped: ")
    found = next(((what, command) for pattern, what, command in CAUSES if re.search(pattern, plain)), None)
    return found or (plain, "")
