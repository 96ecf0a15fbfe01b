"""What a Hugging Face folder says of its data: title, text, citation, licence, and names of labels that are numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["DatasetCard", "read_card"]

_CARD, _INFO = "README.md", ("dataset_info.json", "dataset_infos.json")
_LICENCE = re.compile(r"^license:[ \t]*(?:\n[ \t]*-[ \t]*)?['\"]?([^'\"\s\[\],|>&!][^'\"\n\[\],]*)", re.MULTILINE)
_NAME = re.compile(r"^license_name:[ \t]*['\"]?([^'\"\n]+)", re.MULTILINE)
_PRETTY_NAME = re.compile(r"^pretty_name:[ \t]*['\"]?([^'\"\n]+)", re.MULTILINE)
_HEADING = re.compile(r"#+[ \t]+(.+)")
_CITATION = re.compile(r"^```bibtex\n(.*?)^```", re.MULTILINE | re.DOTALL)
_FEATURE = re.compile(r"^([ \t]*)- name: ['\"]?([^'\"\n]+?)['\"]?[ \t]*$", re.MULTILINE)
_LABEL = re.compile(r"^[ \t]*['\"]?(\d+)['\"]?:[ \t]*(['\"]?)(.*?)\2[ \t]*$", re.MULTILINE)


class DatasetCard(NamedTuple):
    """licence: as the hub calls it, empty where nobody says. labels: by column, the names of labels by number.

    title, text, citation: of the card; empty where it has none. The text is without the title.
    """

    licence: str
    labels: Mapping[str, tuple[str, ...]]
    title: str = ""
    text: str = ""
    citation: str = ""


def read_card(folder: Path) -> DatasetCard:
    """Read the head of the card, `dataset_info.json` and what Parquet files say; what is none of these says nothing."""
    head, body = _parts(folder / _CARD)
    found = _LICENCE.search(head)
    licence = found[1].strip() if found else ""
    named = _NAME.search(head)
    if licence in ("", "other", "unknown") and named:
        licence = named[1].strip()
    labels = dict(_labels_in_head(head))
    for info in _infos(folder):
        labels.update(_labels_of(info))
    heading, pretty, cited = _HEADING.match(body), _PRETTY_NAME.search(head), _CITATION.search(body)
    title = pretty[1].strip() if pretty else heading[1] if heading else ""
    text = body[heading.end() :].strip() if heading else body
    return DatasetCard(licence, labels, title, text, cited[1].strip() if cited else "")


def _parts(card: Path) -> tuple[str, str]:
    """The head of a card, and what people read below it, without spaces at line ends."""
    text = card.read_text(encoding="utf-8-sig", errors="replace") if card.is_file() else ""
    text = "\n".join(line.rstrip() for line in text.splitlines())
    parts = re.split(r"^---$", text, maxsplit=2, flags=re.MULTILINE)
    has_head = len(parts) == 3 and not parts[0].strip()
    return (parts[1], parts[2].strip()) if has_head else ("", text.strip())


def _labels_in_head(head: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The columns `dtype: class_label: names: '0': …` of the card's `dataset_info`."""
    for at in _FEATURE.finditer(head):
        rest = head[at.end() :]
        following = re.search(rf"^[ \t]{{0,{len(at[1])}}}\S", rest, re.MULTILINE)
        block = rest[: following.start()] if following else rest
        if "class_label:" in block:
            names = {int(one[1]): one[3] for one in _LABEL.finditer(block)}
            if sorted(names) == list(range(len(names))) and names:
                yield at[2], tuple(names[number] for number in range(len(names)))


def _infos(folder: Path) -> Iterator[Any]:
    """The descriptions of features in JSON files and in the heads of Parquet files."""
    for name in _INFO:
        for file in sorted(folder.rglob(name)):
            with suppress(ValueError, OSError):
                yield json.loads(file.read_text(encoding="utf-8"))
    for file in sorted(folder.rglob("*.parquet"))[:1]:
        with suppress(Exception):  # a broken file is told when its rows are read
            import polars

            yield json.loads(polars.read_parquet_metadata(file)["huggingface"])


def _labels_of(info: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Columns whose feature is a ClassLabel, wherever the features stand."""
    if not isinstance(info, Mapping):
        return
    features = info.get("features")
    for name, feature in features.items() if isinstance(features, Mapping) else ():
        if isinstance(feature, Mapping) and isinstance(feature.get("names"), list):
            yield name, tuple(map(str, feature["names"]))
    for inner in info.values():
        yield from _labels_of(inner)
