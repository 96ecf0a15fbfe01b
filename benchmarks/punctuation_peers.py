"""The network for punctuation in PyTorch, and an encoder of the size of those in the papers, to be compared with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy
import torch

PIECES_A_WORD = 1.35  # of HerBERT's tokenizer on Polish text, rounded


class TorchNetwork:
    """Two layers of torch.nn.LSTM with the weights of ours, whose gates stand in the order i, f, o, g."""

    def __init__(self, network) -> None:
        hidden = network.layers[0][1].shape[1]
        self._words, self._affixes = torch.tensor(network.words), torch.tensor(network.affixes)
        self.output, self.bias = network.output, network.bias
        width = network.words.shape[1]
        self._lstm = torch.nn.LSTM(width, hidden, num_layers=len(network.layers), bidirectional=True)
        order = numpy.r_[0 : 2 * hidden, 3 * hidden : 4 * hidden, 2 * hidden : 3 * hidden]
        state = {}
        for number, (w, r, b) in enumerate(network.layers):
            for way, ending in enumerate(("", "_reverse")):
                state[f"weight_ih_l{number}{ending}"] = torch.tensor(w[way][:, order].T.copy())
                state[f"weight_hh_l{number}{ending}"] = torch.tensor(r[way][:, order].T.copy())
                state[f"bias_ih_l{number}{ending}"] = torch.tensor(b[way][order])
                state[f"bias_hh_l{number}{ending}"] = torch.zeros(4 * hidden)
        self._lstm.load_state_dict(state)

    @torch.inference_mode()
    def states(self, words, affixes, lengths):
        """As `Network.states` does."""
        x = self._words[torch.as_tensor(words).long()]
        x = x + torch.nn.functional.embedding(torch.as_tensor(affixes).long(), self._affixes).sum(2)
        packed = torch.nn.utils.rnn.pack_padded_sequence(x, torch.as_tensor(lengths).long(), enforce_sorted=False)
        found, _ = torch.nn.utils.rnn.pad_packed_sequence(self._lstm(packed)[0], total_length=len(words))
        return found.numpy()


def in_torch(system, cores: int) -> None:
    """Let the system use PyTorch, after a look that the states are the same."""
    torch.set_num_threads(cores)
    tagger = system
    while not hasattr(tagger, "_network"):
        tagger = tagger.of
    ours, theirs = tagger._network, TorchNetwork(tagger._network)
    words = numpy.arange(24, dtype=numpy.int32).reshape(8, 3)
    example = words, numpy.arange(144, dtype=numpy.int32).reshape(8, 3, 6), numpy.array([8, 5, 3], numpy.int32)
    for text, length in enumerate(example[2]):
        both = (network.states(*example)[:length, text] for network in (ours, theirs))
        assert numpy.allclose(*both, atol=1e-3)
    tagger._network = theirs


class Encoder:
    """Labels as many pieces as HerBERT would make of the words, by a model of that size that learnt nothing."""

    def __init__(self, cores: int) -> None:
        from transformers import BertConfig, BertForTokenClassification

        torch.set_num_threads(cores)
        self._model = BertForTokenClassification(BertConfig(vocab_size=50_000, num_labels=8)).eval()

    @torch.inference_mode()
    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield the inputs as they are, when as much was reckoned as for labels."""
        for line in inputs:
            pieces = torch.randint(50_000, (1, int(PIECES_A_WORD * (line.count(" ") + 1))))
            for begin in range(0, pieces.shape[1], 512):
                self._model(pieces[:, begin : begin + 512])
            yield line
