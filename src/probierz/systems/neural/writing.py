"""What networks that write have in common: an encoder and a decoder, from a source to what is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from probierz.errors import OptionError
from probierz.systems.libraries import library
from probierz.systems.neural.backbones import POLISH, Backbone
from probierz.systems.neural.engine import NeuralSystem
from probierz.systems.neural.following import NOT_READ, Follower
from probierz.systems.neural.pieces import padded
from probierz.systems.neural.warm_start import added_decoder, warm_start
from probierz.systems.system import Pair

_NO_LABEL = -100
_NO_HALVES = ("t5", "mt5", "umt5")
"""Models whose numbers get too large for the 16 bits of fp16."""


class RewritingExample(NamedTuple):
    """A source, as pieces with what is around them, and what is to be written.

    unmarked: at places of it where a mark may be written, the piece that else comes there; elsewhere -1. head: how many
    pieces of the source come before the text.
    """

    pieces: list[int]
    written: list[int]
    unmarked: Sequence[int] = ()
    head: int = 0


@dataclass(kw_only=True)
class Writer(NeuralSystem):
    """A network that writes. beams: hypotheses that are followed; 1: the likeliest piece is taken at each step."""

    costly: ClassVar[tuple[str, ...]] = ("length", "beams")
    later: ClassVar[tuple[str, ...]] = ("beams", "at_once")
    may_copy: ClassVar[bool] = False
    """Whether a decoder that is added gets a pointer to the source."""

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
        if body.config.is_encoder_decoder:
            return body
        return warm_start(body, (line for pair in pairs for line in pair), copies=self.may_copy)

    @property
    def _copies(self) -> bool:
        """Whether the network has a pointer to the source."""
        return bool(getattr(self._config, "copies", False))

    def _make_network(self, body: Backbone | None) -> Any:
        if body:
            network = body.model("AutoModelForSeq2SeqLM")
        elif self._copies:
            network = added_decoder(self._config)
        else:
            network = library("transformers").AutoModelForSeq2SeqLM.from_config(self._config)
        if self._copies:
            pieces = self._tokenizer.convert_ids_to_tokens(range(len(self._tokenizer)))
            network.follower = Follower(pieces, set(self._tokenizer.all_special_ids), self._tokenizer.mask_token_id)
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
        labels = padded(torch, [example.written for example in examples], _NO_LABEL, self._device())
        if self._copies:
            return network(**self._read_and_begun(examples), labels=labels).loss
        scores = self._scores(network, examples)
        return torch.nn.functional.cross_entropy(scores.flatten(0, 1).float(), labels.flatten())

    def _scores(self, network: Any, examples: Sequence[RewritingExample]) -> Any:
        """Of all pieces at each place of what is written (B, T, V), after what is right before it."""
        return network(**self._read_and_begun(examples)).logits

    def _read_and_begun(self, examples: Sequence[RewritingExample]) -> dict[str, Any]:
        begun = [[self._start(), *example.written[:-1]] for example in examples]
        inputs = self._inputs([example.pieces for example in examples], [example.head for example in examples])
        return {**inputs, "decoder_input_ids": padded(library("torch"), begun, self._filler(), self._device())}

    def _inputs(self, rows: Sequence[Sequence[int]], heads: Sequence[int]) -> dict[str, Any]:
        torch, device = library("torch"), self._device()
        found = {"input_ids": rows, "attention_mask": [[1] * len(row) for row in rows]}
        fillers = {"input_ids": self._filler(), "attention_mask": 0, "decoder_source": NOT_READ}
        if self._copies:
            found["decoder_source"] = [[*[NOT_READ] * head, *row[head:]] for head, row in zip(heads, rows, strict=True)]
        return {name: padded(torch, values, fillers[name], device) for name, values in found.items()}

    def _device(self) -> Any:
        return next(self._network.parameters()).device

    def _generated(
        self, rows: Sequence[Sequence[int]], most: int, heads: Sequence[int] = (), **options: Any
    ) -> list[list[int]]:
        """What the network writes for sources, at most so many pieces each; heads: of so many pieces, usually none."""
        self._network.eval()
        with library("torch").inference_mode():
            found = self._network.generate(
                **self._inputs(rows, heads or [0] * len(rows)), max_new_tokens=most, num_beams=self.beams, **options
            ).tolist()
        return [row[1:] for row in found]
