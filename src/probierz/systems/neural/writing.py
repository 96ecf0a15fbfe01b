"""What networks that write have in common: an encoder and a decoder, from a source to what is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from probierz.errors import OptionError
from probierz.systems.libraries import library
from probierz.systems.neural.backbones import POLISH, Backbone
from probierz.systems.neural.engine import NeuralSystem
from probierz.systems.neural.pieces import padded
from probierz.systems.neural.warm_start import warm_start
from probierz.systems.system import Pair

_NO_LABEL = -100
_NO_HALVES = ("t5", "mt5", "umt5")
"""Models whose numbers get too large for the 16 bits of fp16."""


class RewritingExample(NamedTuple):
    """A source, as pieces with what is around them, and what is to be written.

    unmarked: at places of it where a mark may be written, the piece that else comes there; elsewhere -1.
    """

    pieces: list[int]
    written: list[int]
    unmarked: Sequence[int] = ()


@dataclass(kw_only=True)
class Writer(NeuralSystem):
    """A network that writes. beams: hypotheses that are followed; 1: the likeliest piece is taken at each step."""

    costly: ClassVar[tuple[str, ...]] = ("length", "beams")
    later: ClassVar[tuple[str, ...]] = ("beams", "at_once")

    beams: int = 1
    toy: str = "mt5"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.beams < 1:
            raise OptionError(f"beams are at least 1, not {self.beams}")

    def _toy(self) -> str:
        return self.toy

    def _body(self, pairs: Sequence[Pair]) -> Backbone:
        """One that writes, or one that reads, to which a decoder is added."""
        body = super()._body(pairs)
        return body if body.config.is_encoder_decoder else warm_start(body, (line for pair in pairs for line in pair))

    def _make_network(self, body: Backbone | None) -> Any:
        auto = library("transformers").AutoModelForSeq2SeqLM
        network = body.model("AutoModelForSeq2SeqLM") if body else auto.from_config(self._config)
        network.generation_config = library("transformers").GenerationConfig(
            decoder_start_token_id=self._start(),
            eos_token_id=self._tokenizer.eos_token_id,
            pad_token_id=self._filler(),
            do_sample=False,
        )
        return network

    def _published_network(self, body: Backbone) -> Any:
        if not body.config.is_encoder_decoder:
            raise OptionError(f"{body.source} only reads ({body.config.model_type}); {self.kind} takes one that writes")
        return self._make_network(body)

    def _check(self) -> None:
        super()._check()
        if self.precision == "fp16" and self._config.model_type in _NO_HALVES:
            raise OptionError(f"precision=fp16: {self.backbone} learns nothing with it; set bf16 or no")

    def _start(self) -> int:
        """The piece that what is written begins with, which is not part of it; mBART's is the code of the language."""
        code = self._tokenizer.convert_tokens_to_ids(POLISH) if self._config.model_type == "mbart" else None
        if code not in (None, self._tokenizer.unk_token_id):
            return int(code)
        named = self._config.decoder_start_token_id
        return int(named if named is not None else self._tokenizer.eos_token_id)

    def _filler(self) -> int:
        return int(self._tokenizer.pad_token_id or 0)

    def _loss(self, network: Any, examples: Sequence[RewritingExample]) -> Any:
        torch = library("torch")
        scores = self._scores(network, examples)
        labels = padded(torch, [example.written for example in examples], _NO_LABEL, self._device())
        return torch.nn.functional.cross_entropy(scores.flatten(0, 1).float(), labels.flatten())

    def _scores(self, network: Any, examples: Sequence[RewritingExample]) -> Any:
        """Of all pieces at each place of what is written (B, T, V), after what is right before it."""
        begun = [[self._start(), *example.written[:-1]] for example in examples]
        inputs = self._inputs([example.pieces for example in examples])
        written = padded(library("torch"), begun, self._filler(), self._device())
        return network(**inputs, decoder_input_ids=written).logits

    def _inputs(self, rows: Sequence[Sequence[int]]) -> dict[str, Any]:
        torch = library("torch")
        mask = padded(torch, [[1] * len(row) for row in rows], 0, self._device())
        return {"input_ids": padded(torch, rows, self._filler(), self._device()), "attention_mask": mask}

    def _device(self) -> Any:
        return next(self._network.parameters()).device

    def _generated(self, rows: Sequence[Sequence[int]], most: int, **options: Any) -> list[list[int]]:
        """What the network writes for sources, at most so many pieces each."""
        self._network.eval()
        with library("torch").inference_mode():
            found = self._network.generate(
                **self._inputs(rows), max_new_tokens=most, num_beams=self.beams, **options
            ).tolist()
        return [row[1:] for row in found]
