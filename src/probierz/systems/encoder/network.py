"""A BERT as a graph that ONNX Runtime runs, made from a folder of Transformers: no PyTorch is needed.

Weights are used in 32 bits, as those of eight move the output by 6e-2 (`python -m benchmarks.ratings` tells). The table
of pieces, four fifths of all weights, stays in its file, of which only the rows that a text needs are read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probierz.errors import MissingBackbone
from probierz.systems.libraries import broken_weights, install_anew, library

if TYPE_CHECKING:
    import numpy as np

_TABLE = "embeddings.word_embeddings.weight"
_FUSED = "com.microsoft"  # operators of ONNX Runtime that do several steps in one
_SLOWER = ["SkipLayerNormFusion"]  # its one step takes three times as long as the two that it stands for


@dataclass(frozen=True)
class Network:
    """layers: how many, so that outputs are numbered 0 (before the first) to `layers`. longest: the most pieces."""

    table: Any  # numpy.memmap, one row a piece
    session: Any
    layers: int
    hidden: int
    longest: int

    def run(self, ids: np.ndarray, mask: np.ndarray, layers: Sequence[int]) -> list[np.ndarray]:
        """Return the outputs of layers, each of shape (texts, pieces, hidden), for ids and mask (texts, pieces)."""
        import numpy as np

        rows = self.table[ids].astype(np.float32)
        given = {"rows": rows, "mask": mask.astype(np.int32)}
        found: list[np.ndarray] = self.session.run([f"layer{number}" for number in layers], given)
        return found


def open_network(
    folder: Path, threads: int = 0, depth: int = 0, tuned: Mapping[str, np.ndarray] | None = None
) -> Network:
    """Open the network of a folder. threads: 0 takes all cores. Raises MissingExtra, MissingBackbone.

    depth: how many of its layers, from below; 0: all. tuned: weights that stand for those of the same name there.
    """
    config = json.loads((folder / "config.json").read_text("utf-8"))
    if config.get("model_type") != "bert":
        raise MissingBackbone(f"{folder} holds a {config.get('model_type')}; without PyTorch only a bert can be run")
    config["num_hidden_layers"] = min(depth or config["num_hidden_layers"], config["num_hidden_layers"])
    weights = _Weights(folder / "model.safetensors", tuned or {})
    return Network(
        weights.table(_TABLE),
        _session(_graph(config, weights), threads),
        config["num_hidden_layers"],
        config["hidden_size"],
        config["max_position_embeddings"],
    )


def _session(model: bytes, threads: int) -> Any:
    onnxruntime = library("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # threads that wait take no time
    try:
        return onnxruntime.InferenceSession(
            model, options, providers=["CPUExecutionProvider"], disabled_optimizers=_SLOWER
        )
    except Exception as error:  # what it raises has no base of its own
        raise MissingBackbone(
            f"ONNX Runtime {onnxruntime.__version__} cannot run the encoder here ({error}); install it anew:"
            f"  {install_anew('onnxruntime')}"
        ) from error


# --- weights ---------------------------------------------------------------------------------------------------------


class _Weights:
    """Tensors of a file of safetensors, of which each is read when it is asked for."""

    def __init__(self, path: Path, tuned: Mapping[str, np.ndarray]) -> None:
        self.path, self.tuned = path, tuned
        try:
            self._file = library("safetensors").safe_open(path, "numpy")
        except (OSError, broken_weights()) as error:
            raise MissingBackbone(f"{path} cannot be read ({error}); remove its folder, and it is made anew") from None
        self._names = set(self._file.keys())

    def tensor(self, name: str) -> np.ndarray:
        import numpy as np

        found: np.ndarray = self.tuned[name] if name in self.tuned else self._file.get_tensor(self._name(name))
        return found.astype(np.float32, copy=False)

    def table(self, name: str) -> Any:
        """A tensor as a map of the file, so that only its used rows are in memory."""
        import numpy as np

        with self.path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            entry = json.loads(file.read(length))[self._name(name)]
        kind = {"F16": np.float16, "F32": np.float32}[entry["dtype"]]
        begin = 8 + length + entry["data_offsets"][0]
        return np.memmap(self.path, kind, "r", begin, tuple(entry["shape"]))

    def _name(self, name: str) -> str:
        for known in (name, f"bert.{name}"):
            if known in self._names:
                return known
        raise MissingBackbone(f"{self.path} has no weights called {name}; it is no BERT that can be read here")


# --- the graph -------------------------------------------------------------------------------------------------------


class _Graph:
    """Nodes and weights of a graph that is being made; each method returns the name of what it adds."""

    def __init__(self, weights: _Weights) -> None:
        self.onnx = library("onnx")
        self.weights = weights
        self.nodes: list[Any] = []
        self.kept: dict[str, Any] = {}

    def keep(self, name: str, values: np.ndarray) -> str:
        if name not in self.kept:
            self.kept[name] = self.onnx.numpy_helper.from_array(values, name)
        return name

    def add(self, kind: str, inputs: Sequence[str], output: str, domain: str = "", **settings: Any) -> str:
        self.nodes.append(self.onnx.helper.make_node(kind, inputs, [output], domain=domain, **settings))
        return output

    def linear(self, given: str, name: str) -> str:
        """The matrix and the bias of that name: given · W + b."""
        import numpy as np

        matrix = self.keep(f"{name}.weight", np.ascontiguousarray(self.weights.tensor(f"{name}.weight").T))
        bias = self.keep(f"{name}.bias", self.weights.tensor(f"{name}.bias"))
        product = self.add("MatMul", [given, matrix], f"{name}.product")
        return self.add("Add", [product, bias], f"{name}.sum")

    def normed(self, given: str, beside: str, name: str, output: str, epsilon: float) -> str:
        """The sum of two, normed."""
        learnt = [self.keep(f"{name}.{part}", self.weights.tensor(f"{name}.{part}")) for part in ("weight", "bias")]
        summed = self.add("Add", [given, beside], f"{name}.sum")
        return self.add("LayerNormalization", [summed, *learnt], output, axis=-1, epsilon=epsilon)


def _graph(config: Mapping[str, Any], weights: _Weights) -> bytes:
    """From the rows of the pieces and a mask to the output of each layer: BERT (Devlin et al. 2019)."""
    graph = _Graph(weights)
    epsilon = float(config["layer_norm_eps"])
    state = graph.normed("rows", _positions(graph), "embeddings.LayerNorm", "layer0", epsilon)
    for number in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{number}"
        three = [graph.linear(state, f"{name}.attention.self.{part}") for part in ("query", "key", "value")]
        heads = config["num_attention_heads"]
        seen = graph.add("MultiHeadAttention", [*three, "", "mask"], f"{name}.seen", _FUSED, num_heads=heads)
        seen = graph.linear(seen, f"{name}.attention.output.dense")
        middle = graph.normed(state, seen, f"{name}.attention.output.LayerNorm", f"{name}.middle", epsilon)
        wide = graph.add("Gelu", [graph.linear(middle, f"{name}.intermediate.dense")], f"{name}.wide", _FUSED)
        narrow = graph.linear(wide, f"{name}.output.dense")
        state = graph.normed(middle, narrow, f"{name}.output.LayerNorm", f"layer{number + 1}", epsilon)
    return _model(graph, config)


def _positions(graph: _Graph) -> str:
    """The first rows of the table of positions, as many as pieces, in the form of the rows of the pieces."""
    import numpy as np

    table = graph.weights.tensor("embeddings.position_embeddings.weight")
    table = table + graph.weights.tensor("embeddings.token_type_embeddings.weight")[0]
    ends = [graph.keep(f"number{value}", np.array([value], np.int64)) for value in (0, 1, 2)]
    length = graph.add("Slice", [graph.add("Shape", ["rows"], "shape"), ends[1], ends[2]], "length")
    first = graph.add("Slice", [graph.keep("positions", table), ends[0], length], "first")
    return graph.add("Expand", [graph.add("Unsqueeze", [first, ends[0]], "one"), "shape"], "places")


def _model(graph: _Graph, config: Mapping[str, Any]) -> bytes:
    helper, kinds = graph.onnx.helper, graph.onnx.TensorProto
    form = ["texts", "pieces", config["hidden_size"]]
    inputs = [
        helper.make_tensor_value_info("rows", kinds.FLOAT, form),
        helper.make_tensor_value_info("mask", kinds.INT32, form[:2]),
    ]
    outputs = [
        helper.make_tensor_value_info(f"layer{number}", kinds.FLOAT, form)
        for number in range(config["num_hidden_layers"] + 1)
    ]
    made = helper.make_graph(graph.nodes, "bert", inputs, outputs, list(graph.kept.values()))
    versions = [helper.make_opsetid("", 17), helper.make_opsetid(_FUSED, 1)]
    model: bytes = helper.make_model(made, opset_imports=versions, ir_version=9).SerializeToString()
    return model
