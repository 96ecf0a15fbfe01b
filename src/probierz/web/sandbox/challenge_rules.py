"""What a challenge may not say when the platform scores with it: config.txt comes from people outside."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from probierz.challenges.challenge import Challenge, Split, open_challenge
from probierz.challenges.config import CONFIG_NAME, Options, read_options
from probierz.errors import ChallengeError


def open_safely(path: Path, split_name: str) -> tuple[Challenge, Split]:
    """Open a challenge and one of its splits, and nothing outside of its directory.

    Raises ChallengeError for options or links that lead out of the challenge, to the web or to standard input.
    """
    root = path.resolve()
    config = path / CONFIG_NAME
    if os.path.lexists(config):
        _stay_inside(root, [config])
        options = read_options(config)
        refuse_outside_names(config, options)
        _stay_inside(root, [path / name for name in (options.in_header, options.out_header) if name])
    challenge = open_challenge(path)
    split = challenge.split(split_name)
    _stay_inside(root, [part for part in (split.path, split.expected, split.input) if part])
    return challenge, split


def refuse_outside_names(config: Path, options: Options) -> None:
    """Raise ChallengeError for an option of config.txt that names something outside of the challenge."""
    for name, why in _named_files(options):
        if "://" in name:
            raise ChallengeError(f"{config}: {why} names the web address {name!r}; put the file into the challenge")
        if name == "-" or os.path.isabs(name) or ".." in Path(name).parts:
            raise ChallengeError(f"{config}: {why} {name!r} leads out of the challenge; name a file inside it")


def _named_files(options: Options) -> Iterable[tuple[str, str]]:
    """Every option that names a file or a directory, also those that scoring has no use for."""
    for field in (
        "out_directory",
        "expected_directory",
        "test_name",
        "out_file",
        "expected_file",
        "input_file",
        "in_header",
        "out_header",
        "references",
        "plot_graph",
        "other",
    ):
        value = getattr(options, field)
        if value is not None:
            yield value, f"--{field.replace('_', '-')}"
    for name in options.alt_out_file:
        yield name, "--alt-out-file"


def _stay_inside(root: Path, paths: Iterable[Path]) -> None:
    for path in paths:
        if not path.resolve().is_relative_to(root):
            raise ChallengeError(f"{path}: this is a link that leads out of the challenge; put the file itself there")
