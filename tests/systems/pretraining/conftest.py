"""PyTorch and Transformers on one thread; without them the tests that need them are skipped."""

import pytest


@pytest.fixture
def torch():
    found = pytest.importorskip("torch", reason="PyTorch, of the extra neural, is not installed")
    for name in ("transformers", "accelerate", "safetensors", "tokenizers"):
        pytest.importorskip(name, reason=f"{name}, of the extra neural, is not installed")
    found.set_num_threads(1)
    return found
