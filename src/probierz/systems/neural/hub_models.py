"""Trained models as others publish them: a folder of Transformers becomes a system, whatever it was trained with.

    hf:./my-model           a folder, as `save_pretrained` writes it
    hf:team/model           PROBIERZ_MODELS/team/model, or the hub's cache on this machine
    hf:download:team/model  fetched from the hub

What a model does is told by its configuration:

    ForSequenceClassification    a label for a line, of one or two columns; a number where the model has one output
    ForTokenClassification       marks after words, where its labels are marks; else spans of words with their labels
    ForConditionalGeneration     a text in place of a text

Texts of words are the last column of a line. Code that comes with a model is never run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from probierz.errors import DataError, MissingBackbone, OptionError, SystemFileError
from probierz.systems.answers import Answering, Label, Number, Spans, TextSpan
from probierz.systems.libraries import library
from probierz.systems.neural.backbones import find_backbone, quiet
from probierz.systems.neural.edit_tags import KEEP, NO_MARK, apply_tags, tags_of_labels
from probierz.systems.neural.memory import in_groups, memory_explained, usual_device
from probierz.systems.neural.pieces import frame_of, padded, word_pieces
from probierz.systems.neural.tagger import Tagger
from probierz.systems.shared.batches import in_batches
from probierz.systems.shared.windows import Window, windows
from probierz.systems.system import Answer, Text

_HEADS = {
    "ForSequenceClassification": "AutoModelForSequenceClassification",
    "ForTokenClassification": "AutoModelForTokenClassification",
    "ForConditionalGeneration": "AutoModelForSeq2SeqLM",
}
_READ_AHEAD_LINES, _READ_AHEAD_WORDS = 256, 20_000
_JUMP = 0.8
"""Windows of which marks are made overlap by a fifth, as in eNeLPol's system."""
_PART = re.compile(r"^([BIES])[-_](.+)$")
_NUMBERED = re.compile(r"^LABEL_(\d+)$")
_USUAL_LENGTH = 512
_LONGEST = 2  # times as many pieces as were read, and some, are written at most
_SOME = 64


@dataclass
class HubModel(Answering):
    """A published model.

    model: its folder or name. at_once: texts, or windows of them, that the network sees together. length: of a window,
    in pieces of words; 0: what the model sees. A line that is classified is judged by its first pieces that fit;
    labels called LABEL_1 are their number. labels: what they are called, in the model's order, with spaces between, in
    place of its own names. A text that is longer than a model can rewrite is refused.
    """

    kind: ClassVar[str] = "hub-model"
    learns: ClassVar[bool] = False
    later: ClassVar[tuple[str, ...]] = ("at_once", "labels", "length")
    model: str
    at_once: int = 16
    length: int = 0
    labels: str = ""
    _head: str = field(default="", init=False, repr=False, compare=False)
    _network: Any = field(default=None, init=False, repr=False, compare=False)
    _tokenizer: Any = field(default=None, init=False, repr=False, compare=False)

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield an answer for each line. Raises MissingBackbone, MissingExtra, OptionError for other models."""
        self._open(self.model)
        how = {
            "ForSequenceClassification": self._classified,
            "ForTokenClassification": self._tagged,
            "ForConditionalGeneration": self._rewritten,
        }[self._head]
        number = 1
        for lines in in_batches(inputs, _READ_AHEAD_LINES, _READ_AHEAD_WORDS):
            with memory_explained(f"set a smaller at_once (now {self.at_once})"):
                yield from how(lines, number)
            number += len(lines)

    def write(self, folder: Path) -> None:
        """Write weights, configuration and tokenizer, as they were published."""
        self._open(self.model)
        with quiet():
            self._network.save_pretrained(folder)
        self._tokenizer.save_pretrained(folder)

    def read(self, folder: Path) -> None:
        """Read them. Raises SystemFileError for a folder that is not whole."""
        try:
            self._open(str(folder))
        except (MissingBackbone, OptionError) as error:
            raise SystemFileError(f"{folder} holds no whole {self.kind} ({error}); get it anew") from None

    # --- the network ---

    def _open(self, place: str) -> None:
        if self._network is not None:
            return
        body = find_backbone(place, must_tell_words=False)
        made_for = (getattr(body.config, "architectures", None) or ["nothing that it says"])[0]
        if made_for == "MarianMTModel":
            made_for = "MarianForConditionalGeneration"  # what all others would call it
        head = next((one for one in _HEADS if made_for.endswith(one)), "")
        if not head:
            raise OptionError(f"{place} is made for {made_for}; models that answer are made for {', '.join(_HEADS)}")
        if head == "ForTokenClassification":
            body = find_backbone(place)
        self._network = body.model(_HEADS[head]).to(usual_device()).eval()
        self._head = head
        self._tokenizer = body.tokenizer
        if head != "ForTokenClassification":  # whole texts are cut into pieces as they were when it was trained
            auto = library("transformers").AutoTokenizer
            self._tokenizer = auto.from_pretrained(body.source, **dict(body.options))

    @property
    def _room(self) -> int:
        """How many pieces the network sees together."""
        config = self._network.config
        most = getattr(config, "max_position_embeddings", None) or 0
        if most and "roberta" in config.model_type:
            most -= config.pad_token_id + 1  # its places are counted from there
        return min(one for one in (self.length, most, _USUAL_LENGTH) if one)

    @property
    def _labels(self) -> list[str]:
        config = self._network.config
        if given := self.labels.split():
            if len(given) != config.num_labels:
                raise OptionError(f"labels={self.labels!r} are {len(given)}; the model has {config.num_labels} outputs")
            return given
        found = [str(config.id2label[at]) for at in range(config.num_labels)]
        return [_NUMBERED.sub(r"\1", one) for one in found]

    def _scores(self, **inputs: Any) -> Any:
        torch = library("torch")
        with torch.inference_mode():
            return self._network(**inputs).logits.float().cpu()

    # --- labels of lines ---

    def _classified(self, lines: Sequence[str], number: int) -> Iterator[Answer]:
        texts = [tuple(line.split("\t")) for line in lines]
        for at, columns in enumerate(texts, number):
            if len(columns) > 2 or len(columns) != len(texts[0]):
                raise DataError(f"{self.kind} judges one or two columns; found {len(columns)}", line=at)
        found: list[Answer] = []
        in_groups(texts, self.at_once, partial(self._classify, found=found))
        return iter(found)

    def _classify(self, group: Sequence[tuple[str, ...]], *, found: list[Answer]) -> None:
        torch = library("torch")
        inputs = self._tokenizer(
            *map(list, zip(*group, strict=True)), truncation=True, max_length=self._room, padding=True,
            return_tensors="pt",
        ).to(self._network.device)  # fmt: skip
        scores = self._scores(**inputs)
        if scores.shape[1] == 1:
            found += [Number(value) for value in scores[:, 0].tolist()]
            return
        labels = self._labels
        for chances in torch.softmax(scores, 1).tolist():
            by_label = dict(zip(labels, chances, strict=True))
            found.append(Label(max(by_label, key=by_label.__getitem__), by_label))

    # --- labels of words ---

    def _tagged(self, lines: Sequence[str], _number: int) -> Iterator[Answer]:
        texts = [line.split("\t")[-1].split(" ") for line in lines]
        tags = tags_of_labels(self._labels)
        if tags is None:
            return self._spans(texts)
        tagger = Tagger(length=self._room, at_once=self.at_once, jump=_JUMP)
        tagger.take_network(self._network, self._tokenizer, tags)
        return (Text(apply_tags(words, found)) for words, found in zip(texts, tagger.tag(texts), strict=True))

    def _spans(self, texts: Sequence[Sequence[str]]) -> Iterator[Answer]:
        seen: list[list[tuple[str, float]]] = [[(KEEP, 1.0)] * len(words) for words in texts]
        frame = frame_of(self._tokenizer)
        jobs: list[tuple[int, Window, list[int], list[int]]] = []
        for at, words in enumerate(texts):
            pieces = word_pieces(self._tokenizer, words)
            for window in windows([len(one) for one in pieces], self._room - frame.size):
                row, firsts = list(frame.before), []
                for one in pieces[slice(*window)]:
                    firsts.append(len(row))
                    row += one[: self._room - frame.size]
                jobs.append((at, window, [*row, *frame.after], firsts))
        in_groups(jobs, self.at_once, partial(self._tag, seen=seen))
        for words, tags in zip(texts, seen, strict=True):
            kept = [(tag, chance) if word else (KEEP, 1.0) for word, (tag, chance) in zip(words, tags, strict=True)]
            yield Spans(" ".join(words), tuple(_spans(words, kept)))

    def _tag(
        self, jobs: Sequence[tuple[int, Window, list[int], list[int]]], *, seen: list[list[tuple[str, float]]]
    ) -> None:
        torch = library("torch")
        device = self._network.device
        rows = [row for _, _, row, _ in jobs]
        mask = padded(torch, [[1] * len(row) for row in rows], 0, device)
        chances = torch.softmax(
            self._scores(
                input_ids=padded(torch, rows, self._tokenizer.pad_token_id or 0, device), attention_mask=mask
            ),
            2,
        )  # fmt: skip
        labels = self._labels
        for (text, window, _, firsts), found in zip(jobs, chances, strict=True):
            best, numbers = found[firsts].max(1)
            for word, chance, number in zip(range(*window), best.tolist(), numbers.tolist(), strict=True):
                seen[text][word] = ("" if labels[number] in NO_MARK else labels[number], chance)

    # --- texts for texts ---

    def _rewritten(self, lines: Sequence[str], number: int) -> Iterator[Answer]:
        texts = [line.split("\t")[-1] for line in lines]
        most = getattr(self._network.config, "max_position_embeddings", None)
        for at, text in enumerate(texts, number):
            size = len(self._tokenizer(text, verbose=False)["input_ids"]) if most else 0
            if most and size > most:
                raise DataError(f"the model rewrites {most} pieces of words at most, found {size}; cut it", line=at)
        found: list[Answer] = []
        in_groups(texts, self.at_once, partial(self._rewrite, found=found))
        return iter(found)

    def _rewrite(self, texts: Sequence[str], *, found: list[Answer]) -> None:
        inputs = self._tokenizer(list(texts), padding=True, return_tensors="pt", return_token_type_ids=False)
        inputs = inputs.to(self._network.device)
        limits = [_LONGEST * size + _SOME for size in inputs["attention_mask"].sum(1).tolist()]
        most = getattr(self._network.config, "max_position_embeddings", None) or max(limits) + 1
        with library("torch").inference_mode():
            written = self._network.generate(**inputs, max_new_tokens=min(max(limits), most - 1), do_sample=False)
        # by its own length, so that it does not matter which texts are written together
        kept = [row[: limit + 1] for row, limit in zip(written.tolist(), limits, strict=True)]
        read = self._tokenizer.batch_decode(kept, skip_special_tokens=True)
        found += [Text(" ".join(text.split())) for text in read]


def _spans(words: Sequence[str], tags: Sequence[tuple[str, float]]) -> Iterator[TextSpan]:
    """Runs of words of one label; B- begins a new one. The probability of a run is the mean over its words."""
    begin, end, name = 0, -1, ""
    chances: list[float] = []
    place = 0
    for word, (tag, chance) in zip(words, tags, strict=True):
        part = _PART.match(tag)
        label = part.group(2) if part else tag
        if name and (label != name or (part and part.group(1) in "BS")):
            yield TextSpan(begin, end, name, sum(chances) / len(chances))
            name = ""
        if label and not name:
            begin, name, chances = place, label, []
        if label:
            end = place + len(word)
            chances.append(chance)
        place += len(word) + 1
    if name:
        yield TextSpan(begin, end, name, sum(chances) / len(chances))
