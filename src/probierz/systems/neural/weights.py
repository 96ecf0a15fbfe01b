"""A network in a folder: its weights as safetensors, and beside them, in JSON, what else was learnt."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from probierz.errors import SystemFileError
from probierz.systems.libraries import broken_weights, library

_WEIGHTS, _LEARNT = "weights.safetensors", "learnt.json"


def write_weights(folder: Path, weights: Mapping[str, Any], learnt: Mapping[str, Any]) -> None:
    """Write weights by name, none of which shares its numbers with another, and what else was learnt."""
    plain = {name: value.detach().cpu().contiguous().clone() for name, value in weights.items()}
    library("safetensors.torch").save_file(plain, folder / _WEIGHTS)
    (folder / _LEARNT).write_text(json.dumps(learnt, ensure_ascii=False, indent=1), "utf-8")
    (folder / _WEIGHTS).chmod((folder / _LEARNT).stat().st_mode)  # safetensors lets only the owner read


def has_weights(folder: Path) -> bool:
    """Whether weights were written into a folder."""
    return (folder / _WEIGHTS).exists()


@contextmanager
def reading_learnt(folder: Path, kind: str) -> Iterator[Any]:
    """Give what was learnt, while a network is made of it. Raises SystemFileError for a folder that is not whole."""
    try:
        yield json.loads((folder / _LEARNT).read_text("utf-8"))
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, broken_weights()) as error:
        first = str(error).strip().split("\n")[0]
        raise SystemFileError(f"{folder} holds no whole {kind}: {first}; get or train it anew") from None


def read_weights(folder: Path) -> dict[str, Any]:
    """Return the weights by name; called while the network is made."""
    found: dict[str, Any] = library("safetensors.torch").load_file(folder / _WEIGHTS)
    return found
