"""How to get a number again without the platform, and how to cite it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from django.utils.translation import gettext as _

from probierz.web.challenges.git_http import clone_address
from probierz.web.html.looks import number
from probierz.web.submissions.models import Output, Submission
from probierz.web.submissions.page import ScoreRow, VariantView

CITED_DIGITS = 6
_FETCH = "git fetch --update-shallow"
"""Branches of submissions have no history, which git takes into a clone of before only where it is told so."""


def how_to_reproduce(submission: Submission, variants: Sequence[VariantView], root: str) -> str:
    """Return commands to paste: they score the outputs on the splits whose expected results everybody has.

    Only what was scored on the current data, as older data are not in the public repository's newest commit.
    """
    rows = [row for view in variants for row in view.scores if not row.test.is_hidden and not row.is_outdated]
    found = dict.fromkeys(row.score.output for row in rows if row.score.output is not None)
    if not found:
        return ""
    slug = shlex.quote(submission.challenge.slug)
    return "\n".join(
        [
            f"git clone {shlex.quote(_repository(submission, root))}",
            f"cd {slug}",
            *_getting_outputs(submission, [output.path for output in found]),
            *map(_scoring, found),
        ]
    )


def _getting_outputs(submission: Submission, paths: Sequence[str]) -> list[str]:
    quoted = " ".join(map(shlex.quote, paths))
    if submission.is_open:
        return [f"{_FETCH} origin {submission.published_branch}", f"git checkout FETCH_HEAD -- {quoted}"]
    if submission.url:
        source = f"{shlex.quote(submission.url)} {shlex.quote(submission.branch)}"
        return [f"git fetch {source}", f"git checkout {submission.commit} -- {quoted}"]
    return [_("# put here what you handed in: %(files)s") % {"files": quoted}]


def _scoring(output: Output) -> str:
    name = output.path.rpartition("/")[2]
    chosen = "" if name == "out.tsv" else f" --out {shlex.quote(name)}"
    return f"probierz eval . --split {shlex.quote(output.split)}{chosen} --interval"


def how_to_fetch(submission: Submission, root: str) -> str:
    """Return the command that gets what was handed in, of a submission that is open to everybody."""
    if not submission.is_open:
        return ""
    return f"{_FETCH} {shlex.quote(_repository(submission, root))} {submission.published_branch}"


def _repository(submission: Submission, root: str) -> str:
    return clone_address(root, submission.challenge.slug)


def how_to_cite(submission: Submission, variants: Sequence[VariantView], root: str) -> str:
    """Return the main score with the first digits of the commit, as papers do: `0.945 {53ed07}`, and its address.

    Beside the score stands which version of the test it is of, and which part where the test is divided. Of a score
    that its phase rounds that is said: who reads the paper later finds another one at the address. What was not scored
    has nothing to cite.
    """
    if not submission.commit or submission.state in Submission.UNSCORED:
        return ""
    digits = submission.commit[:CITED_DIGITS]
    main = [row for view in variants for row in view.scores if row.is_main and row.shown.is_disclosed]
    score = f"{_cited(main[0])} " if len(main) == 1 else ""
    return f"{score}{{{digits}}} {root}/q/{digits}"


def _cited(row: ScoreRow) -> str:
    challenge, submission = row.score.submission.challenge, row.score.submission
    version = submission.version if row.is_outdated or challenge.current is None else challenge.current
    of = [str(row.test.get_part_display())] if row.test.part else []
    rounded = [_("rounded")] if row.shown.is_rounded else []
    which = _("version %(number)s") % {"number": version.number}
    return f"{number(row.shown.for_people)} ({', '.join([*of, which, *rounded])})"
