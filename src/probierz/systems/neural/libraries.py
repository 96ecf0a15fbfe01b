"""The libraries of the extra `neural`, imported when they are needed, and what they run on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from probierz.errors import MissingExtra, OptionError

__all__ = ["broken_weights", "library", "memory_explained", "usual_device"]

_NAMES = {
    "torch": "PyTorch",
    "transformers": "Transformers",
    "transformers.utils.logging": "Transformers",
    "accelerate": "Accelerate",
    "accelerate.state": "Accelerate",
    "safetensors": "safetensors",
    "safetensors.torch": "safetensors",
    "tokenizers": "Tokenizers",
}


def library(name: str) -> Any:
    """Import a library of the extra. Raises MissingExtra."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] != name.split(".", 1)[0]:
            raise
        raise MissingExtra(_NAMES[name], "neural", "a system on a transformer") from None


def usual_device() -> Any:
    """Where a network runs: the graphics card where there is one, else the processor."""
    torch = library("torch")
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def broken_weights() -> type[Exception]:
    """What is raised for a file of weights that is not whole."""
    found: type[Exception] = library("safetensors").SafetensorError
    return found


@contextmanager
def memory_explained(advice: str) -> Iterator[None]:
    """Say what helps when the memory, that of the card or the machine's, is not enough. Raises OptionError."""
    try:
        yield
    except RuntimeError as error:  # PyTorch's OutOfMemoryError is one; on a processor there is only the message
        if "out of memory" not in str(error) and "can't allocate memory" not in str(error):
            raise
        raise OptionError(f"the memory is not enough; {advice}") from None
