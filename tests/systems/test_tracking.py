"""What a training tells, as others read it: TensorBoard's files, MLflow's and Weights & Biases' calls."""

import sys
from types import SimpleNamespace

import pytest

from probierz.errors import MissingExtra, OptionError
from probierz.systems.experiments.tracking import tracked
from probierz.systems.system import Training


def test_tensorboard_gets_a_file_with_every_value(tmp_path):
    pytest.importorskip("tensorboardX", reason="tensorboardX, of the extra tracking, is not installed")
    with tracked(f"tensorboard={tmp_path}", "ocr/cascade", {"threshold": 0.5, "steps": "join"}) as track:
        track({"loss": 0.25, "rate": 1e-3}, 1)
        track({"loss": 0.125}, 2)
    (run,) = tmp_path.iterdir()
    assert run.name.startswith("ocr-cascade-")
    events = list(read_events(next(run.iterdir())))
    values = [(value.tag, value.simple_value, one.step) for one in events for value in one.summary.value]
    assert [one for one in values if one[0] == "loss"] == [("loss", 0.25, 1), ("loss", 0.125, 2)]
    texts = [text for one in events for value in one.summary.value for text in value.tensor.string_val]
    assert b"threshold=0.5" in texts[0]


def read_events(path):
    """TFRecords: length, checksum, event, checksum."""
    from tensorboardX.proto.event_pb2 import Event

    content = path.read_bytes()
    at = 0
    while at < len(content):
        size = int.from_bytes(content[at : at + 8], "little")
        yield Event.FromString(content[at + 12 : at + 12 + size])
        at += 12 + size + 4


class Run:
    def __init__(self, heard):
        self.heard = heard

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.heard.append(("end",))

    def log(self, values):
        self.heard.append(("log", values))


def test_mlflow_gets_a_run_with_parameters_and_metrics(monkeypatch):
    """Its calls as its documentation has them; names without signs that it does not take."""
    heard = []
    told = {name: lambda *given, name=name, **named: heard.append((name, *given, *named.values()))
            for name in ("set_tracking_uri", "set_experiment", "log_params", "log_metrics")}  # fmt: skip
    exceptions = SimpleNamespace(MlflowException=ConnectionError)
    monkeypatch.setitem(
        sys.modules, "mlflow", SimpleNamespace(start_run=lambda: Run(heard), exceptions=exceptions, **told)
    )
    with tracked("mlflow=sqlite:///a.db", "ocr/cascade", {"drop": 0.5}) as track:
        track({"dev-0/WER:s<a><b>": 7.5}, 3)
    assert heard == [
        ("set_tracking_uri", "sqlite:///a.db"),
        ("set_experiment", "ocr/cascade"),
        ("log_params", {"drop": 0.5}),
        ("log_metrics", {"dev-0/WER:s_a__b_": 7.5}, 3),
        ("end",),
    ]


def test_weights_and_biases_get_the_step_as_a_value(monkeypatch):
    heard = []

    def begin(**options):
        heard.append(options)
        return Run(heard)

    monkeypatch.setitem(
        sys.modules, "wandb", SimpleNamespace(init=begin, errors=SimpleNamespace(Error=ConnectionError))
    )
    with tracked("wandb", "ocr/cascade", {"drop": 0.5}) as track:
        track({"loss": 0.5}, 3)
    assert heard == [
        {"project": "probierz", "name": "ocr/cascade", "config": {"drop": 0.5}},
        ("log", {"loss": 0.5, "step": 3}),
        ("end",),
    ]


def test_what_cannot_be_reached_is_told_in_a_sentence(monkeypatch):
    def refused(_name):
        raise ConnectionError("no server at http://nowhere\nmore")

    fake = SimpleNamespace(
        set_tracking_uri=lambda _: None, set_experiment=refused,
        exceptions=SimpleNamespace(MlflowException=ConnectionError),
    )  # fmt: skip
    monkeypatch.setitem(sys.modules, "mlflow", fake)
    with pytest.raises(OptionError, match=r"^--track mlflow: no server at http://nowhere; name another place"):
        tracked("mlflow=http://nowhere", "a", {}).__enter__()


def test_unknown_and_missing_trackers_are_named(monkeypatch):
    with pytest.raises(OptionError, match="--track paper: nothing of this name keeps track; say mlflow, tensorboard"):
        tracked("paper", "a", {}).__enter__()
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    with pytest.raises(MissingExtra, match=r"needs tensorboardX: install it with  .*pip install .*\[tracking\]'"):
        tracked("tensorboard", "a", {}).__enter__()


def test_parts_tell_under_their_names():
    told = []
    training = Training(track=lambda values, step: told.append((values, step)))
    training.of_part("of-1").of_part("stage-0").track({"loss": 1.0}, 4)
    assert told == [({"of-1/stage-0/loss": 1.0}, 4)]
