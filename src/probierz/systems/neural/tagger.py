"""The tagger: an encoder that gives each word a tag, and the edits that the tags stand for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

from probierz.errors import OptionError
from probierz.systems.libraries import library
from probierz.systems.neural.backbones import Backbone
from probierz.systems.neural.edit_tags import KEEP, apply_tags, frequent_tags, mark_tags, only_last_mark, tags_of_labels
from probierz.systems.neural.engine import NeuralSystem
from probierz.systems.neural.memory import in_groups
from probierz.systems.neural.pieces import frame_of, padded, word_pieces
from probierz.systems.neural.plan import TrainingPlan
from probierz.systems.neural.tagger_network import HEADS, new_head, word_tagger
from probierz.systems.shared.batches import in_batches
from probierz.systems.shared.windows import MERGES, Seen, Window, merge, windows
from probierz.systems.system import Pair

_FULL_STOP = "append:."
_NO_LABEL = -100
_READ_AHEAD_LINES, _READ_AHEAD_WORDS = 256, 20_000


class TaggingExample(NamedTuple):
    """A window of a text: the pieces with what is around them, where words begin, and the labels of the words."""

    pieces: list[int]
    firsts: list[int]
    labels: list[int]


@dataclass(kw_only=True)
class Tagger(NeuralSystem):
    """Puts marks into lines: the words that come out are those that went in.

    head: `linear`, or `lstm` with so many numbers (`width`) in each direction; frozen: the encoder does not learn.
    tags: the tags; empty: those of the pairs, at most `most_tags` (0: all) that make up `least_share` of all marks
    each. only_last: of several marks after a word the last is learnt, else they are a tag together. jump: windows of
    the prediction begin after this share of the one before; merge: how they are merged. most_words: of a window; 0:
    any number. cut_at_stops: windows that are learnt from end after a full stop where there is one.
    """

    kind: ClassVar[str] = "tagger"
    head: str = "linear"
    width: int = 256
    frozen: bool = False
    dropout: float = 0.1
    tags: tuple[str, ...] = ()
    most_tags: int = 0
    least_share: float = 0.0
    only_last: bool = True
    jump: float = 1.0
    merge: str = MERGES[0]
    most_words: int = 0
    cut_at_stops: bool = False
    _tags: tuple[str, ...] = field(default=(KEEP,), init=False, repr=False, compare=False)
    _shape: tuple[str, int] = field(default=("linear", 0), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, known in (("head", HEADS), ("merge", MERGES)):
            if getattr(self, name) not in known:
                raise OptionError(f"no {name} is called {getattr(self, name)!r}; there are {' and '.join(known)}")
        if not 0 < self.jump <= 1:
            raise OptionError(f"jump={self.jump}: say a share above 0 and at most 1")

    # --- learning ---

    def _learn_labels(self, pairs: Sequence[Pair]) -> None:
        tagged = (tags for pair in pairs if (tags := self._tagged(pair)) is not None)
        self._tags = self.tags or frequent_tags(tagged, self.most_tags, self.least_share)

    def _tagged(self, pair: Pair) -> list[str] | None:
        tags = mark_tags(pair.input.split(" "), pair.expected)
        return [only_last_mark(tag) for tag in tags] if tags and self.only_last else tags

    def _make_network(self, body: Backbone | None) -> Any:
        transformers = library("transformers")
        encoder = body.model("AutoModel") if body else transformers.AutoModel.from_config(self._config)
        head, width = (self.head, self.width) if body else self._shape
        return word_tagger(encoder, head, len(self._tags), width, self.dropout)

    def _published_network(self, body: Backbone) -> Any:
        labels = [str(body.config.id2label[at]) for at in range(body.config.num_labels)]
        tags = tags_of_labels(labels)
        if tags is None:
            raise OptionError(
                f"{body.source} has the labels {', '.join(labels[:9])}, which are not marks and one for none; write"
                " what they mean into id2label of its config.json"
            )
        head = body.model("AutoModelForTokenClassification").classifier
        return self._with_head(body.model("AutoModel"), head, tags)

    def take_network(self, network: Any, tokenizer: Any, tags: Sequence[str]) -> None:
        """Use a token classifier of Transformers as it is; tags: what its labels stand for, see `tags_of_labels`."""
        self._config, self._tokenizer = network.config, tokenizer
        self._network = self._with_head(network.base_model, getattr(network, "classifier", None), tags)
        self._network.to(network.device).eval()

    def _with_head(self, encoder: Any, classifier: Any, tags: Sequence[str]) -> Any:
        """The network with the weights of a linear head, whose labels are put in another order: none comes first."""
        if self.head != "linear" or not hasattr(classifier, "out_features"):
            raise OptionError(
                f"on its encoder the model has a {type(classifier).__name__}, {self.kind} a {self.head} head"
            )
        order = sorted(range(len(tags)), key=lambda at: tags[at] != KEEP)
        self._tags, self._shape = tuple(tags[at] for at in order), ("linear", self.width)
        network = word_tagger(encoder, "linear", len(tags), self.width, self.dropout)
        network.output.weight.data = classifier.weight.data[order]
        network.output.bias.data = classifier.bias.data[order]
        return network

    def _reshape(self) -> None:
        """Another head begins anew, on the encoder as it is."""
        if self._network.shape[0] != self.head:
            new_head(self._network, self.head, len(self._tags), self.width, self.dropout)

    def _plan(self) -> TrainingPlan:
        plan = super()._plan()
        return replace(plan, frozen_epochs=math.inf) if self.frozen else plan

    def _examples(self, pairs: Sequence[Pair]) -> list[TaggingExample]:
        return [example for pair in pairs for example in self._examples_of(pair)]

    def _examples_of(self, pair: Pair) -> Iterator[TaggingExample]:
        """The windows of a pair, without overlap, so that no word counts twice; none when its words are others."""
        tags = self._tagged(pair)
        if tags is None:
            return
        known = {tag: number for number, tag in enumerate(self._tags)}
        labels = [known.get(tag, 0) for tag in tags]
        pieces = word_pieces(self._tokenizer, pair.input.split(" "))
        begin = 0
        while begin < len(pieces):
            first = next(self._windows(pieces[begin:], 1.0))
            end = begin + self._cut(tags[begin : begin + first.end], begin + first.end == len(pieces))
            yield self._example(pieces[begin:end], labels[begin:end])
            begin = end

    def _cut(self, tags: Sequence[str], is_last: bool) -> int:
        """Where a window that is learnt from ends."""
        stops = [at for at, tag in enumerate(tags, 1) if tag == _FULL_STOP]
        return stops[-1] if self.cut_at_stops and stops and not is_last else len(tags)

    def _windows(self, pieces: Sequence[Sequence[int]], jump: float) -> Iterator[Window]:
        room = self.length - frame_of(self._tokenizer).size
        return windows([min(len(one), room) for one in pieces], room, jump, self.most_words)

    def _example(self, pieces: Sequence[Sequence[int]], labels: Sequence[int] = ()) -> TaggingExample:
        frame = frame_of(self._tokenizer)
        row, firsts = list(frame.before), []
        for one in pieces:
            firsts.append(len(row))
            row += one[: self.length - frame.size]
        return TaggingExample([*row, *frame.after], firsts, list(labels))

    def _loss(self, network: Any, examples: Sequence[TaggingExample]) -> Any:
        torch = library("torch")
        scores = self._scores(network, examples)
        labels = padded(torch, [example.labels for example in examples], _NO_LABEL, scores.device)
        return torch.nn.functional.cross_entropy(scores.flatten(0, 1).float(), labels.flatten())

    def _scores(self, network: Any, examples: Sequence[TaggingExample]) -> Any:
        torch = library("torch")
        device = next(self._network.parameters()).device
        filler = self._tokenizer.pad_token_id or 0
        pieces = padded(torch, [example.pieces for example in examples], filler, device)
        firsts = padded(torch, [example.firsts for example in examples], 0, device)
        lengths = torch.tensor([len(example.pieces) for example in examples], device=device)
        return network(pieces, lengths, firsts)

    # --- predicting ---

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield each line with marks; its words are what they were."""
        for lines in in_batches(inputs, _READ_AHEAD_LINES, _READ_AHEAD_WORDS):
            texts = [line.split(" ") for line in lines]
            for words, tags in zip(texts, self.tag(texts), strict=True):
                yield apply_tags(words, tags)

    def tag(self, texts: Sequence[Sequence[str]]) -> list[list[str]]:
        """The tags of the words of texts. Raises Untrained."""
        seen: list[list[Seen]] = [[] for _ in texts]
        jobs = [job for number, words in enumerate(texts) for job in self._jobs(number, words)]
        jobs.sort(key=lambda job: -len(job[2].pieces))  # alike in length, little is filled up in vain
        with self._memory():
            in_groups(jobs, self.at_once, lambda group: self._see(group, seen))
        return [self._merged(words, sorted(found, key=_begin)) for words, found in zip(texts, seen, strict=True)]

    def _jobs(self, number: int, words: Sequence[str]) -> Iterator[tuple[int, Window, TaggingExample]]:
        self._ready()
        pieces = word_pieces(self._tokenizer, words)
        for window in self._windows(pieces, self.jump):
            yield number, window, self._example(pieces[slice(*window)])

    def _see(self, jobs: Sequence[tuple[int, Window, TaggingExample]], seen: list[list[Seen]]) -> None:
        torch = library("torch")
        network = self._ready()
        network.eval()
        with torch.inference_mode():
            scores = self._scores(network, [example for _, _, example in jobs]).float().cpu().numpy()
        for at, (number, window, example) in enumerate(jobs):
            seen[number].append(Seen(window, scores[at, : len(example.firsts)]))

    def _merged(self, words: Sequence[str], seen: Sequence[Seen]) -> list[str]:
        labels = merge(seen, len(words), self.merge)
        return [self._tags[label] if word else KEEP for word, label in zip(words, labels, strict=True)]

    # --- keeping ---

    def _learnt(self) -> dict[str, Any]:
        head, width = self._network.shape
        return {"tags": self._tags, "head": head, "width": width}

    def _take(self, learnt: dict[str, Any]) -> None:
        tags, head = tuple(map(str, learnt["tags"])), learnt["head"]
        if not tags or tags[0] != KEEP or not all(map(_is_mark, tags)) or head not in HEADS:
            raise ValueError("the tags are not tags of marks, or no head is called so")
        self._tags, self._shape = tags, (head, int(learnt["width"]))


def _begin(seen: Seen) -> int:
    return seen.window.begin


def _is_mark(tag: str) -> bool:
    """Whether a tag leaves the word as it is, whatever else it puts there."""
    operations = [one.partition(":") for one in tag.split("\t")] if tag else []
    return all(name in ("append", "prepend") and text and not text.strip(".,?!-:;") for name, _, text in operations)
