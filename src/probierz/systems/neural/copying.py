"""A writer that may copy: its next piece is one of the source, or one of its table (See, Liu and Manning 2017).

    P(w) = g Σ a_s [source_s = w]  +  (1 - g) softmax(scores of the table)_w

    a_s = softmax over s of  - κ log2(1 + cost_s) + worth(h_s) + query(d) key(h_s) / √D
    g   = sigmoid of a linear layer on d and c;     c = Σ a_s h_s, which is added to d before the table is asked, too

h_s are the encoder's states (B, S, D), d the decoder's (B, T, D). cost_s, see following.py, is least just behind what
was copied last. It is counted, not learnt: with g near 1, and worth and query 0, as it begins, the network copies a
text from its beginning to its end.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from probierz.systems.libraries import library
from probierz.systems.neural.following import NOT_READ, Follower

_KAPPA = 5.0
_GATE = 4.0  # sigmoid: 0.98
_IN_DOUBT = 0.1
"""Where the source gives the right piece less than this, what the table gives it is learnt, too."""
_LEAST = 1e-9


@cache
def copying_class() -> Any:
    """The class of the network, which can only be made when PyTorch is there."""
    torch = library("torch")

    class Pointer(torch.nn.Module):  # type: ignore[misc, name-defined]
        """What is learnt of where to copy from, and when."""

        def __init__(self, width: int) -> None:
            super().__init__()
            self.kappa = torch.nn.Parameter(torch.tensor(_KAPPA))
            self.worth = torch.nn.Linear(width, 1, bias=False)
            self.query, self.key = (torch.nn.Linear(width, width, bias=False) for _ in range(2))
            self.gate = torch.nn.Linear(2 * width, 1)
            for part in (self.worth, self.query, self.gate):
                torch.nn.init.zeros_(part.weight)
            torch.nn.init.constant_(self.gate.bias, _GATE)

        def forward(self, distances: Any, is_read: Any, source: Any, state: Any) -> tuple[Any, Any, Any]:
            """Distances (B, T, S), states of source and decoder: a (B, T, S), logarithms of g and 1 - g, and d + c."""
            likeness = self.query(state) @ self.key(source).transpose(1, 2) / source.shape[2] ** 0.5
            scores = likeness + self.worth(source).transpose(1, 2) - self.kappa * distances
            taken = scores.float().masked_fill(~is_read[:, None], -torch.inf).softmax(2)
            context = taken.to(source.dtype) @ source
            gate = self.gate(torch.cat([state, context], 2)).float()
            both = torch.nn.functional.logsigmoid(torch.cat([gate, -gate], 2))
            return taken, both, state + context

    class CopyingModel(library("transformers").EncoderDecoderModel):  # type: ignore[misc]
        """An encoder and a decoder with a pointer; `logits` are logarithms of chances."""

        follower: Follower
        """To be set: it knows the letters of pieces, as the tokenizer has them."""

        def __init__(self, config: Any) -> None:
            super().__init__(config)
            self.pointer = Pointer(config.decoder.hidden_size)

        def prepare_inputs_for_generation(self, input_ids: Any, **kwargs: Any) -> dict[str, Any]:
            """All that is written, and not only the last piece; `kwargs`: by this name Transformers asks `forward`."""
            found: dict[str, Any] = super().prepare_inputs_for_generation(input_ids, **kwargs)
            return found | {"decoder_written": input_ids}

        def forward(
            self, input_ids: Any = None, attention_mask: Any = None, decoder_input_ids: Any = None,
            encoder_outputs: Any = None, decoder_source: Any = None, decoder_written: Any = None, labels: Any = None,
            **options: Any,
        ) -> Any:  # fmt: skip
            """As of the class above; decoder_source: (B, S), what may be copied; decoder_written: all of it so far."""
            options = options | {"output_hidden_states": True, "decoder_logits_to_keep": 1}
            found = super().forward(
                input_ids, attention_mask, decoder_input_ids, encoder_outputs=encoder_outputs, **options
            )
            written = decoder_input_ids if decoder_written is None else decoder_written
            state = found.decoder_hidden_states[-1]
            count = self.follower.throughout if state.shape[1] == written.shape[1] else self.follower.now
            costs = torch.from_numpy(count(decoder_source.cpu().numpy(), written[:, 1:].cpu().numpy()))
            distances = torch.log2(1 + costs).to(state.device, state.dtype)
            is_read = decoder_source != NOT_READ
            taken, gates, mixed = self.pointer(distances, is_read, found.encoder_last_hidden_state, state)
            if labels is not None:
                found.loss = self._loss(taken, gates, mixed, decoder_source, labels)
            else:
                found.logits = self._mixture(taken, gates, mixed, decoder_source)
            return found

        def _mixture(self, taken: Any, gates: Any, mixed: Any, source: Any) -> Any:
            chances = self.decoder.cls(mixed).float().softmax(2) * gates[..., 1:].exp()
            places = source.clamp(min=0)[:, None].expand_as(taken)
            return chances.scatter_add(2, places, taken * gates[..., :1].exp()).clamp(min=_LEAST).log()

        def _loss(self, taken: Any, gates: Any, mixed: Any, source: Any, labels: Any) -> Any:
            """The mean of - log P; the table is asked only where the source is in doubt, which takes less time.

            Elsewhere its share of P is left out, so there the loss is a little too great.
            """
            is_wanted = labels >= 0
            copied = (taken * (source[:, None] == labels[..., None])).sum(2)
            chances = gates[..., 0] + copied.clamp(min=_LEAST).log()
            in_doubt = is_wanted & (copied < _IN_DOUBT)
            scores = self.decoder.cls(mixed[in_doubt]).float().log_softmax(1)
            right = scores.gather(1, labels[in_doubt][:, None])[:, 0] + gates[..., 1][in_doubt]
            chances = chances.masked_scatter(in_doubt, torch.logaddexp(chances[in_doubt], right))
            return -chances[is_wanted].mean()

    return CopyingModel
