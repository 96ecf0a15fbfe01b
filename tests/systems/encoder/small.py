"""A small encoder, packed as the package packs the large one, and BERT written down in NumPy to compare with."""

import struct
from dataclasses import dataclass
from math import erf

import numpy as np

HIDDEN, LAYERS, HEADS, WIDE, POSITIONS = 32, 2, 2, 64, 20
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", "▁kot", "▁śpi", ".", "a", "k", "t", "▁o", "s", "i", "<mask>"]
_NAMES = {"q": 0, "k": 0, "v": 0, "ao": 0, "fi": 1, "fo": 2}
_SHAPES = [(HIDDEN, HIDDEN), (WIDE, HIDDEN), (HIDDEN, WIDE)]


@dataclass
class Small:
    """The bytes of the file, and the tensors that stand in it."""

    data: bytes
    tensors: dict


def small_encoder(seed=0):
    random = np.random.default_rng(seed)
    directory, tensors, body = [], {}, b""

    def plain(name, values):
        nonlocal body
        values = values.astype("<f4")
        directory.append((name, 0, values.size, len(body), values.nbytes))
        tensors[name] = values
        body += values.tobytes()

    def four_bits(name, *shape):
        nonlocal body
        count = int(np.prod(shape))
        halves = random.integers(0, 16, (count // 32, 32)).astype(np.uint8)
        scales = random.uniform(0.01, 0.05, count // 32).astype("<f2")
        raw = b"".join(
            scale.tobytes() + (row[:16] | (row[16:] << 4)).astype(np.uint8).tobytes()
            for scale, row in zip(scales, halves, strict=True)
        )
        directory.append((name, 1, count, len(body), len(raw)))
        tensors[name] = ((halves.astype(np.float32) - 8) * scales.astype(np.float32)[:, None]).reshape(shape)
        body += raw

    four_bits("emb.word", len(PIECES) + 1, HIDDEN)
    plain("emb.pos", random.normal(0, 0.1, (POSITIONS, HIDDEN)))
    plain("emb.type", random.normal(0, 0.1, (2, HIDDEN)))
    for name in ("emb.ln", *(f"l{layer}.{norm}" for layer in range(LAYERS) for norm in ("aln", "oln"))):
        plain(f"{name}.w", random.uniform(0.8, 1.2, HIDDEN))
        plain(f"{name}.b", random.normal(0, 0.1, HIDDEN))
    for layer in range(LAYERS):
        for name, form in _NAMES.items():
            four_bits(f"l{layer}.{name}.w", *_SHAPES[form])
            plain(f"l{layer}.{name}.b", random.normal(0, 0.1, _SHAPES[form][0]))
    return Small(_head(directory) + body, tensors)


def _head(directory):
    pieces = [piece.encode() for piece in PIECES]
    ends = np.cumsum([0, *map(len, pieces)]).astype("<u4")
    scores = -np.arange(len(PIECES), dtype="<f4")
    head = b"E5S1" + struct.pack("<I7ifi", 1, HIDDEN, LAYERS, HEADS, WIDE, len(PIECES) + 1, POSITIONS, 2, 1e-12, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, int(ends[-1])) + ends.tobytes() + scores.tobytes()
    head += b"".join(pieces) + struct.pack("<iI", 0, 0) + struct.pack("<i", len(directory))
    size = len(head) + sum(2 + len(name) + struct.calcsize("<BIQQ") for name, *_ in directory)
    for name, form, count, offset, length in directory:
        head += struct.pack("<H", len(name)) + name.encode() + struct.pack("<BIQQ", form, count, size + offset, length)
    return head


def forward(tensors, ids):
    """BERT's outputs for one text, one array (pieces, hidden) a layer: Devlin et al. 2019, with the error function."""

    def norm(x, name):
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return scaled * tensors[f"{name}.w"] + tensors[f"{name}.b"]

    def linear(x, name):
        return x @ tensors[f"{name}.w"].T + tensors[f"{name}.b"]

    rows = tensors["emb.word"][ids] + tensors["emb.pos"][: len(ids)] + tensors["emb.type"][0]
    state = norm(rows.astype(float), "emb.ln")
    outputs = [state]
    for layer in range(LAYERS):
        name = f"l{layer}"
        query, key, value = (linear(state, f"{name}.{part}").reshape(len(ids), HEADS, -1) for part in "qkv")
        weights = np.einsum("ihd,jhd->hij", query, key) / np.sqrt(HIDDEN // HEADS)
        weights = np.exp(weights - weights.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        seen = np.einsum("hij,jhd->ihd", weights, value).reshape(len(ids), HIDDEN)
        middle = norm(state + linear(seen, f"{name}.ao"), f"{name}.aln")
        wide = linear(middle, f"{name}.fi")
        wide = wide * 0.5 * (1 + np.vectorize(erf)(wide / np.sqrt(2)))
        state = norm(middle + linear(wide, f"{name}.fo"), f"{name}.oln")
        outputs.append(state)
    return outputs
