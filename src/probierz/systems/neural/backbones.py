"""Where a neural system begins: a pretrained model by its name on the hub or in a folder, or a toy.

    allegro/herbert-base-cased        on this machine: PROBIERZ_MODELS/allegro/herbert-base-cased, or the hub's cache
    e5-small                          multilingual-e5-small, which the extra `encoder` brings: no network is needed
    ./herbert                         a folder, as `save_pretrained` writes it
    download:allegro/herbert-base-cased   fetched from the hub: the only way to make Probierz use the network here
    toy, toy:bart                     two layers of 32 numbers, random, with pieces of words learnt from the texts

A name may end with @REVISION. Code that comes with a model is never run.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from probierz.errors import MissingBackbone, OptionError
from probierz.systems.encoder.folders import ENCODERS, encoder_folder
from probierz.systems.libraries import broken_weights, library
from probierz.systems.neural.xlm_pieces import xlm_tokenizer

DOWNLOAD = "download:"

POLISH = "pl_PL"
"""What mBART calls the language."""

_GIGABYTES = {
    "allegro/herbert-base-cased": 0.5,
    "allegro/herbert-large-cased": 1.4,
    "allegro/plt5-base": 1.1,
    "allegro/plt5-large": 3.1,
    "enelpol/poleval2021-task1": 1.4,
    "facebook/mbart-large-50": 2.4,
    "google/mt5-base": 2.3,
    "google/mt5-large": 4.9,
    "google/mt5-xxl": 52.0,
    "sdadas/polish-roberta-large-v1": 1.4,
}
"""About how large the weights are."""


@dataclass(frozen=True)
class Backbone:
    """A configuration and a tokenizer, with the place of the weights; without one they are random."""

    config: Any
    tokenizer: Any
    source: str = ""
    options: tuple[tuple[str, Any], ...] = ()

    def model(self, kind: str) -> Any:
        """Make the network: kind is a class of Transformers, AutoModel or AutoModelForSeq2SeqLM."""
        auto = getattr(library("transformers"), kind)
        if not self.source:
            return auto.from_config(self.config)
        how = {"config": self.config, "dtype": self.config.dtype, "output_loading_info": True} | dict(self.options)
        try:
            with quiet():
                network, found = auto.from_pretrained(self.source, **how)
        except (OSError, broken_weights()) as error:
            raise _missing(self.source, str(error)) from None
        lacking = sorted(name for name in found["missing_keys"] if "pooler" not in name)  # which nothing here uses
        if lacking:
            raise MissingBackbone(f"the backbone {self.source} has no weights for {lacking[0]}; use another one")
        return network


@contextmanager
def quiet() -> Iterator[None]:
    """Let Transformers report nothing while it loads or saves."""
    logging = library("transformers.utils.logging")
    level, has_bar = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if has_bar:
            logging.enable_progress_bar()


def is_toy(name: str) -> bool:
    """Whether the name asks for a toy."""
    return name == "toy" or name.startswith("toy:")


def find_backbone(name: str, texts: Iterable[str] = (), toy: str = "bert", *, must_tell_words: bool = True) -> Backbone:
    """Find a backbone; a toy's pieces of words are learnt from the texts, and its kind is `toy` unless it says one.

    must_tell_words: its tokenizer must know which piece is of which word.
    Raises MissingBackbone when it is not on this machine, with where to put it.
    """
    if is_toy(name):
        return toy_backbone(name.partition(":")[2] or toy, texts)
    transformers = library("transformers")
    source, options = _place(name)
    try:
        config = transformers.AutoConfig.from_pretrained(source, **options)
        config.dtype = library("torch").float32  # some are published as 16 bits, with which small steps learn nothing
        tokenizer = _tokenizer(name, source, config, options)
    except (OSError, ValueError) as error:
        raise _missing(name, str(error)) from None
    if config.model_type == "mbart":
        tokenizer.src_lang = POLISH  # else it puts the code of English beside what is read
    if must_tell_words and not tokenizer.is_fast:
        raise OptionError(f"{name}: its tokenizer does not say which piece is of which word; use another backbone")
    return Backbone(config, tokenizer, source, tuple(options.items()))


_BYTES = ("bart", "roberta")
"""Models whose pieces of words tell a word's beginning by the space before it."""


_TOKENIZERS = {"allegro/herbert-klej-cased-v1": "allegro/herbert-klej-cased-tokenizer-v1"}
"""Models whose tokenizer is published by itself, in XLM's form."""


def _tokenizer(name: str, source: str, config: Any, options: dict[str, Any]) -> Any:
    transformers = library("transformers")
    apart = _TOKENIZERS.get(name.removeprefix(DOWNLOAD).removeprefix("hub:"))
    if apart:
        source, options = _place(f"{DOWNLOAD if name.startswith(DOWNLOAD) else ''}{apart}")
    if apart or config.model_type == "xlm":
        return xlm_tokenizer(source, options)
    spaced = {"add_prefix_space": True} if config.model_type in _BYTES else {}
    return transformers.AutoTokenizer.from_pretrained(source, **spaced, **options)


def _place(name: str) -> tuple[str, dict[str, Any]]:
    """A folder or a name, and how to load it."""
    is_wanted = name.startswith(DOWNLOAD)
    if name in ENCODERS:
        return str(encoder_folder(name)), {"local_files_only": True, "trust_remote_code": False}
    plain, _, revision = name.removeprefix(DOWNLOAD).removeprefix("hub:").partition("@")
    options: dict[str, Any] = {"local_files_only": not is_wanted, "trust_remote_code": False}
    kept = os.environ.get("PROBIERZ_MODELS")
    folders = [Path(plain), *([Path(kept) / plain] if kept else [])]
    for folder in folders:
        if (folder / "config.json").is_file():
            return str(folder), options
    return plain, options | ({"revision": revision} if revision else {})


def _missing(name: str, reason: str) -> MissingBackbone:
    plain = name.removeprefix(DOWNLOAD).removeprefix("hub:").partition("@")[0]
    size = f" (about {_GIGABYTES[plain]} GB)" if plain in _GIGABYTES else ""
    first = reason.strip().split("\n")[0].rstrip(".")
    if name.startswith(DOWNLOAD):
        return MissingBackbone(
            f"{plain}{size} could not be fetched from the hub: {first}; fetch it elsewhere, and name its folder"
        )
    if Path(plain).is_dir():
        return MissingBackbone(f"the folder {plain} holds no backbone that can be read: {first}")
    return MissingBackbone(
        f"the backbone {plain}{size} is not on this machine; put its folder into PROBIERZ_MODELS/{plain}, or name the"
        f" folder:  --set backbone=FOLDER  , or let it be fetched:  --set backbone={DOWNLOAD}{plain}"
    )


# --- toys ------------------------------------------------------------------------------------------------------------

_SPECIAL = ["<pad>", "<s>", "</s>", "<unk>", "<mask>"]
_TOYS: dict[str, dict[str, Any]] = {
    "bert": {
        "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64,
        "max_position_embeddings": 512,
    },
    "roberta": {
        "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64,
        "max_position_embeddings": 514,
    },
    "bart": {
        "d_model": 32, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 2,
        "decoder_attention_heads": 2, "encoder_ffn_dim": 64, "decoder_ffn_dim": 64, "max_position_embeddings": 1024,
    },
    "gpt2": {"n_embd": 32, "n_layer": 2, "n_head": 2, "n_positions": 512},
    "mt5": {"d_model": 32, "d_kv": 16, "d_ff": 64, "num_layers": 2, "num_decoder_layers": 2, "num_heads": 2},
}  # fmt: skip


def toy_backbone(kind: str, texts: Iterable[str]) -> Backbone:
    """A random transformer of the kind, small enough for tests, and a tokenizer that is learnt from the texts."""
    if kind not in _TOYS:
        raise OptionError(f"no toy is called {kind!r}; there are {', '.join(_TOYS)}")
    tokenizer = _toy_tokenizer(texts, "$A </s>" if kind == "mt5" else "<s> $A </s>")
    pad, begin, end = (_SPECIAL.index(name) for name in ("<pad>", "<s>", "</s>"))
    config = library("transformers").AutoConfig.for_model(
        kind,
        vocab_size=len(tokenizer),
        pad_token_id=pad,
        bos_token_id=begin,
        eos_token_id=end,
        decoder_start_token_id=pad if kind == "mt5" else end,
        **_TOYS[kind],
    )
    return Backbone(config, tokenizer)


def _toy_tokenizer(texts: Iterable[str], template: str) -> Any:
    """Byte-pair encoding with a sign for a word's beginning, so that a mark after a word is a piece of its own."""
    tokenizers = library("tokenizers")
    made = tokenizers.Tokenizer(tokenizers.models.BPE(unk_token="<unk>"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(prepend_scheme="always")
    made.decoder = tokenizers.decoders.Metaspace(prepend_scheme="always")
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=512, special_tokens=_SPECIAL, show_progress=False)
    made.train_from_iterator(texts, trainer)
    special = [(name, _SPECIAL.index(name)) for name in ("<s>", "</s>")]
    made.post_processor = tokenizers.processors.TemplateProcessing(single=template, special_tokens=special)
    return library("transformers").PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="<pad>", bos_token="<s>", eos_token="</s>", unk_token="<unk>",
        mask_token="<mask>",
    )  # fmt: skip
