"""Libraries of extras, imported when they are needed; what is missing is told with the extra that brings it."""

from __future__ import annotations

import platform
import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from probierz.errors import MissingExtra

__all__ = ["broken_weights", "library", "used_libraries"]

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
}
"""What a library is called, and the smallest extra that brings it."""

_PURPOSES = {
    "encoder": "a pretrained encoder",
    "klej": "trees and weights of words",
    "neural": "a system on a transformer",
    "pretraining": "raw text that is to be cleaned",
}


def library(name: str) -> Any:
    """Import a library of an extra, or a module of it. Raises MissingExtra."""
    top = name.split(".", 1)[0]
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] != top:
            raise
        called, extra = _EXTRAS[top]
        raise MissingExtra(called, extra, _PURPOSES[extra]) from None


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
