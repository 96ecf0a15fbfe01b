"""The system that marks words with a pretrained encoder, and beside it the small network that is shipped.

    log p(label | word) = (1 - b) log p(encoder) + b log p(network)        up to a constant; b: `beside`

The encoder knows what words mean; the network has seen far more text with marks. After four million words the mean of
both, with equal weights, is three points better than the network, and the encoder alone one and a half. It runs without
PyTorch; only its training needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy
from numpy.typing import NDArray

from probierz.errors import DataError, OptionError, Untrained
from probierz.systems.encoder.eight_bits import from_eight_bits, in_eight_bits
from probierz.systems.encoder.encoding import Encoder, open_tokenizer
from probierz.systems.encoder.folders import encoder_folder
from probierz.systems.encoder.network import open_network
from probierz.systems.punctuation.encoder_learning import Rows, TunedEncoder
from probierz.systems.punctuation.marks import mark_words
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.tagger import MARK_LABELS, Labels, NetworkTagger, chances, read_labels, shipped_tagger
from probierz.systems.shared.batches import in_batches
from probierz.systems.storage import reading
from probierz.systems.system import Pair, Progress, System, Training

_READ_AHEAD_LINES, _READ_AHEAD_WORDS = 256, 20_000
_LONGEST = 194  # pieces that are looked at together, both ends among them: as in the training
_OUTPUT, _BIAS = "output", "bias"
_LEAST = 1e-9  # the least probability, so that its logarithm is a number


@dataclass
class EncoderTagger(System):
    """Marks texts by an encoder that was tuned, and the network that is shipped.

    backbone: `e5-small`, or the folder of a BERT. depth: of its layers the lowest so many are used; 0: all. text: free
    text to learn from, beside the pairs (`mixture.py`). words: how many words a training looks at. frozen: how many of
    the lowest layers stay as they are, at most half. beside: the weight of the network that is shipped, from 0 to 1.
    threshold: as in `NetworkTagger`.
    """

    kind: ClassVar[str] = "punctuation-encoder"
    later: ClassVar[tuple[str, ...]] = ("threshold", "beside")
    threshold: float = 0.5
    beside: float = 0.5
    backbone: str = "e5-small"
    depth: int = 8
    text: str = ""
    words: int = 4_000_000
    frozen: int = 4
    _tuned: TunedEncoder | None = field(default=None, init=False, repr=False)
    _encoder: Encoder | None = field(default=None, init=False, repr=False)
    _network: NetworkTagger | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.beside <= 1:
            raise OptionError(f"beside={self.beside}: say a weight from 0 to 1")
        if self.depth < 0 or self.frozen < 0 or self.words < 1:
            given = f"depth={self.depth}, frozen={self.frozen}, words={self.words}"
            raise OptionError(f"{given}: say 0 or more layers, and at least one word")

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield each text with marks; its words are what they were."""
        for lines in in_batches(inputs, _READ_AHEAD_LINES, _READ_AHEAD_WORDS):
            texts = [line.split(" ") for line in lines]
            for words, labels in zip(texts, self.label(texts), strict=True):
                yield mark_words(words, labels.marks.tolist())

    def label(self, texts: Sequence[Sequence[str]], pauses: Sequence[Sequence[int]] | None = None) -> list[Labels]:
        """The labels of texts. Raises Untrained. pauses: only the network hears them, see `NetworkTagger.label`."""
        found = self._encoder_scores(texts)
        if self.beside:
            both = zip(found, self._shipped().scores(texts, pauses), strict=True)
            found = [_mean(encoder, network, self.beside) for encoder, network in both]
        return [read_labels(scores, self.threshold) for scores in found]

    def are_foreign(self, texts: Sequence[Sequence[str]]) -> list[bool]:
        """Which texts are hardly Polish, by the dictionary of the network that is shipped."""
        return self._shipped().are_foreign(texts)

    def grammar(self) -> Grammar:
        """Kinds of words, by the same dictionary."""
        return self._shipped().grammar()

    def opinions(
        self, forms: Sequence[str], rows: Rows, progress: Progress, kept: Path | None = None
    ) -> NDArray[numpy.float16]:
        """What the encoder alone thinks of the words of a corpus; see `distilling.py`. Raises Untrained."""
        from probierz.systems.punctuation.distilling import opinions

        tuned, _ = self._learnt()
        return opinions(encoder_folder(self.backbone), tuned, self.depth, forms, rows, progress, kept)

    def _encoder_scores(self, texts: Sequence[Sequence[str]]) -> list[NDArray[Any]]:
        tuned, encoder = self._learnt()
        spelt = [[word.lower() for word in text] for text in texts]
        layers = (min(self.depth, encoder.network.layers) if self.depth else -1,)
        return [states @ tuned.output + tuned.bias for (states,) in encoder.words(spelt, layers)]

    def _learnt(self) -> tuple[TunedEncoder, Encoder]:
        if self._tuned is None:
            raise Untrained("the encoder for punctuation has not learnt yet; train it, or name a folder that holds one")
        if self._encoder is None:
            folder = encoder_folder(self.backbone)
            network = open_network(folder, depth=self.depth, tuned=self._tuned.tensors)
            longest = min(network.longest, _LONGEST)
            self._encoder = Encoder(replace(network, longest=longest), open_tokenizer(folder))
        return self._tuned, self._encoder

    def _shipped(self) -> NetworkTagger:
        if self._network is None:
            self._network = shipped_tagger()
        return self._network

    # --- learning and keeping ---

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Tune the encoder on free text, if there is some, and the pairs.

        Raises DataError without any pair, MissingExtra without PyTorch.
        """
        from probierz.systems.punctuation.fitting import fit_encoder

        if not pairs:
            raise DataError("there are no pairs to learn from")
        text = Path(self.text) if self.text else None
        folder = encoder_folder(self.backbone)
        self.take(fit_encoder(pairs, training, text, folder, self.words, self.depth, self.frozen))

    def settings(self) -> dict[str, Any]:
        """The settings, without the place of the text: a system can be sent elsewhere."""
        return {**super().settings(), "text": ""}

    def take(self, tuned: TunedEncoder) -> None:
        """Use weights that were tuned."""
        self._tuned, self._encoder = tuned, None

    def write(self, folder: Path) -> None:
        """Write what was tuned, in 8 bits; the rest is read from the encoder itself."""
        if self._tuned is None:
            return
        named = {**self._tuned.tensors, _OUTPUT: self._tuned.output, _BIAS: self._tuned.bias}
        with (folder / "weights.npz").open("wb") as file:
            numpy.savez(file, allow_pickle=False, **in_eight_bits(named))

    def read(self, folder: Path) -> None:
        """Read it. Raises SystemFileError."""
        path = folder / "weights.npz"
        if not path.exists():
            return
        with reading(path):
            with numpy.load(path, allow_pickle=False) as arrays:
                found = from_eight_bits({name: arrays[name] for name in arrays})
            self.take(TunedEncoder(output=found.pop(_OUTPUT), bias=found.pop(_BIAS), tensors=found))


def _mean(encoder: NDArray[Any], network: NDArray[Any], beside: float) -> NDArray[Any]:
    """The weighted mean of the logarithms of both, by kind of label: marks, cases, spacing."""
    kinds = (slice(MARK_LABELS), slice(MARK_LABELS, -2), slice(-2, None))
    return numpy.concatenate(
        [(1 - beside) * _logarithms(encoder[:, one]) + beside * _logarithms(network[:, one]) for one in kinds], axis=1
    )


def _logarithms(scores: NDArray[Any]) -> NDArray[Any]:
    found: NDArray[Any] = numpy.log(chances(scores) + _LEAST)
    return found
