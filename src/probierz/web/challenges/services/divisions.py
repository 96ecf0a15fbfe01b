"""How the hidden tests of a new version are divided: each line as in the versions before, only new lines anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import Split, open_challenge
from probierz.challenges.problems import Problem
from probierz.web.challenges.division import (
    DividedBefore,
    DivisionRule,
    divided,
    lines_by_input,
    problems_of_division,
    read_rule,
)
from probierz.web.challenges.models import Challenge, Division, Version
from probierz.web.configuration import places


def divisions_of(version: Version | None) -> dict[str, dict[str, Any]]:
    """Return by split the rule by which a version's tests are divided; empty where a test is whole."""
    return version.division_rules() if version is not None else {}


def division_of(
    challenge: Challenge, folder: ChallengeFolder, split: Split, lines: int
) -> tuple[Division | None, list[Problem]]:
    """Return how a hidden split is divided, stored or not yet, or why it cannot be; None where it is not.

    With the inputs of a version that was divided by the same rule it is divided as that was, so that its scores are
    what they were. Otherwise each line keeps the part that it had in any such version, the latest first.
    """
    rule = read_rule(challenge.division)
    if rule is None:
        return None, []
    earlier = list(_earlier(challenge, split.name, rule))
    inputs = [line.input for line in lines_by_input(folder, split)]
    for division, before in earlier:
        if division.lines == lines and [line.input for line in lines_by_input(before.folder, before.split)] == inputs:
            return division, []
    known = [before for _division, before in earlier]
    problems = problems_of_division(folder, split, rule, known)
    if problems:
        return None, problems
    bits = divided(folder, split, rule, known)
    for division, _before in earlier:
        if (division.lines, bytes(division.public)) == (lines, bits):
            return division, []
    return Division(challenge=challenge, split=split.name, rule=rule.as_dict(), lines=lines, public=bits), []


def _earlier(challenge: Challenge, split: str, rule: DivisionRule) -> Iterator[tuple[Division, DividedBefore]]:
    """What versions made of a split by a rule, the latest first."""
    found = Division.objects.filter(
        challenge=challenge, split=split, rule=rule.as_dict(), tests__versions__isnull=False
    )
    rows = found.values_list("tests__versions", "pk").distinct().order_by("-tests__versions")
    versions, divisions = challenge.versions.in_bulk(), found.in_bulk()
    for version, division in rows:
        folder = open_challenge(places.version_folder(challenge.slug, versions[version].folder))
        data = next(one for one in folder.splits if one.name == split)
        yield divisions[division], DividedBefore(folder, data, bytes(divisions[division].public))


def seed_kept(challenge: Challenge, rule: DivisionRule) -> DivisionRule:
    """Return a rule with the seed that it had before, where the challenge was ever divided so: it is the same one."""
    stored = Division.objects.filter(challenge=challenge).order_by("-pk").values_list("rule", flat=True)
    for plain in (challenge.division, *stored):
        old = read_rule(plain)
        if old is not None and rule._replace(seed=old.seed) == old:
            return old
    return rule
