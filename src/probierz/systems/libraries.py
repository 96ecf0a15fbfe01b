"""Libraries of extras, imported when they are needed; what is missing is told with the extra that brings it."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from probierz.errors import MissingExtra, ProbierzError, need_all
from probierz.extras import installer

_EXTRAS = {
    "onnx": ("onnx", "encoder"),
    "onnxruntime": ("ONNX Runtime", "encoder"),
    "torch": ("PyTorch", "neural"),
    "transformers": ("Transformers", "neural"),
    "accelerate": ("Accelerate", "neural"),
    "peft": ("PEFT", "neural"),
    "safetensors": ("safetensors", "encoder"),
    "tokenizers": ("Tokenizers", "encoder"),
    "mwparserfromhell": ("mwparserfromhell", "pretraining"),
    "py3langid": ("py3langid", "pretraining"),
    "rensa": ("rensa", "pretraining"),
    "sklearn": ("scikit-learn", "klej"),
    "scipy": ("SciPy", "klej"),
    "simplemma": ("simplemma", "annotation"),
    "morfeusz2": ("Morfeusz", "morfeusz"),
}
"""What a library is called, and the smallest extra that brings it."""

_PURPOSES = {
    "annotation": "comparing words by lemmas",
    "encoder": "a pretrained encoder",
    "klej": "a system of trees and weights of words",
    "morfeusz": "comparing words by lemmas",
    "neural": "a system on a transformer",
    "pretraining": "raw text that is to be cleaned",
}


def need_extras(extras: Iterable[str]) -> None:
    """Raise MissingExtra for all of these extras that are not installed; the first library that one brings tells."""
    first = {extra: name for name, (_, extra) in reversed(_EXTRAS.items())}
    need_all(*(partial(_need, first[extra]) for extra in extras if extra in first))


def _need(name: str) -> None:
    if find_spec(name) is None:
        called, extra = _EXTRAS[name]
        raise MissingExtra(called, extra, _PURPOSES[extra])


def library(name: str) -> Any:
    """Import a library of an extra, or a module of it. Raises MissingExtra, ProbierzError for one that cannot start."""
    top = name.split(".", 1)[0]
    called, extra = _EXTRAS[top]
    if top in _WITH_AVX - sys.modules.keys() and _lacks_avx():
        raise ProbierzError(
            f"{called} needs a processor with AVX, which this one lacks; use another machine, or systems that need no"
            " extra, such as quality/features and punctuation/network"
        )
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] != top:
            raise
        raise MissingExtra(called, extra, _PURPOSES[extra]) from None
    except (ImportError, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise ProbierzError(
            f"{called} is installed and does not start ({reason}); install it anew:  {install_anew(top)}"
        ) from error


_WITH_AVX = frozenset({"onnxruntime", "torch"})
_PROCESSOR = Path("/proc/cpuinfo")


def _lacks_avx() -> bool:
    """Whether the processor is one of Intel's or AMD's kind without AVX: such a library would end the process.

    Only Linux tells; elsewhere nothing is known, and the library is tried.
    """
    try:
        with _PROCESSOR.open(encoding="utf-8", errors="replace") as lines:
            flags = next((line.partition(":")[2].split() for line in lines if line.startswith("flags")), [])
    except OSError:
        return False
    return bool(flags) and "avx" not in flags


def install_anew(top: str) -> str:
    """The command that installs the package of a library of `_EXTRAS` once more, for the Python that runs."""
    return f"{installer()} --force-reinstall {_LEARN.get(top, top)}"


def used_libraries() -> dict[str, str]:
    """Versions of Python and of those libraries for learning that this process has imported, by the names on PyPI."""
    found = {"Python": platform.python_version()}
    for module, name in _LEARN.items():
        if module in sys.modules:
            try:
                found[name] = version(name)
            except PackageNotFoundError:  # a module without a package, as tests make one
                continue
    return found


_LEARN = {
    "numpy": "numpy",
    "scipy": "scipy",
    "sklearn": "scikit-learn",
    "pycrfsuite": "python-crfsuite",
    "morfeusz2": "morfeusz2",
    "torch": "torch",
    "transformers": "transformers",
    "tokenizers": "tokenizers",
    "peft": "peft",
    "accelerate": "accelerate",
    "onnxruntime": "onnxruntime",
}
"""Modules whose version may change what is learnt, and their packages."""


def broken_weights() -> type[Exception]:
    """What is raised for a file of weights that is not whole."""
    found: type[Exception] = library("safetensors").SafetensorError
    return found
