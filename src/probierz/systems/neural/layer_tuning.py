"""Tuning the highest layers of a BERT with PyTorch (extra `neural`): on a graphics card where there is one.

Weights are kept in 32 bits; a copy of the encoder in 16 bits (bfloat16) computes, which machines of today do much
faster. The table of pieces and the lowest layers stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from probierz.systems.libraries import library
from probierz.systems.neural.backbones import quiet
from probierz.systems.neural.memory import usual_device
from probierz.systems.neural.states import keep_state, read_state

_WARM = 0.05


def lowest_layers(folder: Path, depth: int = 0) -> Any:
    """The lowest layers of a BERT, or all of them (0), as a model that drops nothing out, where PyTorch runs."""
    torch, transformers = library("torch"), library("transformers")
    config = transformers.AutoConfig.from_pretrained(folder, local_files_only=True)
    config.num_hidden_layers = min(depth or config.num_hidden_layers, config.num_hidden_layers)
    device = usual_device()
    attention = "eager" if device.type == "cpu" else "sdpa"  # on a processor eager learns faster
    how = {"attn_implementation": attention, "add_pooling_layer": False, "local_files_only": True}
    with quiet():
        model = transformers.BertModel.from_pretrained(folder, config=config, dtype=torch.float32, **how)
    return model.to(device).eval()


class LayerTuning:
    """Learns the layers of a model from number `frozen` on, and a head over them. model: computes, in 16 bits."""

    def __init__(self, model: Any, head: Any, frozen: int) -> None:
        self.torch, self.head = library("torch"), head.to(model.device)
        names = set(_tuned(model, frozen))
        for name, weights in model.named_parameters():
            weights.requires_grad_(name in names)
        self._exact = {name: weights.detach().clone() for name, weights in model.named_parameters() if name in names}
        self.model = model.to(self.torch.bfloat16)
        self._used = [weights for name, weights in self.model.named_parameters() if name in names]
        self._optimiser = self.torch.optim.AdamW(
            [{"params": list(self._exact.values())}, {"params": list(self.head.parameters())}],
            betas=(0.9, 0.98), weight_decay=0.01,
        )  # fmt: skip

    def step(self, loss: Any, share: float, rates: tuple[float, float]) -> float:
        """One step, when a share of all is done; return the loss.

        rates: of the layers and of the head at the top of the way up (5 % of the steps) and down to 0.
        """
        for group, top in zip(self._optimiser.param_groups, rates, strict=True):
            group["lr"] = top * min(share / _WARM, (1 - share) / (1 - _WARM))
        loss.backward()
        exact = list(self._exact.values())
        for weights, used in zip(exact, self._used, strict=True):
            weights.grad = used.grad.float()
            used.grad = None
        self.torch.nn.utils.clip_grad_norm_([*exact, *self.head.parameters()], 1.0)
        self._optimiser.step()
        self._optimiser.zero_grad(set_to_none=True)
        self._copy()
        return float(loss.detach())

    def _copy(self) -> None:
        """Round the weights for the copy that computes."""
        with self.torch.no_grad():
            for weights, used in zip(self._exact.values(), self._used, strict=True):
                used.copy_(weights)

    def keep(self, folder: Path, training: str, done: int) -> None:
        """Write the state after so many steps. training: a fingerprint of settings and data."""
        states = [self.head.state_dict(), self._optimiser.state_dict()]
        keep_state(folder, training, {"done": done, "exact": self._exact, "states": states})

    def restore(self, folder: Path, training: str) -> int:
        """Take up the state that was kept, if there is one; return after how many steps.

        Raises SystemFileError for the state of another training or a broken one.
        """
        kept = read_state(folder, training)
        if kept is None:
            return 0
        for name, weights in kept["exact"].items():
            self._exact[name].copy_(weights)
        for holder, state in zip((self.head, self._optimiser), kept["states"], strict=True):
            holder.load_state_dict(state)
        self._copy()
        return int(kept["done"])

    def tensors(self) -> dict[str, NDArray[numpy.float32]]:
        """What was learnt so far, under the names of the encoder's file."""
        return {name: weights.cpu().numpy() for name, weights in self._exact.items()}


def _tuned(model: Any, frozen: int) -> Iterator[str]:
    for name, _ in model.named_parameters():
        parts = name.split(".")
        if parts[0] == "encoder" and int(parts[2]) >= frozen:
            yield name
