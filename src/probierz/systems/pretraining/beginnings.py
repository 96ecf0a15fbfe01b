"""Beginning from another model's weights, with its pieces of words or with others.

A new piece gets the mean of what the other model has for the pieces that its own tokenizer cuts it into, as HerBERT of
2021 began from XLM-R. Models of the kinds BERT and RoBERTa (XLM-R) can be begun from; what comes out is of kind BERT.
"""

from __future__ import annotations

from typing import Any

from probierz.errors import MissingBackbone, OptionError
from probierz.systems.libraries import library
from probierz.systems.neural.backbones import Backbone, find_backbone
from probierz.systems.pretraining.tokenizer import END_OF_WORD

_KINDS = ("bert", "roberta", "xlm-roberta")


def source_of(name: str) -> Backbone:
    """Find a model to begin from. Raises OptionError for one of another kind, MissingBackbone."""
    source = find_backbone(name)
    kind = source.config.model_type
    if kind not in _KINDS:
        raise OptionError(f"{name} is of kind {kind}; a training can begin from {', '.join(_KINDS)}")
    return source


def begun_from(source: Backbone) -> Any:
    """Make a BertForMaskedLM with the weights of a model; what it lacks, such as the head, is random."""
    transformers = library("transformers")
    model = transformers.BertForMaskedLM(_config(source.config))
    try:
        found = source.model("AutoModelForMaskedLM")
    except MissingBackbone:  # an encoder alone
        weights = {f"bert.{name}": value for name, value in source.model("AutoModel").state_dict().items()}
    else:
        weights = found.state_dict()
    if source.config.model_type != "bert":
        weights = _as_bert(weights, source.config.pad_token_id + 1)
    known = model.state_dict()
    model.load_state_dict({name: value for name, value in weights.items() if name in known}, strict=False)
    model.tie_weights()
    return model


def _config(config: Any) -> Any:
    """The configuration as BERT has it: RoBERTa counts its places from behind the number of <pad>."""
    names = (
        "vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "hidden_act",
        "hidden_dropout_prob", "attention_probs_dropout_prob", "type_vocab_size", "layer_norm_eps", "pad_token_id",
        "initializer_range",
    )  # fmt: skip
    before = 0 if config.model_type == "bert" else config.pad_token_id + 1
    places = config.max_position_embeddings - before
    told = {name: getattr(config, name) for name in names}
    return library("transformers").BertConfig(**told, max_position_embeddings=places)


_HEAD = {
    "lm_head.dense.": "cls.predictions.transform.dense.",
    "lm_head.layer_norm.": "cls.predictions.transform.LayerNorm.",
    "lm_head.bias": "cls.predictions.bias",
    "lm_head.decoder.": "cls.predictions.decoder.",
    "roberta.": "bert.",
}


def _as_bert(weights: dict[str, Any], before: int) -> dict[str, Any]:
    found = {}
    for name, value in weights.items():
        start = next((one for one in _HEAD if name.startswith(one)), "")
        found[_HEAD.get(start, "") + name.removeprefix(start)] = value
    places = "bert.embeddings.position_embeddings.weight"
    found[places] = found[places][before:]
    return found


def with_pieces(model: Any, source: Any, wanted: Any) -> Any:
    """Give a model another table of pieces. source, wanted: tokenizers of Transformers, the old and the new one."""
    torch = library("torch")
    owners = _cut_by(source, wanted)
    old = model.get_input_embeddings().weight.detach()
    bias = model.cls.predictions.bias.detach()
    rows = torch.stack([old[numbers].mean(dim=0) for numbers in owners])
    offsets = torch.stack([bias[numbers].mean() for numbers in owners])
    model.resize_token_embeddings(len(owners))
    with torch.no_grad():
        model.get_input_embeddings().weight.copy_(rows)
        model.cls.predictions.bias.copy_(offsets)
    model.config.pad_token_id = wanted.pad_token_id
    model.get_input_embeddings().padding_idx = wanted.pad_token_id
    model.tie_weights()
    return model


def _cut_by(source: Any, wanted: Any) -> list[list[int]]:
    """For each piece of `wanted` the pieces of `source` that stand for it; marks stand for each other."""
    marks = {
        getattr(wanted, f"{name}_token_id"): getattr(source, f"{name}_token_id")
        for name in ("bos", "eos", "cls", "sep", "pad", "unk", "mask")
        if getattr(wanted, f"{name}_token_id") is not None and getattr(source, f"{name}_token_id") is not None
    }
    pieces = wanted.convert_ids_to_tokens(range(len(wanted)))
    plain = [piece.removesuffix(END_OF_WORD) for piece in pieces]
    encoded = source(plain, add_special_tokens=False, verbose=False)["input_ids"]
    unknown = source.unk_token_id or 0
    return [[marks[number]] if number in marks else (found or [unknown]) for number, found in enumerate(encoded)]
