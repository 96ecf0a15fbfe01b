"""What a Hugging Face folder says of its data: title, text, citation, licence, files, and names of labels."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from probierz.errors import DataError
from probierz.suites.bridges.data_files import chosen_configuration, is_of_folder
from probierz.suites.bridges.json_files import read_json

LICENCE_FIELDS = ("license", "license_name", "license_link", "license_details")
FIELDS_OF_FILES = frozenset({"pretty_name", "configs", "dataset_info"})
"""Fields of a head that are made anew where data are exported."""

_FIELD = re.compile(r"^(?=[^\s#-][^:\n]*:)", re.MULTILINE)
_CARD, _INFO = "README.md", ("dataset_info.json", "dataset_infos.json")
_HEADING = re.compile(r"#+[ \t]+(.+)")
_CITATION = re.compile(r"^```bibtex\n(.*?)^```", re.MULTILINE | re.DOTALL)

Labels = Mapping[str, tuple[str, ...]]
"""By column, the names of labels by number."""


class DatasetCard(NamedTuple):
    """licence: as the hub calls it, empty where nobody says. labels: the names of labels by column.

    title, text, citation: of the card; empty where it has none. The text is without the title.
    configuration: which files there are, as the card has it; empty where it does not say. more: the fields of the head
    that tell something else than files and columns, as they are written.
    """

    licence: str
    labels: Labels
    title: str = ""
    text: str = ""
    citation: str = ""
    configuration: Mapping[str, Any] = {}
    more: str = ""


def read_card(folder: Path, configuration: str = "") -> DatasetCard:
    """Read the card and `dataset_info.json`. configuration: its name; empty for the default one.

    Raises DataError where the card's head is no YAML, OptionError where the configuration is not clear.
    """
    written, body = _parts(folder / _CARD)
    head = _read_head(written, folder / _CARD)
    chosen = chosen_configuration(folder, head, configuration)
    labels: dict[str, tuple[str, ...]] = {}
    for info in (head.get("dataset_info"), *_infos(folder)):
        labels.update(_labels_of(info, str(chosen.get("config_name", ""))))
    heading, cited = _HEADING.match(body), _CITATION.search(body)
    title = _said(head, "pretty_name") or (heading[1] if heading else "")
    text = body[heading.end() :].strip() if heading else body
    more = "".join(field for name, field in head_fields(written).items() if name not in FIELDS_OF_FILES)
    citation = cited[1].strip() if cited else ""
    return DatasetCard(licence_of_head(head), labels, title, text, citation, chosen, more)


def head_fields(text: str) -> dict[str, str]:
    """Return the fields of a head by name, as they are written, with comments behind them."""
    found = [field for field in _FIELD.split(text) if _FIELD.match(field)]
    return {field.partition(":")[0].strip(" \"'"): field.rstrip("\n") + "\n" for field in found}


def licence_of_head(head: Mapping[str, Any]) -> str:
    """Return the licence as the hub calls it; of several all, with AND between; empty where none is told."""
    several = head.get("license")
    if isinstance(several, list) and len(several) > 1:  # all of them hold
        return " AND ".join(str(one).strip() for one in several)
    licence = _said(head, "license")
    return _said(head, "license_name") or licence if licence in ("", "other", "unknown") else licence


def _said(head: Mapping[str, Any], key: str) -> str:
    """A text of the head; of a list the first."""
    value = head.get(key)
    first = value[0] if isinstance(value, list) and value else value
    return first.strip() if isinstance(first, str) else ""


def _parts(card: Path) -> tuple[str, str]:
    """The head of a card as it is written, and what people read below it, without spaces at line ends."""
    text = (
        card.read_text(encoding="utf-8-sig", errors="replace")
        if card.is_file() and is_of_folder(card, card.parent)
        else ""
    )
    text = "\n".join(line.rstrip() for line in text.splitlines())
    parts = re.split(r"^---$", text, maxsplit=2, flags=re.MULTILINE)
    has_head = len(parts) == 3 and not parts[0].strip()
    return (parts[1], parts[2].strip()) if has_head else ("", text.strip())


def _read_head(text: str, card: Path) -> Mapping[str, Any]:
    """The head as a tree of texts: `NO` is the name of a label, and no truth."""
    import yaml

    try:
        head = yaml.load(text, yaml.BaseLoader)  # which makes texts, lists and maps alone
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else None
        said = getattr(error, "problem", None) or "it cannot be read"
        raise DataError(f"between the lines --- stands no YAML: {said}; mend it there", path=card, line=line) from error
    except RecursionError:
        raise DataError("lists or maps of its head are too deep in each other", path=card) from None
    return head if isinstance(head, Mapping) else {}


def _infos(folder: Path) -> Iterator[Any]:
    """The descriptions of features in JSON files."""
    for name in _INFO:
        for file in (one for one in sorted(folder.rglob(name)) if is_of_folder(one, folder)):
            yield read_json(file)


def labels_of_parquet(file: Path) -> Labels:
    """Return what `datasets` wrote into the head of a Parquet file; a broken file is told when its rows are read."""
    with suppress(Exception):
        import polars

        return dict(_labels_of(json.loads(polars.read_parquet_metadata(file)["huggingface"])))
    return {}


def _labels_of(info: Any, configuration: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Columns of class labels, or of lists of them, wherever the features stand.

    configuration: of several descriptions, only those of the one called so are meant.
    """
    if isinstance(info, list):
        for one in info:
            if not (
                configuration and isinstance(one, Mapping) and one.get("config_name", configuration) != configuration
            ):
                yield from _labels_of(one, configuration)
    if not isinstance(info, Mapping):
        return
    for name, feature in _features(info.get("features")):
        if names := _class_names(feature):
            yield name, names
    inner = [info[configuration]] if configuration in info else info.values()
    for one in inner:
        yield from _labels_of(one, configuration)


def _features(features: Any) -> Iterator[tuple[str, Any]]:
    """The columns of `features`: by name in JSON, as a list of maps with a name in a card."""
    if isinstance(features, Mapping):
        yield from features.items()
    for one in features if isinstance(features, list) else ():
        if isinstance(one, Mapping) and "name" in one:
            yield str(one["name"]), one


def _class_names(feature: Any) -> tuple[str, ...]:
    """The names of a class label, also of one inside of lists; empty for another feature.

    A card has {dtype: {class_label: {names: {'0': bad, …}}}}, and `sequence` or `list` for dtype; JSON has
    {"_type": "ClassLabel", "names": […]}, and that under `feature` for lists.
    """
    if not isinstance(feature, Mapping):
        return ()
    names = feature.get("names")
    if isinstance(names, list):
        return tuple(map(str, names))
    if isinstance(names, Mapping) and set(names) == {str(number) for number in range(len(names))}:
        return tuple(str(names[str(number)]) for number in range(len(names)))
    inner = (_class_names(feature.get(key)) for key in ("class_label", "dtype", "sequence", "list", "feature"))
    return next(filter(None, inner), ())
