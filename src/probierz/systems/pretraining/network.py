"""The network that tells hidden words: BERT or ModernBERT. Only what is hidden goes through the table of pieces.

h = network(pieces)                               (B, P, D)
loss = mean over hidden pieces of  -log softmax(E f(h))_piece       E: the table of pieces, f: a layer
+ mean over segments of  -log softmax(W tanh(V h_<s>))_order   where the order of halves is asked for
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from probierz.systems.libraries import library
from probierz.systems.pretraining.examples import MarkNumbers, MaskedBatch, parts_of
from probierz.systems.pretraining.plan import PretrainingPlan

_PARTS = 4
_AT_ONCE = 32


def new_model(plan: PretrainingPlan, marks: MarkNumbers, pieces: int) -> Any:
    """Make a BertForMaskedLM or a ModernBertForMaskedLM with random weights."""
    transformers = library("transformers")
    shared = {
        "vocab_size": pieces,
        "hidden_size": plan.width,
        "num_hidden_layers": plan.layers,
        "num_attention_heads": plan.heads,
        "max_position_embeddings": plan.length,
        "pad_token_id": marks.pad,
        "bos_token_id": marks.begin,
        "eos_token_id": marks.end,
    }
    if plan.network == "bert":
        config = transformers.BertConfig(
            intermediate_size=4 * plan.width,
            hidden_dropout_prob=plan.dropout,
            attention_probs_dropout_prob=plan.dropout,
            **shared,
        )
        return transformers.BertForMaskedLM(config)
    config = transformers.ModernBertConfig(
        intermediate_size=2 * plan.width,
        layer_types=["full_attention"] * plan.layers,
        attention_dropout=plan.dropout,
        embedding_dropout=plan.dropout,
        mlp_dropout=plan.dropout,
        cls_token_id=marks.begin,
        sep_token_id=marks.end,
        **shared,
    )
    return transformers.ModernBertForMaskedLM(config)


def telling_network(model: Any, *, has_order: bool) -> Any:
    """Make what is trained, from a BertForMaskedLM, or without an order from a ModernBertForMaskedLM."""
    torch = library("torch")
    network = _class()()
    network.model = model
    network.order = None
    if has_order:
        width = model.config.hidden_size
        pooler = library("transformers.models.bert.modeling_bert").BertPooler(model.config)
        torch.nn.init.normal_(pooler.dense.weight, std=model.config.initializer_range)
        torch.nn.init.zeros_(pooler.dense.bias)
        model.bert.pooler = pooler  # kept with the model, where it is named so
        network.order = torch.nn.Linear(width, 3)
    return network


@cache
def _class() -> Any:
    """The class, which can only be made when PyTorch is there."""
    torch = library("torch")
    entropy = torch.nn.functional.cross_entropy

    class TellingNetwork(torch.nn.Module):  # type: ignore[misc, name-defined]
        """The loss of examples, part by part, as one number."""

        def forward(self, parts: list[dict[str, Any]]) -> Any:
            """Tensors of each part by name to the loss."""
            hidden = sum(int(part["drawn"].sum()) for part in parts)
            asked = sum(int((part["orders"] >= 0).sum()) for part in parts)
            return sum(self.loss_of(part, max(1, hidden), max(1, asked)) for part in parts)

        def loss_of(self, part: dict[str, Any], hidden: int, asked: int) -> Any:
            network = self.model.base_model
            types = {"token_type_ids": part["types"]} if self.model.config.model_type == "bert" else {}
            found = network(input_ids=part["shown"], attention_mask=part["seen"].long(), **types)
            drawn = part["drawn"]
            scores = _pieces_told(self.model, found.last_hidden_state[drawn]).float()
            loss = entropy(scores, part["wanted"][drawn], reduction="sum") / hidden
            if self.order is not None:
                told = self.order(network.pooler(found.last_hidden_state)).float()
                loss = loss + entropy(told, part["orders"], reduction="sum", ignore_index=-1) / asked
            return loss

    return TellingNetwork


def _pieces_told(model: Any, states: Any) -> Any:
    """For each state a number a piece."""
    return model.cls(states) if model.config.model_type == "bert" else model.decoder(model.head(states))


def example_loss(network: Any, example: MaskedBatch, device: Any) -> Any:
    """The loss of an example, as a tensor."""
    torch = library("torch")
    return network(
        [
            {name: torch.from_numpy(array.copy()).to(device) for name, array in part._asdict().items()}
            for part in parts_of(example, _PARTS)
        ]
    )


def held_out_loss(network: Any, segments: Iterable[str], make: Callable[..., MaskedBatch], device: Any) -> float:
    """The mean loss of hidden pieces, without that of orders; the same words are hidden each time."""
    torch = library("torch")
    order, network.order = network.order, None
    was_training = network.training
    network.eval()
    total, hidden = 0.0, 0
    with torch.no_grad():
        for number, batch in enumerate(_batches(segments)):
            example = make(batch, number, is_measured=True)
            count = int(example.drawn.sum())
            total += float(example_loss(network, example, device)) * count
            hidden += count
    network.order = order
    network.train(was_training)
    return total / max(1, hidden)


def _batches(segments: Iterable[str]) -> Iterable[list[str]]:
    waiting: list[str] = []
    for segment in segments:
        waiting.append(segment)
        if len(waiting) == _AT_ONCE:
            yield waiting
            waiting = []
    if waiting:
        yield waiting
