"""XLM's tokenizer from its files, as one that says which piece is of which word; the first HerBERT has one, too.

Transformers has it only with the Moses rules of another library, which part words otherwise in rare places: `2,5` is a
word there, and three here, as in later HerBERT's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from probierz.systems.libraries import library

_END = "</w>"


def xlm_tokenizer(source: str, options: Mapping[str, Any]) -> Any:
    """Read `vocab.json` and `merges.txt` of a folder or of the hub. Raises OSError or ValueError."""
    where = {name: value for name, value in options.items() if name != "trust_remote_code"}
    vocabulary, merges = (_file(source, name, where) for name in ("vocab.json", "merges.txt"))
    known: dict[str, int] = json.loads(vocabulary.read_text("utf-8"))
    pairs = [tuple(line.split()[:2]) for line in merges.read_text("utf-8").split("\n") if not line.startswith("#")]
    usable = [pair for pair in pairs if len(pair) == 2 and {*pair, "".join(pair)} <= known.keys()]
    tokenizers = library("tokenizers")
    made = tokenizers.Tokenizer(tokenizers.models.BPE(known, usable, unk_token="<unk>", end_of_word_suffix=_END))
    is_lower = bool(_config(source, where).get("do_lowercase_and_remove_accent", False))
    made.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=is_lower, strip_accents=is_lower)
    made.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    made.decoder = tokenizers.decoders.BPEDecoder(suffix=_END)
    marks = [(mark, known[mark]) for mark in ("<s>", "</s>") if mark in known]
    if len(marks) < 2:
        raise ValueError("its vocabulary has no pieces <s> and </s>")
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> $B </s>", special_tokens=marks
    )
    mask = next(({"mask_token": mark} for mark in ("<special1>", "<mask>") if mark in known), {})
    return library("transformers").PreTrainedTokenizerFast(
        tokenizer_object=made, bos_token="<s>", eos_token="</s>", cls_token="<s>", sep_token="</s>",
        pad_token="<pad>", unk_token="<unk>", **mask,
    )  # fmt: skip


def _file(source: str, name: str, options: Mapping[str, Any]) -> Path:
    return Path(library("transformers.utils").cached_file(source, name, **options))


def _config(source: str, options: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = library("transformers.models.auto.tokenization_auto").get_tokenizer_config(
        source, **options
    )
    return found
