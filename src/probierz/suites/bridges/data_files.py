"""Which files of a Hugging Face folder hold which split: as its card names them, else by what they are called.

The card's head may name configurations, each with its files, as `datasets.load_dataset` reads them:

    configs:
    - config_name: pl
      default: true
      data_files:
      - split: train
        path: pl/train-*.parquet
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from probierz.archives.decompressing import named_ending, plain_name
from probierz.errors import ChallengeError, OptionError, nearest
from probierz.given_folders import leads_out
from probierz.suites.bridges.tables import KINDS

CHALLENGE_FOLDER = "challenge"
"""Where an exported folder keeps config.txt and the names of the splits."""

_IN_FOLDERS = (*KINDS, ".tsv")
_SHARD = re.compile(r"(.*?)(-\d+-of-\d+)?(-[0-9a-f]{16})?\.\w+")
_NO_DATA = {"dataset_info.json", "dataset_dict.json", "state.json", "dataset_infos.json"}


def chosen_configuration(folder: Path, head: Mapping[str, Any], name: str = "") -> Mapping[str, Any]:
    """Return the configuration of a card's head: the one called so, else the only or the default one.

    It is empty where the card names none. Raises OptionError where the name is not there, or several could be meant.
    """
    listed = head.get("configs")
    found = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    names = [str(one.get("config_name", "default")) for one in found]
    if name and name not in names:
        close = nearest(name, names) or names
        known = f"; choose one by --config: {', '.join(close)}" if close else ", as its README.md names none"
        raise OptionError(f"{folder}: there is no configuration {name!r}{known}")
    default = [one for one in found if one.get("default") == "true"]
    usual = [one for one, called in zip(found, names, strict=True) if called == (name or "default")]
    chosen = usual if name else found if len(found) == 1 else default or usual
    if found and len(chosen) != 1:
        said = "has several configurations, and says of none" if not chosen else "says of several configurations"
        raise OptionError(f"{folder}: README.md {said} that it is the default; choose by --config: {', '.join(names)}")
    return chosen[0] if chosen else {}


def find_splits(folder: Path, configuration: Mapping[str, Any]) -> dict[str, list[Path]]:
    """Return the files of each split of a folder, as uploaded or from `save_to_disk`.

    Raises ChallengeError where there is none, or where files of several places would be taken together.
    """
    base = _inside(folder, str(configuration.get("data_dir") or "."))
    if "data_files" in configuration:
        return {
            split: _matching(base, patterns, folder) for split, patterns in _patterns(configuration["data_files"], base)
        }
    splits: dict[str, list[Path]] = {}
    for file in sorted(base.rglob("*")):
        if named_ending(file.name) in _IN_FOLDERS and file.name not in _NO_DATA and _is_data(file, folder):
            splits.setdefault(_split_name(file, folder), []).append(file)
    if not splits:
        raise ChallengeError(f"{base}: no data of a Hugging Face folder is here ({', '.join(_IN_FOLDERS)} files)")
    for split, files in splits.items():
        _refuse_mixture(folder, split, files)
    return splits


def is_of_folder(file: Path, folder: Path) -> bool:
    """Whether a file is no link that leads out of a stranger's folder, but to where the cache of a hub keeps files."""
    return not leads_out(file, folder) or file.resolve().is_relative_to((folder / ".." / ".." / "blobs").resolve())


def _is_data(file: Path, folder: Path) -> bool:
    inside = file.relative_to(folder).parts
    return (
        file.is_file()
        and is_of_folder(file, folder)
        and CHALLENGE_FOLDER not in inside
        and not any(part.startswith(".") for part in inside)
    )


def _split_name(file: Path, folder: Path) -> str:
    if file.suffix == ".arrow":  # save_to_disk: SPLIT/data-00000-of-00001.arrow, or no folder for a single split
        return file.parent.name if file.parent != folder else "train"
    found = _SHARD.fullmatch(plain_name(file.name))
    return found[1] if found else file.stem


def _refuse_mixture(folder: Path, split: str, files: Sequence[Path]) -> None:
    """Nobody said that files of one name in several folders or formats belong together; often they are one twice."""
    first = {(file.parent, named_ending(file.name)): file for file in reversed(files)}
    if len(first) > 1:
        names = ", ".join(sorted(file.relative_to(folder).as_posix() for file in first.values()))
        raise ChallengeError(
            f"{folder}: several files are called {split!r}: {names}; convert the folder of one of them, or say in "
            "README.md under configs: and data_files: which belong together"
        )


# --- files that the card names ---------------------------------------------------------------------------------------


def _patterns(data_files: Any, folder: Path) -> Iterator[tuple[str, list[str]]]:
    """The patterns of each split: a text or a list of texts is all for train."""
    listed = data_files if isinstance(data_files, list) else [data_files]
    if listed and all(isinstance(one, str) for one in listed):
        yield "train", listed
        return
    for one in listed:
        path = one.get("path") if isinstance(one, Mapping) else None
        paths = path if isinstance(path, list) else [path]
        if not (isinstance(one, Mapping) and one.get("split") and all(isinstance(name, str) for name in paths)):
            raise ChallengeError(f"{folder / 'README.md'}: data_files has to list a split and a path for each")
        yield str(one["split"]), [str(name) for name in paths]


def _matching(folder: Path, patterns: Sequence[str], whole: Path) -> list[Path]:
    """The files of some patterns in order, each once. Raises ChallengeError for a pattern that nothing matches."""
    found: dict[Path, None] = {}
    for pattern in patterns:
        _inside(folder, pattern)
        everything = f"{pattern}/*" if pattern.endswith("**") else pattern
        files = [file for file in sorted(folder.glob(everything)) if _is_seen(file, whole)]
        if not files:
            raise ChallengeError(f"{folder}: README.md names {pattern!r} under data_files, and no file is called so")
        found.update(dict.fromkeys(files))
    return list(found)


def _is_seen(file: Path, folder: Path) -> bool:
    return file.is_file() and not file.name.startswith(".") and is_of_folder(file, folder)


def _inside(folder: Path, place: str) -> Path:
    """A place below a folder. Raises ChallengeError for an address, and for a way out of the folder."""
    if "://" in place or PurePosixPath(place).is_absolute() or ".." in PurePosixPath(place).parts:
        raise ChallengeError(
            f"{folder}: README.md names {place!r}, which is not in this folder; get these files, and name them there"
        )
    return folder / place
