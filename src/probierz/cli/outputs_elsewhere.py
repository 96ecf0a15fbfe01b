"""Which split outputs belong to that lie in none and were named without one: it is told by their number of lines."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge, Split


def split_of_as_many_lines(challenge: Challenge, outputs: Sequence[str]) -> Split | None:
    """Return the one split with as many lines as each of these outputs; None where none has.

    Where none has, the only one that can be scored and lacks one line is meant: a header or an empty last line is the
    commonest fault, and scoring tells it. Of what cannot be read twice, such as a pipe, the lines are not counted, and
    every split may have as many.
    Raises ChallengeError where several have, or expected results are held back: a score on another split would say
    nothing, and look as any other.
    """
    counts = _line_counts(challenge, outputs)
    splits = [split for split in challenge.splits if split.expected or split.input]
    fitting = [split for split in splits if all(_has_lines(challenge, split, count) for count in counts)]
    if len(fitting) > 1 or any(split.expected is None for split in fitting):
        fits = "has as many lines as" if counts else "may be for"
        raise ChallengeError(f"{outputs[0]} lies in no split and {fits} {_remedies(challenge, outputs[0], fitting)}")
    if not fitting:
        fitting = [split for split in splits if all(_has_lines(challenge, split, count - 1) for count in counts)]
    return fitting[0] if len(fitting) == 1 and fitting[0].expected else None


def _line_counts(challenge: Challenge, outputs: Sequence[str]) -> set[int]:
    from probierz.archives.standard_input import can_be_read_again
    from probierz.challenges.file_survey import survey_file

    return {survey_file(one, header=challenge.out_header).lines for one in outputs if can_be_read_again(one)}


def _has_lines(challenge: Challenge, split: Split, count: int) -> bool:
    from probierz.challenges.file_survey import survey_file

    path, header = (split.expected, challenge.out_header) if split.expected else (split.input, challenge.in_header)
    return path is not None and survey_file(path, header=header, most_lines=count).lines == count


def _remedies(challenge: Challenge, output: str, fitting: Sequence[Split]) -> str:
    """The names of splits, how one of them is named, and what can be done for one whose results are held back."""
    scorable = [split.name for split in fitting if split.expected]
    told = ", ".join(split.name for split in fitting)
    if scorable:
        told += f"; name its split: {' or '.join(f'--split {name}' for name in scorable)}"
    held = next((split.name for split in fitting if split.expected is None), None)
    if held is None:
        return told
    check = ["probierz", "check", str(challenge.path), "--split", held, "--out", output]
    return f"{told}; {held} cannot be scored, as its expected results are held back: check it with  {shlex.join(check)}"
