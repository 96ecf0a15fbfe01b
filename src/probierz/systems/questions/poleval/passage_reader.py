"""The extractive reader: an encoder that marks where in passages the answer begins and ends, and which passage has it.

    h = encoder(<s> question </s> title </s> passage </s>)          (K, P, D), K passages of a question
    begin, end = h v, h w                                           (K, P), passage pieces alone
    fits = h[:, 0] u                                                (K,)

    shared      P(begin) = softmax of begin over the pieces of all K passages together, P(end) likewise;
                loss = - ln sum of P(begin) over right begins - ln sum of P(end) over right ends
                (shared normalisation: Clark & Gardner 2018)
    relevance   loss = - ln sum of softmax(fits) over passages with the answer, and both sums within these passages
                (Smywiński-Pohl et al. 2021); then the passage that fits best is read alone

Right spans are found by distant supervision, see `learning/supervision.py`: nobody has to mark them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, NamedTuple

from probierz.errors import OptionError
from probierz.systems.answers import Answering, Label
from probierz.systems.libraries import library
from probierz.systems.neural.backbones import Backbone
from probierz.systems.neural.engine import NeuralSystem
from probierz.systems.neural.memory import in_groups
from probierz.systems.neural.pieces import frame_of, padded, separator_of
from probierz.systems.questions.learning.supervision import held_answer
from probierz.systems.shared.batches import in_batches
from probierz.systems.system import Answer, Pair

_READ_AHEAD_LINES, _READ_AHEAD_WORDS = 64, 20_000
_LONGEST_QUESTION, _LONGEST_TITLE = 64, 24


class _SeenPassage(NamedTuple):
    """A passage as the network sees it. first: the place of its first piece; spans: the characters of its pieces.

    right: begins and ends of right spans, as places; held: most words of an answer that stand there.
    """

    pieces: list[int]
    first: int
    spans: list[tuple[int, int]]
    text: str
    right: list[tuple[int, int]]
    held: int = 0


@dataclass(kw_only=True)
class PassageReader(NeuralSystem, Answering):
    """Reads `question TAB title TAB passage …` and answers with words of a passage.

    reading: `shared` or `relevance`, see above. negatives: passages without the answer that are learnt from beside
    the best one that has it. most_pieces: of an answer. A question none of whose passages has the answer is not
    learnt from.
    """

    kind: ClassVar[str] = "passage-reader"
    unusable: ClassVar[str] = "no passage holds the answer that is expected"
    later: ClassVar[tuple[str, ...]] = ("at_once", "most_pieces")
    reading: str = "shared"
    negatives: int = 2
    most_pieces: int = 24
    length: int = 256

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.reading not in ("shared", "relevance"):
            raise OptionError(f"reading is shared or relevance, not {self.reading!r}")
        if self.length < _LONGEST_QUESTION + _LONGEST_TITLE + 32:
            raise OptionError(f"length={self.length} leaves no room for a passage; set 128 or more")

    # --- learning ---

    def _learn_labels(self, pairs: Sequence[Pair]) -> None:
        """There are none."""

    def _make_network(self, body: Backbone | None) -> Any:
        encoder = body.model("AutoModel") if body else library("transformers").AutoModel.from_config(self._config)
        return _made(encoder)

    def _examples(self, pairs: Sequence[Pair]) -> list[list[_SeenPassage]]:
        return [rows for pair in pairs if (rows := self._example(pair))]

    def _example(self, pair: Pair) -> list[_SeenPassage]:
        """The passage that holds most words of an answer, the first of equal ones, then some without; or nothing."""
        accepted = [one for one in pair.expected.split("\t") if one]
        rows = [self._marked(row, accepted) for row in self._rows(pair.input)]
        others = [row for row in rows if not row.right]
        best = max(rows, key=lambda row: row.held, default=None)
        return [best, *others[: self.negatives]] if best and best.right else []

    def _marked(self, row: _SeenPassage, accepted: Sequence[str]) -> _SeenPassage:
        """The row with the places of right spans that it shows."""
        found, most = [], 0
        for answer in accepted:
            held = held_answer(answer, row.text)
            if held is None:
                continue
            inside = [at for at, (low, high) in enumerate(row.spans) if high > held.begin and low < held.end]
            if inside and row.spans[inside[-1]][1] >= held.end:
                found.append((row.first + inside[0], row.first + inside[-1]))
                most = max(most, held.words)
        return row._replace(right=found, held=most)

    def _rows(self, line: str) -> Iterator[_SeenPassage]:
        question, *rest = line.split("\t")
        frame, separator = frame_of(self._tokenizer), separator_of(self._tokenizer).pieces
        head = self._cut(question, _LONGEST_QUESTION)
        for title, text in zip(rest[::2], rest[1::2], strict=False):
            before = [*frame.before, *head, *separator, *self._cut(title, _LONGEST_TITLE), *separator]
            room = self.length - len(before) - len(frame.after)
            found = self._tokenizer(
                text[: 16 * room], add_special_tokens=False, return_offsets_mapping=True, verbose=False
            )
            spans = [tuple(span) for span in found["offset_mapping"][:room]]
            yield _SeenPassage([*before, *found["input_ids"][:room], *frame.after], len(before), spans, text, [])

    def _cut(self, text: str, most: int) -> list[int]:
        found = self._tokenizer(text[: 16 * most], add_special_tokens=False, verbose=False)
        return list(found["input_ids"][:most])

    def _loss(self, network: Any, examples: Sequence[list[_SeenPassage]]) -> Any:
        rows = [row for example in examples for row in example]
        scores, fits = self._scores(network, rows)
        total, at = 0.0, 0
        for example in examples:
            total = total + self._loss_of(example, scores[at : at + len(example)], fits[at : at + len(example)])
            at += len(example)
        return total / len(examples)

    def _loss_of(self, example: Sequence[_SeenPassage], scores: Any, fits: Any) -> Any:
        """scores (K, P, 2), fits (K,): of the passages of one question, the first of which holds the answer."""
        torch = library("torch")
        own = scores if self.reading == "shared" else scores[:1]
        loss = torch.zeros((), device=scores.device)
        if self.reading == "relevance":
            loss = loss - torch.log_softmax(fits, dim=0)[0]
        for side in (0, 1):
            chances = torch.log_softmax(own[..., side].flatten(), dim=0)
            right = sorted({span[side] for span in example[0].right})  # of the first passage, which comes first
            loss = loss - torch.logsumexp(chances[right], dim=0)
        return loss

    def _scores(self, network: Any, rows: Sequence[_SeenPassage]) -> tuple[Any, Any]:
        """Scores (K, P, 2) of begins and ends, lowest outside passages, and how well each passage fits (K,)."""
        torch = library("torch")
        device = next(network.parameters()).device
        pieces = padded(torch, [row.pieces for row in rows], self._tokenizer.pad_token_id or 0, device)
        lengths = torch.tensor([len(row.pieces) for row in rows], device=device)
        inside = [[0] * row.first + [1] * len(row.spans) for row in rows]
        shown = padded(torch, [[*one, *[0] * (pieces.shape[1] - len(one))] for one in inside], 0, device).bool()
        scores, fits = network(pieces, lengths)
        return scores.float().masked_fill(~shown[..., None], -1e4), fits.float()

    # --- answering ---

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield the answer as a label with its probability; empty for a line without a passage. Raises Untrained."""
        self._ready()
        for lines in in_batches(inputs, _READ_AHEAD_LINES, _READ_AHEAD_WORDS):
            by_line = [list(self._rows(line)) for line in lines]
            rows = [row for own in by_line for row in own]
            found: list[tuple[Any, Any]] = [(None, None)] * len(rows)

            def read(
                group: Sequence[int], rows: list[_SeenPassage] = rows, found: list[tuple[Any, Any]] = found
            ) -> None:
                torch = library("torch")
                self._network.eval()
                with torch.inference_mode():
                    scores, fits = self._scores(self._network, [rows[at] for at in group])
                for at, own, fit in zip(group, scores.cpu(), fits.cpu(), strict=True):
                    found[at] = own, float(fit)

            with self._memory():
                in_groups(sorted(range(len(rows)), key=lambda at: -len(rows[at].pieces)), self.at_once, read)
            at = 0
            for own in by_line:
                yield self._chosen(own, found[at : at + len(own)])
                at += len(own)

    def _chosen(self, rows: Sequence[_SeenPassage], found: Sequence[tuple[Any, Any]]) -> Label:
        torch = library("torch")
        known = [(row, scores, fit) for row, (scores, fit) in zip(rows, found, strict=True) if row.spans]
        if not known:
            return Label("")
        if self.reading == "relevance":
            known = [max(known, key=lambda one: one[2])]
        every = torch.cat([scores for _, scores, _ in known])
        norms = torch.logsumexp(every, dim=0)
        best, text = -float("inf"), ""
        for row, scores, _ in known:
            own = scores[row.first : row.first + len(row.spans)] - norms
            together = own[:, :1] + own[None, :, 1]  # (P, P): begins by ends
            allowed = torch.ones_like(together, dtype=torch.bool).triu().tril(self.most_pieces - 1)
            together = together.masked_fill(~allowed, -torch.inf)
            place = int(together.argmax())
            begin, end = divmod(place, together.shape[1])
            value = float(together[begin, end])
            if value > best:
                best, text = value, row.text[row.spans[begin][0] : row.spans[end][1]]
        answer = " ".join(text.split())
        return Label(answer, {answer: float(torch.tensor(best).exp())})

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield the line of each answer."""
        return (answer.line for answer in self.answers(inputs))


def _made(encoder: Any) -> Any:
    torch = library("torch")
    network = _class()()
    network.encoder = encoder
    network.spans = torch.nn.Linear(encoder.config.hidden_size, 2)
    network.fits = torch.nn.Linear(encoder.config.hidden_size, 1)
    network.dropout = torch.nn.Dropout(0.1)
    return network


@cache
def _class() -> Any:
    """The class, which can only be made when PyTorch is there."""
    torch = library("torch")

    class ReadingNetwork(torch.nn.Module):  # type: ignore[misc, name-defined]
        """Scores of begins and ends, and of passages."""

        def forward(self, pieces: Any, lengths: Any) -> tuple[Any, Any]:
            """Pieces (K, P) of passages that are so long (K,) to scores (K, P, 2) and how well each fits (K,)."""
            mask = torch.arange(pieces.shape[1], device=pieces.device)[None] < lengths[:, None]
            states = self.encoder(input_ids=pieces, attention_mask=mask.long()).last_hidden_state
            states = self.dropout(states)
            return self.spans(states), self.fits(states[:, 0])[:, 0]

    return ReadingNetwork
