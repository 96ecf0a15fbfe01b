"""Pieces of words as HerBERT has them: byte-pair encoding of characters, the end of a word marked by `</w>`.

    kot, kota     ->  kot</w>   ko ta</w>
    a strange word of known letters falls apart into them, so only strange letters are unknown

The folder is one of Hugging Face: Transformers reads it, and so does every recipe that takes a backbone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from probierz.errors import DataError, OptionError, SystemFileError
from probierz.systems.libraries import library
from probierz.whole_files import whole_folder

END_OF_WORD = "</w>"
MARKS = ("<s>", "<pad>", "</s>", "<unk>", "<mask>")
_NAMES = ("bos_token", "pad_token", "eos_token", "unk_token", "mask_token")
_FILE, _CONFIG = "tokenizer.json", "tokenizer_config.json"
_MOST_LETTERS = 1_000
_LEAST = 64


def learn_tokenizer(texts: Iterable[str], size: int) -> Any:
    """Learn at most `size` pieces: marks, letters alone and at the end of words, then what is most often together.

    Of letters the 1,000 commonest are known. Raises OptionError for a size below 64, DataError where no word is.
    """
    if size < _LEAST:
        raise OptionError(f"{size} pieces are too few; say at least {_LEAST}")
    tokenizers = library("tokenizers")
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(unk_token="<unk>", end_of_word_suffix=END_OF_WORD))
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=False, strip_accents=False)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=list(MARKS),
        limit_alphabet=min(_MOST_LETTERS, size // 4),
        end_of_word_suffix=END_OF_WORD,
        show_progress=False,
    )
    tokenizer.train_from_iterator(_with_words(texts), trainer)
    return _with_letters(json.loads(tokenizer.to_str()), size)


def _with_words(texts: Iterable[str]) -> Iterator[str]:
    """The texts, of which at least one must have a word."""
    rest = (text for text in texts if text.strip())
    first = next(rest, None)
    if first is None:
        raise DataError("there is no word to learn pieces from")
    return chain([first], rest)


def _with_letters(description: dict[str, Any], size: int) -> Any:
    """The tokenizer with each letter as a piece, inside of a word and at its end; the rarest pieces make room.

    Training only leaves the forms that it saw: a letter that no word ended with would make words unknown.
    """
    model = description["model"]
    known: dict[str, int] = model["vocab"]
    letters = sorted({piece.removesuffix(END_OF_WORD) for piece in known if len(piece.removesuffix(END_OF_WORD)) == 1})
    base = [*MARKS, *letters, *(letter + END_OF_WORD for letter in letters)]
    pieces = dict.fromkeys(base)
    merges = []
    for pair in model["merges"]:
        left, right = pair
        if left not in pieces or right not in pieces:  # made of a piece that had to go
            continue
        if left + right not in pieces and len(pieces) >= size:
            continue
        pieces[left + right] = None
        merges.append(pair)
    model["vocab"] = {piece: number for number, piece in enumerate(pieces)}
    model["merges"] = merges
    description["added_tokens"] = [{**one, "id": model["vocab"][one["content"]]} for one in description["added_tokens"]]
    tokenizers = library("tokenizers")
    tokenizer = tokenizers.Tokenizer.from_str(json.dumps(description))
    tokenizer.decoder = tokenizers.decoders.BPEDecoder(suffix=END_OF_WORD)
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> $B:1 </s>:1",
        special_tokens=[(mark, tokenizer.token_to_id(mark)) for mark in ("<s>", "</s>")],
    )
    return tokenizer


def save_tokenizer(tokenizer: Any, folder: Path) -> None:
    """Write a folder that Transformers opens; it is whole or not there."""
    marks = dict(zip(_NAMES, MARKS, strict=True))
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        **marks,
        "cls_token": marks["bos_token"],
        "sep_token": marks["eos_token"],
        "clean_up_tokenization_spaces": False,
    }
    with whole_folder(folder) as made:
        tokenizer.save(str(made / _FILE))
        (made / _CONFIG).write_text(json.dumps(config, indent=2) + "\n", "utf-8")


def open_tokenizer(folder: Path) -> Any:
    """Open a folder that `save_tokenizer` wrote. Raises SystemFileError for one that holds none."""
    path = folder / _FILE
    if not path.is_file():
        raise SystemFileError(f"{folder} holds no tokenizer: there is no {_FILE} in it")
    try:
        tokenizer = library("tokenizers").Tokenizer.from_file(str(path))
    except Exception as error:  # the library knows no other kind
        raise SystemFileError(f"{path} cannot be read: {error}; learn or get it anew") from None
    lacking = [mark for mark in MARKS if tokenizer.token_to_id(mark) is None]
    if lacking:
        raise SystemFileError(f"{path} has no piece {lacking[0]}; learn it by  probierz pretrain tokenizer")
    return tokenizer
