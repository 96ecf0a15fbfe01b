"""Which tests of other versions have other inputs: what answered those is not scored on the tests of now."""

from __future__ import annotations

from functools import lru_cache

from probierz.challenges.challenge import open_challenge
from probierz.challenges.input_changes import input_change, inputs_digest, split_lines
from probierz.web.challenges.models import Test, Version
from probierz.web.configuration import places


def other_inputs(version: Version, split: str | None = None) -> set[int]:
    """Return the tests of its challenge with as many lines as that of the same split here has, and with other inputs.

    split: this one alone. An output has a score on a test whose inputs it answered, so that its scores tell which these
    are. Inputs whose spelling was mended are the same, see `input_change`; whether the lines are as many is checked
    wherever outputs are read.
    """
    here = version.tests.all() if split is None else version.tests.filter(split=split)
    now, splits = set(here.values_list("pk", flat=True)), set(here.values_list("split", flat=True))
    tests = Test.objects.filter(challenge=version.challenge_id, split__in=splits).exclude(pk__in=now)
    folders: dict[int, tuple[str, str]] = {}
    for pk, name, folder in tests.order_by("versions").values_list("pk", "split", "versions__folder"):
        folders[pk] = (name, folder)
    slug = version.challenge.slug
    return {pk for pk, (name, folder) in folders.items() if folder and _differ(slug, name, version.folder, folder)}


def known_inputs(version: Version, split: str) -> set[str]:
    """Return the digests of the inputs of a split here, and of those of other versions that are the same but mended."""
    tests = Test.objects.filter(challenge=version.challenge_id, split=split).exclude(
        pk__in=other_inputs(version, split)
    )
    folders = {version.folder, *tests.values_list("versions__folder", flat=True)}
    return {_digest_of(version.challenge.slug, folder, split) for folder in folders if folder}


def has_same_inputs(version: Version, earlier: Version) -> bool:
    """Whether outputs for an earlier version answer each test of this one that both have."""
    lines = version.lines_of_tests()
    tests = list(earlier.tests.select_related("division"))
    if any(lines.get(test.split, test.all_lines) != test.all_lines for test in tests):
        return False
    return other_inputs(version).isdisjoint(test.pk for test in tests)


@lru_cache(maxsize=1024)
def _differ(slug: str, split: str, folder: str, other: str) -> bool:
    """Whether as many inputs of a split are others in two folders of versions, which never change."""
    now, before = _inputs(slug, folder, split), _inputs(slug, other, split)
    return len(now) == len(before) and input_change(now, before) is not None


@lru_cache(maxsize=1024)
def _digest_of(slug: str, folder: str, split: str) -> str:
    opened = open_challenge(places.version_folder(slug, folder))
    return next((inputs_digest(opened, one) for one in opened.splits if one.name == split), "")


def _inputs(slug: str, folder: str, split: str) -> list[str]:
    opened = open_challenge(places.version_folder(slug, folder))
    return next((split_lines(opened, one).inputs for one in opened.splits if one.name == split and one.expected), [])
