"""How to get a number again without the platform, and how to cite it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from probierz.web.leaderboards.submission import VariantView
from probierz.web.submissions.models import Submission

__all__ = ["how_to_cite", "how_to_reproduce"]

CITED_DIGITS = 6


def how_to_reproduce(submission: Submission, root: str) -> str:
    """Return commands to paste: they score the outputs on the splits whose expected results everybody has."""
    slug = submission.challenge.slug
    open_tests = submission.version.tests.filter(is_hidden=False).order_by("split")
    splits = list(dict.fromkeys(open_tests.values_list("split", flat=True)))
    if not splits:
        return ""
    clone = ["git clone", shlex.quote(f"{root}/git/{slug}.git")]
    if submission.is_open:
        clone = ["git clone --branch", submission.published_branch, shlex.quote(f"{root}/git/{slug}.git")]
    lines = [" ".join(clone), f"cd {shlex.quote(slug)}"]
    if not submission.is_open:
        lines.append("# put your outputs here, as you handed them in")
    lines += [f"probierz eval . --split {shlex.quote(split)}" for split in splits]
    return "\n".join(lines)


def how_to_cite(submission: Submission, variants: Sequence[VariantView], root: str) -> str:
    """Return the main score with the first digits of the commit, as papers do: `0.945 {53ed07}`, and its address."""
    if not submission.commit:
        return ""
    digits = submission.commit[:CITED_DIGITS]
    main = [row for view in variants for row in view.scores if row.is_main and row.shown.is_disclosed]
    number = f"{main[0].shown.text} " if len(main) == 1 else ""
    return f"{number}{{{digits}}} {root}/q/{digits}"
