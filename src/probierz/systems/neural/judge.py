"""The judge: an encoder that says a number or a label of one text, of a pair, or of several.

    together   the texts are one for the encoder, with the separator of its pairs between them (a cross-encoder)
    apart      each text has a vector of its own, and the head sees blocks made of them (several towers, as COMET)

Numbers are learnt with mean 0 and deviation 1, with the squared error as loss; labels with cross-entropy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean, pstdev
from typing import Any, ClassVar, NamedTuple

from probierz.errors import DataError, OptionError
from probierz.systems.answers import Answering, Label, Number
from probierz.systems.combinators import column_of
from probierz.systems.libraries import library
from probierz.systems.neural.backbones import Backbone
from probierz.systems.neural.engine import NeuralSystem
from probierz.systems.neural.memory import in_groups
from probierz.systems.neural.pieces import frame_of, padded, separator_of, text_pieces
from probierz.systems.neural.text_networks import POOLINGS, NetworkShape, read_blocks, set_dropout, text_network
from probierz.systems.shared.batches import in_batches
from probierz.systems.shared.human_ratings import read_rating, read_ratings
from probierz.systems.system import Answer, Pair, Training

NUMBER, LABEL = "number", "label"
_READ_AHEAD_LINES, _READ_AHEAD_WORDS = 1024, 20_000


class NumberScale(NamedTuple):
    """Of the numbers that were learnt from."""

    mean: float
    deviation: float
    lowest: float
    highest: float


class JudgedRecord(NamedTuple):
    """What the network sees, and what is wanted: pieces and their types by tower, and a number or that of a label."""

    pieces: list[list[int]]
    types: list[list[int]]
    wanted: float


@dataclass(kw_only=True)
class NeuralJudge(NeuralSystem, Answering):
    """Says a number or a label of each line.

    says: `number`, or `label`; labels are those of the pairs. columns: those of the line that are read, in this order,
    counted from 1, or from -1 at the end. apart: each has its own vector, and `blocks` says what is made of them, such
    as `1 2 1*2 |1-2|`; else they are read together. pooling: a text's vector is that of its `first` piece, or the
    `mean` or `max` of all, or what the encoder's own `pooler` makes of the first. mixed: of all layers, weighted.
    hidden: widths of layers above; 0 is the encoder's. dropout: above the encoder; encoder_dropout: in it; -1: as it
    was pretrained. fresh_layers: so many of its last begin anew. published_scale: of what a trained model says that is
    taken in place of learning, as in `NumberScale`.
    """

    kind: ClassVar[str] = "neural-judge"
    unusable: ClassVar[str] = "no text is in it"
    later: ClassVar[tuple[str, ...]] = ("at_once",)
    says: str = NUMBER
    columns: tuple[int, ...] = (1,)
    apart: bool = False
    blocks: str = "1"
    pooling: str = POOLINGS[0]
    mixed: bool = False
    hidden: tuple[int, ...] = ()
    dropout: float = 0.1
    encoder_dropout: float = -1.0
    fresh_layers: int = 0
    published_scale: tuple[float, ...] = ()
    _labels: tuple[str, ...] = field(default=(), init=False, repr=False, compare=False)
    _scale: NumberScale | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, known in (("says", (NUMBER, LABEL)), ("pooling", POOLINGS)):
            if getattr(self, name) not in known:
                raise OptionError(f"no {name} is called {getattr(self, name)!r}; there are {' and '.join(known)}")
        if not self.columns or 0 in self.columns:
            raise OptionError("at least one column is read; they are counted from 1, or from -1 at the end")
        read_blocks(self.blocks, self._towers)

    @property
    def _towers(self) -> int:
        return len(self.columns) if self.apart else 1

    # --- learning ---

    def _learn_labels(self, pairs: Sequence[Pair]) -> None:
        if self.says == LABEL:
            self._labels = tuple(sorted({pair.expected for pair in pairs}))
            if len(self._labels) == 1:
                raise DataError(f"all labels are {self._labels[0]!r}; from equal ones nothing can be learnt")

    def tune(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn further from where it stands, numbers on the scale of these pairs."""
        self._ready()
        if self.says == NUMBER:
            self._scale = self._scale_of(read_ratings([pair.expected for pair in pairs]))
        super().tune(pairs, training)

    def _scale_of(self, numbers: Sequence[float]) -> NumberScale:
        """The scale that numbers are learnt on."""
        return _scale_of(numbers)

    def _make_network(self, body: Backbone | None) -> Any:
        if self.encoder_dropout >= 0:
            set_dropout(self._config, self.encoder_dropout)
        encoder = body.model("AutoModel") if body else library("transformers").AutoModel.from_config(self._config)
        shape = NetworkShape(
            len(self._labels) or 1, self.pooling, self.mixed, read_blocks(self.blocks, self._towers), self.hidden,
            self.dropout,
        )  # fmt: skip
        return text_network(encoder, shape, self.fresh_layers if body else 0)

    def _published_network(self, body: Backbone) -> Any:
        """BERT's classifier with one output is the encoder, its pooler, and a linear layer."""
        if self.says != NUMBER or self.apart or self.hidden or self.mixed or not self.published_scale:
            raise OptionError(f"this {self.kind} takes no weights that others trained; train it")
        classifier: Any = getattr(body.model("AutoModelForSequenceClassification"), "classifier", None)
        if body.config.model_type != "bert" or getattr(classifier, "out_features", 0) != 1:
            raise OptionError(f"{body.source} is no BERT that says one number; name it behind  hf:  to use it as it is")
        self.pooling, self._scale = "pooler", NumberScale(*self.published_scale)
        network = self._make_network(body)
        network.head[-1].load_state_dict(classifier.state_dict())
        return network

    def _examples(self, pairs: Sequence[Pair]) -> list[JudgedRecord]:
        records = self._records([pair.input for pair in pairs], 1)
        return [
            record._replace(wanted=self._wanted(pair.expected, line))
            for line, (record, pair) in enumerate(zip(records, pairs, strict=True), 1)
        ]

    def _wanted(self, expected: str, line: int) -> float:
        if self._scale:
            return (read_rating(expected, line) - self._scale.mean) / self._scale.deviation
        if expected not in self._labels:
            raise DataError(f"{expected!r} is no label that was learnt first", line=line, side="expected")
        return self._labels.index(expected)

    def _loss(self, network: Any, examples: Sequence[JudgedRecord]) -> Any:
        torch = library("torch")
        scores = self._scores(network, examples).float()
        wanted = torch.tensor([example.wanted for example in examples], device=scores.device)
        if self.says == NUMBER:
            return torch.nn.functional.mse_loss(scores[:, 0], wanted)
        return torch.nn.functional.cross_entropy(scores, wanted.long())

    # --- what the network sees ---

    def _records(self, lines: Sequence[str], number: int) -> Iterator[JudgedRecord]:
        """The records of lines, of which the first has a number."""
        frame, separator = frame_of(self._tokenizer), separator_of(self._tokenizer)
        extra = frame.size + len(separator.pieces) * (len(self.columns) - self._towers)
        room = self._room(extra)
        has_types = separator.has_types and getattr(self._config, "type_vocab_size", 0) > 1
        for at, line in enumerate(lines, number):
            texts = [
                text_pieces(self._tokenizer, column_of(line, column, at), self.length).numbers
                for column in self.columns
            ]
            groups = [[text] for text in texts] if self.apart else [_shortened(texts, room)]
            pieces, types = [], []
            for group in groups:
                row, kinds = list(frame.before), [0] * len(frame.before)
                for place, text in enumerate(group):
                    own = [*text[:room], *(frame.after if text is group[-1] else separator.pieces)]
                    row += own
                    kinds += [min(place, 1) if has_types else 0] * len(own)
                pieces.append(row[: self.length])
                types.append(kinds[: self.length])
            yield JudgedRecord(pieces, types, 0.0)

    def _room(self, extra: int) -> int:
        """How many pieces of texts the network sees together, when so many others are around them."""
        return self.length - extra

    def _scores(self, network: Any, examples: Sequence[JudgedRecord]) -> Any:
        torch = library("torch")
        device = next(self._network.parameters()).device
        filler = self._tokenizer.pad_token_id or 0
        texts = []
        for tower in range(self._towers):
            rows = [example.pieces[tower] for example in examples]
            types = [example.types[tower] for example in examples]
            lengths = torch.tensor([len(row) for row in rows], device=device)
            has_types = any(map(any, types))
            texts.append(
                (padded(torch, rows, filler, device), lengths, padded(torch, types, 0, device) if has_types else None)
            )
        return network(texts)

    # --- answering ---

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield a number, or a label with all probabilities; some hundred lines are read ahead. Raises Untrained."""
        self._ready()
        number = 1
        for lines in in_batches(inputs, _READ_AHEAD_LINES, _READ_AHEAD_WORDS):
            records = list(enumerate(self._records(lines, number)))
            records.sort(key=lambda one: -sum(map(len, one[1].pieces)))  # alike in length, little is filled up in vain
            found: dict[int, Answer] = {}
            with self._memory():
                in_groups(records, self.at_once, partial(self._judge, found=found))
            yield from (found[at] for at in range(len(lines)))
            number += len(lines)

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield the line of each answer."""
        return (answer.line for answer in self.answers(inputs))

    def _judge(self, group: Sequence[tuple[int, JudgedRecord]], *, found: dict[int, Answer]) -> None:
        torch = library("torch")
        network = self._ready()
        network.eval()
        with torch.inference_mode():
            scores = self._scores(network, [record for _, record in group]).float().cpu()
        if self.says == LABEL:
            scores = torch.softmax(scores, 1)
        for (at, _), values in zip(group, scores.tolist(), strict=True):
            found[at] = self._answer(values)

    def _answer(self, values: Sequence[float]) -> Answer:
        if self._scale:
            value = self._scale.mean + self._scale.deviation * values[0]
            return Number(min(max(value, self._scale.lowest), self._scale.highest))
        chances = dict(zip(self._labels, values, strict=True))
        return Label(max(chances, key=lambda name: chances[name]), chances)

    # --- keeping ---

    def _learnt(self) -> dict[str, Any]:
        return {"labels": self._labels, "scale": self._scale}

    def _take(self, learnt: dict[str, Any]) -> None:
        self._labels = tuple(map(str, learnt["labels"]))
        self._scale = NumberScale(*map(float, learnt["scale"])) if learnt["scale"] else None
        if bool(self._labels) != (self.says == LABEL) or (self._scale is None) != (self.says == LABEL):
            raise ValueError("there are no labels, or no scale of numbers")


def _scale_of(numbers: Sequence[float]) -> NumberScale:
    deviation = pstdev(numbers)
    if not deviation:
        raise DataError(f"all numbers are {numbers[0]:g}; from equal ones nothing can be learnt")
    return NumberScale(fmean(numbers), deviation, min(numbers), max(numbers))


def _shortened(texts: Sequence[list[int]], room: int) -> list[list[int]]:
    """Cut the longest texts until all have room together."""
    most = max(map(len, texts))
    while sum(min(len(text), most) for text in texts) > room:
        most -= 1
    return [text[: max(most, 0)] for text in texts]
