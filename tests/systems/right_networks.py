"""Networks that are always right: all but the network of a neural system runs, chunk by chunk and window by window.

They write in pieces of up to four signs, which need no library.
"""

import re

import numpy

from probierz.systems.neural.constrained import ConstrainedRewriter
from probierz.systems.neural.edit_tags import KEEP, mark_tags, only_last_mark
from probierz.systems.neural.rewriter import Rewriter
from probierz.systems.neural.tagger import Tagger
from probierz.systems.shared.alignment import align
from probierz.systems.shared.chunks import normalised
from probierz.systems.shared.windows import Seen

_END, _PIECE = 0, re.compile(r" ?[^ ]{1,4}| ")


class Pieces(dict):
    """What a tokenizer says of a text or of words."""

    def word_ids(self):
        return self["words"]


class FourSigns:
    """A tokenizer as those of Transformers are called; a text's last piece is the one that ends it."""

    eos_token_id, unk_token_id, pad_token_id, all_special_ids = _END, None, None, (_END,)

    def __init__(self):
        self.known = {"</s>": _END}

    def __len__(self):
        return len(self.known) + 1

    def __call__(self, text, *, is_split_into_words=False, add_special_tokens=True, **_how):
        words = text if is_split_into_words else [text]
        rows = [
            (self.convert_tokens_to_ids(piece.group()), piece.span(), number)
            for number, word in enumerate(words)
            for piece in _PIECE.finditer(word)
        ]
        rows += [(_END, (0, 0), None)] if add_special_tokens else []
        columns = map(list, zip(*rows, strict=True)) if rows else ([], [], [])
        return Pieces(zip(("input_ids", "offset_mapping", "words"), columns, strict=True))

    def convert_tokens_to_ids(self, piece):
        return self.known.setdefault(piece, len(self.known))

    def add_tokens(self, new):
        assert not new

    def batch_decode(self, rows, **_how):
        texts = list(self.known)
        return ["".join(texts[number] for number in row if number != _END) for row in rows]


def with_right_networks(system, expected):
    """Give each network in a system the right answers; return the networks. expected: for the lines, in order."""
    own = [_KINDS[type(system)](system, expected)] if type(system) in _KINDS else []
    return own + [found for part in system.parts().values() for found in with_right_networks(part, expected)]


class RightRewriter:
    """Writes for each chunk what stands beside it in the right text."""

    def __init__(self, system, expected):
        self.expected, self.jobs, self.right = iter(expected), system._jobs, {}
        system._tokenizer, system._network, self.system = FourSigns(), self, system
        system._jobs, system._generated = self.jobs_with_answers, self.generated

    def jobs_with_answers(self, number, line):
        head, text = self.system._head_and_text(line)
        chunks = [chunk for chunk in self.system._chunker(head).texts(text) if chunk]
        jobs = list(self.jobs(number, line))
        for job, right in zip(jobs, _beside(chunks, text, normalised(next(self.expected))), strict=True):
            assert not job.unread
            self.right[tuple(job.source.pieces)] = self.system._tokenizer(right)["input_ids"]
        return jobs

    def generated(self, rows, most, heads):
        return [self.right[tuple(row)] for row in rows]


def _beside(chunks, text, right):
    """The part of the right text that stands beside each chunk of a text, word by word."""
    ends, rows = numpy.cumsum([len(chunk.split()) for chunk in chunks]).tolist(), [[] for _ in chunks]
    seen = chunk = 0
    for slot in align(text.split(), right.split()) if chunks else ():
        if slot.read is not None:
            chunk += seen == ends[chunk]
            seen += 1
        if slot.right is not None:
            rows[chunk].append(slot.right)
    return map(" ".join, rows)


class RightMarks:
    """The right tags of the words of each line."""

    def __init__(self, system, expected):
        self.expected, self.jobs, self.tags = iter(expected), system._jobs, {}
        system._tokenizer, system._network, self.system = FourSigns(), self, system
        system._jobs = self.jobs_with_answers

    def jobs_with_answers(self, number, words):
        self.tags[number] = mark_tags(words, next(self.expected))
        return self.jobs(number, words)


class RightTagger(RightMarks):
    """Gives the right tag of each word of a window the highest score."""

    def __init__(self, system, expected):
        super().__init__(system, expected)
        system._see = self.see
        tags = {self.of_one(tag) for line in expected for tag in mark_tags(_words_of(line), line)}
        system._tags = system.tags or (KEEP, *sorted(tags - {KEEP}))

    def of_one(self, tag):
        found = only_last_mark(tag) if self.system.only_last else tag
        return found if not self.system.tags or found in self.system.tags else KEEP

    @property
    def marks(self):
        return "".join(self.system._tags)

    def see(self, jobs, seen):
        for number, window, example in jobs:
            right = [self.of_one(tag) for tag in self.tags[number][slice(*window)]]
            assert len(example.firsts) == len(right)
            seen[number].append(Seen(window, numpy.array([[one == tag for one in self.system._tags] for tag in right])))


class RightMarker(RightMarks):
    """Writes the words again with their right marks, piece by piece, each of which must be allowed."""

    def __init__(self, system, expected):
        super().__init__(system, expected)
        self.marks = system.marks
        system._ids = list(map(system._tokenizer.convert_tokens_to_ids, self.marks))
        system._write = self.write(system._write)
        system._generated = self.generated

    def write(self, write):
        def told(group, found):
            self.group = group
            write(group, found)

        return told

    def generated(self, _rows, most, *, prefix_allowed_tokens_fn):
        return [list(self.written(at, job, most, prefix_allowed_tokens_fn)) for at, job in enumerate(self.group)]

    def written(self, at, job, most, allowed):
        number, window, source = job
        begun = [_END]
        for word, tag in zip(source.words, self.tags[number][slice(*window)], strict=True):
            mark = only_last_mark(tag).removeprefix("append:")
            begun += [*word, *([self.system._ids[self.marks.index(mark)]] if mark in self.marks else [])]
        begun.append(_END)
        assert len(begun) <= 1 + most
        for length in range(1, len(begun)):
            assert begun[length] in allowed(at, numpy.array(begun[:length]))
        return begun[1:]


def _words_of(line):
    """The words without their marks, as they stand in the input."""
    return [word.rstrip(".,?!-:;…") for word in line.split(" ")]


_KINDS = {Rewriter: RightRewriter, Tagger: RightTagger, ConstrainedRewriter: RightMarker}
