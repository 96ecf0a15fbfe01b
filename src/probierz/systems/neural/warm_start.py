"""A writer out of an encoder that was pretrained alone (Rothe, Narayan and Severyn 2020).

    encoder    as it is
    decoder    its lowest layers once more: they see what is written so far, and attend to the encoder
    scores     (B, T, V): a new transform of the decoder's states times its table of pieces

The V pieces are those that the texts use, and single letters and marks, by which any other word is written: of 250,000
pieces of many languages nearly all would only cost time.
"""

from __future__ import annotations

import json
import string
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from probierz.errors import OptionError
from probierz.systems.libraries import library
from probierz.systems.neural.backbones import Backbone
from probierz.systems.neural.copying import copying_class
from probierz.systems.neural.following import SIGN

_DEPTH, _COPYING_DEPTH = 3, 1
"""Layers of the decoder; one that is told where it stands in the source needs fewer."""
_MOST_TEXTS = 50_000  # whose pieces are looked at
_BLOCK = 512
_LATIN = 0x250
"""Letters below it are kept: Latin ones with all their accents."""
_TABLE = "embeddings.word_embeddings.weight"


@dataclass(frozen=True)
class WarmStart(Backbone):
    """An encoder that becomes a writer. kept: the numbers of its pieces that stay, in order."""

    kept: tuple[int, ...] = field(default=(), repr=False)

    def model(self, kind: str) -> Any:
        """Make the network, an EncoderDecoderModel of Transformers, whatever kind is asked for."""
        whole = deepcopy(self.config.encoder)
        whole.vocab_size = int(self.config.whole_vocabulary)
        found = Backbone(whole, self.tokenizer, self.source, self.options).model("AutoModel").state_dict()
        found[_TABLE] = found[_TABLE][list(self.kept)]
        network = added_decoder(self.config)
        network.encoder.load_state_dict(found)
        _fill(network.decoder.base_model, found)
        return network


def added_decoder(config: Any) -> Any:
    """The network of a configuration made here, with random weights."""
    has_pointer = getattr(config, "copies", False)  # systems of earlier versions say nothing of it
    return (copying_class() if has_pointer else library("transformers").EncoderDecoderModel)(config)


def warm_start(body: Backbone, texts: Iterable[str], *, copies: bool = False) -> WarmStart:
    """A writer out of a BERT with a Unigram tokenizer, or a toy; copies: with a pointer to what it reads.

    Raises OptionError for another encoder.
    """
    if not body.source:
        every = tuple(range(len(body.tokenizer)))
        return WarmStart(_config(body.config, body.tokenizer, copies), body.tokenizer, kept=every)
    state = json.loads(body.tokenizer.backend_tokenizer.to_str())
    if body.config.model_type != "bert" or state["model"]["type"] != "Unigram":
        raise OptionError(
            f"{body.source} only reads, and this system writes; use a backbone that writes, such as mT5 or BART, or"
            " e5-small, to which a decoder is added"
        )
    kept = _kept(body.tokenizer, state["model"]["vocab"], texts)
    tokenizer = _cut_tokenizer(body.tokenizer, state, kept)
    return WarmStart(_config(body.config, tokenizer, copies), tokenizer, body.source, body.options, tuple(kept))


def _kept(tokenizer: Any, vocabulary: list[Any], texts: Iterable[str]) -> list[int]:
    """The numbers of the pieces to keep: special ones, those of the texts, and such as any text can be written by."""
    kept = set(tokenizer.all_special_ids)
    kept |= {number for number, (piece, _) in enumerate(vocabulary) if _is_small(piece)}
    rest = iter(islice(texts, _MOST_TEXTS))
    while block := list(islice(rest, _BLOCK)):
        kept.update(*tokenizer(block, add_special_tokens=False, verbose=False)["input_ids"])
    return sorted(kept)


def _is_small(piece: str) -> bool:
    plain = piece.removeprefix(SIGN)
    is_letter = len(plain) <= 1 and all(ord(letter) < _LATIN for letter in plain)
    return is_letter or not plain.strip(string.punctuation)


def _cut_tokenizer(tokenizer: Any, state: dict[str, Any], kept: list[int]) -> Any:
    """The tokenizer with the kept pieces alone, numbered anew."""
    numbers = {old: new for new, old in enumerate(kept)}
    state["model"]["vocab"] = [state["model"]["vocab"][old] for old in kept]
    state["model"]["unk_id"] = numbers[state["model"]["unk_id"]]
    for added in state["added_tokens"]:
        added["id"] = numbers[added["id"]]
    for special in state["post_processor"]["special_tokens"].values():
        special["ids"] = [numbers[old] for old in special["ids"]]
    made = library("tokenizers").Tokenizer.from_str(json.dumps(state))
    return library("transformers").PreTrainedTokenizerFast(tokenizer_object=made, **tokenizer.special_tokens_map)


def _config(whole: Any, tokenizer: Any, copies: bool) -> Any:
    encoder, decoder = deepcopy(whole), deepcopy(whole)
    for part in (encoder, decoder):
        part.vocab_size = len(tokenizer)
    decoder.num_hidden_layers = min(_COPYING_DEPTH if copies else _DEPTH, whole.num_hidden_layers)
    decoder.tie_word_embeddings = True
    config = library("transformers").EncoderDecoderConfig.from_encoder_decoder_configs(encoder, decoder)
    config.decoder_start_token_id, config.pad_token_id = tokenizer.bos_token_id, tokenizer.pad_token_id
    config.eos_token_id, config.dtype = tokenizer.eos_token_id, whole.dtype
    config.max_position_embeddings = whole.max_position_embeddings
    config.whole_vocabulary = whole.vocab_size
    if copies:
        config.copies = True
    return config


def _fill(decoder: Any, encoder: dict[str, Any]) -> None:
    """Begin from the encoder; what attends to it begins from what attends to the text in the same layer."""
    across = {name.replace(".attention.", ".crossattention."): value for name, value in encoder.items()}
    own = decoder.state_dict()
    decoder.load_state_dict({name: value for name, value in (across | encoder).items() if name in own}, strict=False)
