"""PyTorch and Transformers on one thread, without which tests that need them are skipped; a small encoder."""

import pytest

from probierz.systems.encoder.folders import make_folder
from systems.encoder.small import small_encoder


@pytest.fixture
def torch():
    found = pytest.importorskip("torch", reason="PyTorch, of the extra neural, is not installed")
    for name in ("transformers", "accelerate", "safetensors", "tokenizers"):
        pytest.importorskip(name, reason=f"{name}, of the extra neural, is not installed")
    found.set_num_threads(1)
    return found


@pytest.fixture(scope="session")
def small_encoder_folder(tmp_path_factory):
    """The folder of a small encoder with random weights, for tests that leave it as it is."""
    made = tmp_path_factory.mktemp("encoder")
    (made / "packed.bin").write_bytes(small_encoder().data)
    make_folder(made / "packed.bin", made / "whole")
    return made / "whole"
