"""Learning with less memory: low-rank adapters in place of all weights, and layers that are computed twice.

LoRA (Hu et al. 2022) writes a weight as W + (α / r) B A, A (r, in), B (out, r), α = 2 r: only A and B learn, and are
added to W in the end. Gradient checkpointing keeps nothing of what a layer says, and computes it again when its
gradient is needed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from probierz.systems.libraries import library

_POINTER = "pointer"
"""The part of a network that says what to copy."""


@contextmanager
def adapted(network: Any, rank: int) -> Iterator[None]:
    """Let only adapters of a rank learn, in the encoder below a head or in a whole network that writes; 0: all.

    A pointer begins anew, as a head does, and learns whole.
    """
    if not rank:
        yield
        return
    peft, pointer = library("peft"), getattr(network, _POINTER, None)
    rest = {} if pointer is None else {"exclude_modules": rf"{_POINTER}\..*"}
    how = peft.LoraConfig(r=rank, lora_alpha=2 * rank, target_modules="all-linear", lora_dropout=0.0, **rest)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # it asks for an attribute of Transformers by its old name
        adapters = peft.get_peft_model(_pretrained(network), how)
    if pointer is not None:
        pointer.requires_grad_(True)
    try:
        yield
    finally:
        adapters.merge_and_unload()
        network.requires_grad_(True)


@contextmanager
def recomputed(network: Any, is_wanted: bool) -> Iterator[None]:
    """Compute layers twice while it learns, where the encoder, or the network, can."""
    within = _pretrained(network)
    change = _switch(within, "enable") if is_wanted else None
    if change is None:
        yield
        return
    change({"use_reentrant": False})
    try:
        yield
    finally:
        _switch(within, "disable")()


def _pretrained(network: Any) -> Any:
    """The network itself, where all of it was pretrained, as of those that write; else the encoder in it."""
    if isinstance(network, library("transformers").PreTrainedModel):
        return network
    return getattr(network, "encoder", network)


def _switch(network: Any, way: str) -> Any:
    """The method of Transformers, under its new name or its old one; None for another network."""
    names = (f"activation_checkpointing_{way}", f"gradient_checkpointing_{way}")
    return next((getattr(network, name) for name in names if hasattr(network, name)), None)
