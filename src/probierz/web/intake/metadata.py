"""What a submission says of itself: the form, `gonito.yaml`, the commit message, parameter files and output names.

Nothing is left out in silence: whatever cannot be used becomes a problem with its line, and the rest is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from probierz.challenges.problems import Problem
from probierz.errors import nearest
from probierz.web.intake.errors import IntakeError
from probierz.web.intake.globs import GlobError, matching_paths
from probierz.web.intake.links import MetadataLink, is_web_address
from probierz.web.intake.names import METADATA_NAME
from probierz.web.intake.tags import split_tags
from probierz.web.intake.trees import Tree
from probierz.web.intake.yamlread import MOST_YAML_BYTES, YamlField, YamlProblem, read_fields

LONGEST_DESCRIPTION = 5000
LONGEST_WORD = 100
LONGEST_VALUE = 1000
MOST_ITEMS = 100
MOST_PARAMETER_FILES = 20


@dataclass
class Metadata:
    """What a `gonito.yaml` says. problems: what in it could not be used, with lines."""

    description: str | None = None
    tags: list[str] = field(default_factory=list)
    params: dict[str, str] = field(default_factory=dict)
    param_files: list[str] = field(default_factory=list)
    unwanted_params: list[str] = field(default_factory=list)
    links: list[MetadataLink] = field(default_factory=list)
    dependencies: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_metadata(content: bytes) -> Metadata:
    """Read a `gonito.yaml`. A broken one gives empty metadata with a problem."""
    metadata = Metadata()
    try:
        fields = read_fields(content)
    except YamlProblem as error:
        metadata.problems.append(_warning(METADATA_NAME, error))
        return metadata
    for one in fields:
        try:
            _use(metadata, one)
        except YamlProblem as error:
            metadata.problems.append(_warning(METADATA_NAME, error))
    return metadata


def described_wrongly(files: Mapping[str, Path]) -> list[Problem]:
    """Return what of a `gonito.yaml` among these files could not be used, as warnings. files: by their paths."""
    place = files.get(METADATA_NAME)
    if place is None:
        return []
    with place.open("rb") as file:
        return read_metadata(file.read(MOST_YAML_BYTES + 1)).problems


def _warning(path: str, error: YamlProblem) -> Problem:
    return Problem(path, error.line, error.message, "correct it and push again", "warning")


def _use(metadata: Metadata, one: YamlField) -> None:
    """Put the value of one key where it belongs. Raises YamlProblem if it does not fit."""
    if one.key == "description":
        metadata.description = _short(one, one.text().strip(), LONGEST_DESCRIPTION) or None
    elif one.key == "params":
        metadata.params = _parameters(one.fields())
    elif one.key == "links":
        metadata.links = [_link(item) for item in one.items(MOST_ITEMS)]
    elif one.key in _LISTS:
        texts = [_LISTS[one.key](item, item.text().strip()) for item in one.items(MOST_ITEMS)]
        setattr(metadata, one.key.replace("-", "_"), list(dict.fromkeys(texts)))
    elif one.key != "mlrun-path":  # accepted by the older platform, which made nothing of it
        close = nearest(one.key, [*_LISTS, "description", "params", "links"])
        raise one.problem(f"there is no key {one.key!r}" + (f"; {close[0]!r} is meant?" if close else ""))


def _short(one: YamlField, text: str, longest: int = LONGEST_WORD) -> str:
    if len(text) > longest:
        raise one.problem(f"a text is longer than {longest} characters")
    return text


def _commit(one: YamlField, text: str) -> str:
    if not re.fullmatch(r"[0-9a-fA-F]{40}", text):
        raise one.problem(f"{text[:50]!r} is no commit; give 40 hexadecimal digits")
    return text.lower()


_LISTS: dict[str, Callable[[YamlField, str], str]] = {
    "tags": _short,
    "param-files": _short,
    "unwanted-params": _short,
    "dependencies": _commit,
}


def _link(one: YamlField) -> MetadataLink:
    parts = {part.key: part for part in one.fields()}
    if "url" not in parts:
        raise one.problem("a link has no url")
    url = parts["url"].text().strip()
    if not is_web_address(url):
        raise parts["url"].problem("a link is no http:// or https:// address")
    title = _short(parts["title"], parts["title"].text().strip()) if "title" in parts else ""
    return MetadataLink(url, title or None)


def _parameters(fields: Sequence[YamlField]) -> dict[str, str]:
    if len(fields) > MOST_ITEMS:
        raise fields[MOST_ITEMS].problem(f"there are more than {MOST_ITEMS} parameters")
    return {_short(one, one.key): _short(one, one.as_yaml().strip(), LONGEST_VALUE) for one in fields}


# --- parameter files -------------------------------------------------------------------------------------------------


def read_parameter_files(
    metadata: Metadata, tree: Tree, read: Callable[[str], bytes]
) -> tuple[dict[str, str], list[Problem]]:
    """Return the parameters in the files that `param-files` names, and problems with them.

    A pattern is matched against the list of the commit's files, so it cannot reach anything else. Top-level keys are
    parameters; the first file that names one wins; `gonito.yaml` itself is left out, and so are unwanted ones.
    read: gives the content of a file of the commit, of at most `yamlread.MOST_YAML_BYTES`.
    """
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for path in _parameter_paths(metadata, tree, problems):
        try:
            tree.file(path, MOST_YAML_BYTES)
            for key, value in _parameters(read_fields(read(path))).items():
                found.setdefault(key, value)
        except YamlProblem as error:
            problems.append(_warning(path, error))
        except IntakeError as error:
            problems.append(Problem(path, None, error.message, error.remedy, "warning"))
    return {key: value for key, value in found.items() if key not in metadata.unwanted_params}, problems


def _parameter_paths(metadata: Metadata, tree: Tree, problems: list[Problem]) -> list[str]:
    paths: dict[str, None] = {}
    for pattern in metadata.param_files:
        try:
            matches = matching_paths(pattern, [entry.path for entry in tree])
        except GlobError as error:
            problems.append(Problem(METADATA_NAME, None, error.message, "name files of the commit", "warning"))
            continue
        if not matches:
            message = f"no file of the commit matches {pattern!r}"
            problems.append(Problem(METADATA_NAME, None, message, "correct param-files", "warning"))
        paths.update(dict.fromkeys(matches))
    paths.pop(METADATA_NAME, None)
    if len(paths) > MOST_PARAMETER_FILES:
        message = f"param-files name more than {MOST_PARAMETER_FILES} files, the others are not read"
        problems.append(Problem(METADATA_NAME, None, message, "name fewer", "warning"))
    return list(paths)[:MOST_PARAMETER_FILES]


def parameters_of_variant(
    in_name: Mapping[str, str], in_files: Mapping[str, str], metadata: Metadata
) -> dict[str, str]:
    """The parameters of a variant: those in its file name beat parameter files, which beat `params`."""
    found = {**metadata.params, **in_files, **in_name}
    return {key[:LONGEST_WORD]: value[:LONGEST_VALUE] for key, value in found.items()}


# --- commit message, form, and all together --------------------------------------------------------------------------


@dataclass(frozen=True)
class Description:
    """A description and tags. The description is empty where there is none."""

    description: str
    tags: tuple[str, ...]


def read_commit_message(message: str) -> Description:
    """The first line that is not blank describes; the first line after it that begins `tags:` or `labels:` has tags."""
    lines = [line.strip() for line in message.split("\n") if line.strip()]
    starts = ("tags:", "Tags:", "labels:", "Labels:")
    tag_line = next((line for line in lines[1:] if line.startswith(starts)), "")
    description = lines[0][:LONGEST_DESCRIPTION] if lines else ""
    return Description(description, tuple(split_tags(tag_line.partition(":")[2])))


def combine(form: Description, metadata: Metadata, message: Description) -> Description:
    """The description of a submission: form, else `gonito.yaml`, else commit message; and the tags of all three."""
    described = (form.description.strip(), metadata.description, message.description)
    tags = split_tags(",".join([*form.tags, *metadata.tags, *message.tags]))
    return Description(next(filter(None, described), "")[:LONGEST_DESCRIPTION], tuple(tags))
