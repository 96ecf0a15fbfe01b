"""What all neural systems have in common: settings, learning, keeping. The engines say how examples are made."""

from __future__ import annotations

import hashlib
import json
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar

from probierz.errors import DataError, OptionError, Untrained
from probierz.systems.libraries import library
from probierz.systems.neural.adapting import adapted, recomputed
from probierz.systems.neural.backbones import Backbone, find_backbone
from probierz.systems.neural.loop import Log, train
from probierz.systems.neural.memory import memory_explained, usual_device
from probierz.systems.neural.plan import TrainingPlan
from probierz.systems.neural.stored import StoredExamples
from probierz.systems.neural.weights import has_weights, read_weights, reading_learnt, write_weights
from probierz.systems.system import Pair, System, Training

_BLOCK = 1024  # pairs


@dataclass(kw_only=True)
class NeuralSystem(TrainingPlan, System):
    """A system on a pretrained transformer, whose settings are also those of its training.

    backbone: see backbones.py. layers: of its encoder the lowest so many are used; 0: all. length: the most pieces of
    words that the network sees together. metric: a scheme of the scoring engine that says which state is the best on
    the development pairs; empty: the last state is taken. evaluated: how many of these pairs are scored while it
    learns; 0: all. at_once: windows that are predicted together; fewer where the memory is not enough for them.
    adapters: the rank of those that learn in place of all weights (LoRA); 0: none. recompute: layers are computed
    twice, which takes less memory. on_disk: what is learnt from waits in a temporary file.
    """

    unusable: ClassVar[str] = "the words of all expected lines differ from their inputs"
    costly: ClassVar[tuple[str, ...]] = ("length",)

    backbone: str = "toy"
    layers: int = 0
    length: int = 512
    metric: str = ""
    evaluated: int = 0
    at_once: int = 16
    adapters: int = 0
    recompute: bool = False
    on_disk: bool = False
    log: Log = field(default_factory=Log, init=False, repr=False, compare=False)
    _network: Any = field(default=None, init=False, repr=False, compare=False)
    _tokenizer: Any = field(default=None, init=False, repr=False, compare=False)
    _config: Any = field(default=None, init=False, repr=False, compare=False)

    # --- what an engine says ---

    @abstractmethod
    def _learn_labels(self, pairs: Sequence[Pair]) -> None:
        """Learn what must be known before a network is made, such as the labels."""

    @abstractmethod
    def _make_network(self, body: Backbone | None) -> Any:
        """Make the network from a backbone, or with random weights from the configuration, to be loaded into."""

    @abstractmethod
    def _examples(self, pairs: Sequence[Pair]) -> list[Any]:
        """What is learnt from pairs, in pieces that the network can see together."""

    @abstractmethod
    def _loss(self, network: Any, examples: Sequence[Any]) -> Any:
        """The loss of the network on examples."""

    def _learnt(self) -> dict[str, Any]:
        """What was learnt beside the weights, for JSON; `_take` takes it up."""
        return {}

    def _take(self, learnt: dict[str, Any]) -> None:
        """Take up what `_learnt` gave. Raises KeyError, TypeError or ValueError for anything else."""

    # --- learning ---

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Begin from the backbone, and learn. Raises DataError for no pairs, MissingBackbone, MissingExtra."""
        if not pairs:
            raise DataError("there is no pair to learn from")
        library("torch").manual_seed(training.seed)
        self._learn_labels(pairs)
        body = self._body(pairs)
        self._config, self._tokenizer = body.config, body.tokenizer
        self._network = self._make_network(body)
        self.tune(pairs, training)

    def tune(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn further from where it stands."""
        self._ready()
        self._check()
        self._reshape()
        examples = StoredExamples(self._in_blocks(pairs)) if self.on_disk else self._examples(pairs)
        if not examples:
            raise DataError(f"no pair can be learnt from: {self.unusable}")
        development = self._evaluated(training.development)
        with self._memory(), adapted(self._network, self.adapters), recomputed(self._network, self.recompute):
            self.log = train(
                self._network,
                examples,
                self._loss,
                self._plan(),
                seed=training.seed,
                evaluate=(lambda: self.score(development)) if development and self.metric else None,
                checkpoint=training.checkpoint,
                fingerprint=self._fingerprint(pairs, training),
                progress=training.progress,
                track=training.track,
            )

    def take_published(self, model: str) -> None:
        """Take the weights of a model that others trained to do the same, in place of learning.

        model: its folder or name, as of a backbone. Raises OptionError for a model of another kind, MissingBackbone,
        MissingExtra.
        """
        body = find_backbone(model)
        self._config, self._tokenizer = body.config, body.tokenizer
        self._network = self._published_network(body).to(usual_device()).eval()
        self._check()

    def _published_network(self, body: Backbone) -> Any:
        """The network with the weights of a trained model. Raises OptionError where it has another form."""
        raise OptionError(f"{self.kind} takes no weights that others trained; train it")

    def _in_blocks(self, pairs: Sequence[Pair]) -> Iterator[Any]:
        """The examples, made of some pairs at a time."""
        for at in range(0, len(pairs), _BLOCK):
            try:
                yield from self._examples(pairs[at : at + _BLOCK])
            except DataError as error:
                line = error.line + at if error.line else None
                raise DataError(error.detail, path=error.path, line=line, side=error.side) from None

    def _evaluated(self, development: Sequence[Pair]) -> Sequence[Pair]:
        """The development pairs by which states are chosen, from all over."""
        if not self.evaluated:
            return development
        return development[:: max(1, len(development) // self.evaluated)][: self.evaluated]

    def _body(self, pairs: Sequence[Pair]) -> Backbone:
        """The backbone to begin from."""
        body = find_backbone(self.backbone, (line for pair in pairs for line in pair), self._toy())
        if self.layers:
            body.config.num_hidden_layers = min(self.layers, body.config.num_hidden_layers)
        return body

    def _toy(self) -> str:
        """The kind of toy that stands for the backbone."""
        return "bert"

    def _reshape(self) -> None:
        """Give the network the form that the settings ask for now, where they may change between two stages."""

    def _plan(self) -> TrainingPlan:
        """How it is trained: its own settings, which a stage may have changed."""
        return TrainingPlan(**{one.name: getattr(self, one.name) for one in fields(TrainingPlan)})

    def _fingerprint(self, pairs: Sequence[Pair], training: Training) -> str:
        settings = {name: value for name, value in self.settings().items() if name not in ("at_once", "save_every")}
        told = json.dumps([self.kind, settings, training.seed, pairs, training.development])
        return hashlib.sha256(told.encode()).hexdigest()

    def score(self, pairs: Sequence[Pair]) -> float:
        """The score of the system on pairs by its metric; lower ones are turned, so that higher is better."""
        from probierz.scoring.score import score

        found = score(self.metric, [pair.expected for pair in pairs], list(self.predict(pair.input for pair in pairs)))
        return found.value if found.better == "higher" else -found.value

    def _memory(self) -> AbstractContextManager[None]:
        return memory_explained(
            f"set a smaller batch (now {self.batch}) with a greater accumulate (now {self.accumulate}), or a smaller"
            f" {' or '.join(f'{name} (now {getattr(self, name)})' for name in self.costly)}"
        )

    def _ready(self) -> Any:
        """The network. Raises Untrained."""
        if self._network is None:
            raise Untrained(f"the network of {self.kind} has not learnt yet; train it, or name a folder that holds one")
        return self._network

    def _check(self) -> None:
        """Look whether the settings fit the backbone. Raises OptionError."""
        most = getattr(self._config, "max_position_embeddings", None)
        if most and "roberta" in self._config.model_type:
            most -= self._config.pad_token_id + 1  # its places are counted from there
        if most and self.length > most:
            raise OptionError(
                f"length={self.length}: {self.backbone} sees at most {most} pieces of words together; set length={most}"
            )
        if self.length < 8:
            raise OptionError(f"length={self.length}: a window holds at least 8 pieces of words")

    # --- keeping ---

    def write(self, folder: Path) -> None:
        """Write weights, configuration and tokenizer."""
        if self._network is None:
            return
        write_weights(folder, _unshared(self._network), self._learnt())
        self._config.save_pretrained(folder)
        self._tokenizer.save_pretrained(folder)

    def read(self, folder: Path) -> None:
        """Read them. Raises SystemFileError for a folder that is not whole, or whose parts do not fit."""
        if not has_weights(folder):
            return
        transformers = library("transformers")
        with reading_learnt(folder, self.kind) as learnt:
            self._take(learnt)
            self._config = transformers.AutoConfig.from_pretrained(
                folder, local_files_only=True, trust_remote_code=False
            )
            self._tokenizer = transformers.PreTrainedTokenizerFast.from_pretrained(folder, local_files_only=True)
            self._network = self._make_network(None).to(usual_device()).eval()
            _fill(self._network, read_weights(folder))


def _unshared(network: Any) -> dict[str, Any]:
    """The weights by name, those that several layers share only once."""
    seen: set[int] = set()
    found = {}
    for name, value in network.state_dict().items():
        if value.data_ptr() not in seen or not value.numel():
            seen.add(value.data_ptr())
            found[name] = value
    return found


def _fill(network: Any, weights: dict[str, Any]) -> None:
    """Put all weights into a network; shared ones reach all their places. Raises ValueError when some are missing."""
    wanted = _unshared(network)
    odd = set(wanted) ^ set(weights)
    if odd:
        raise ValueError(f"the weights do not fit the configuration: {sorted(odd)[0]}")
    network.load_state_dict(weights, strict=False)
