"""The training loop on a network of a few numbers, whose steps are worked out by hand.

Adam moves a weight whose gradient is always the same by exactly the rate of the step, so weights show rates.
"""

import pytest

from probierz.errors import OptionError, SystemFileError
from probierz.systems.neural.loop import Log, train
from probierz.systems.neural.plan import TrainingPlan


@pytest.fixture
def network(torch):
    """Weights that are all 0: an encoder with embeddings and two layers, and an output."""
    made = torch.nn.Module()
    made.encoder = torch.nn.Module()
    made.encoder.embeddings = torch.nn.Linear(1, 1, bias=False)
    made.encoder.encoder = torch.nn.Module()
    made.encoder.encoder.layer = torch.nn.ModuleList(torch.nn.Linear(1, 1, bias=False) for _ in range(2))
    made.output = torch.nn.Linear(1, 1, bias=False)
    for weights in made.parameters():
        torch.nn.init.zeros_(weights)
    return made


def falling(network, examples):
    """The sum of all weights: each has the gradient 1, whatever the examples are."""
    return sum(weights.sum() for weights in network.parameters() if weights.requires_grad)


def moves(network, plan, examples=(1,), watched="output.weight"):
    """How far a weight moved in each step."""
    places = []
    weights = dict(network.named_parameters())[watched]
    train(network, examples, falling, plan, progress=lambda *_: places.append(-weights.item()))
    return [after - before for before, after in zip([0.0, *places], places, strict=False)]


@pytest.mark.parametrize(
    ("settings", "rates"),
    [
        ({"schedule": "constant"}, [0.4, 0.4, 0.4, 0.4]),
        ({"schedule": "linear"}, [0.4, 0.3, 0.2, 0.1]),
        ({"schedule": "linear", "warm_up": 0.5}, [0.2, 0.4, 0.4, 0.2]),
        ({"schedule": "constant", "warm_up": 0.75}, [0.4 / 3, 0.8 / 3, 0.4, 0.4]),
        ({"schedule": "constant", "optimiser": "adam"}, [0.4, 0.4, 0.4, 0.4]),
    ],
)
def test_the_rate_follows_its_schedule(network, settings, rates):
    assert moves(network, TrainingPlan(epochs=4, rate=0.4, **settings)) == pytest.approx(rates, rel=1e-4)


def test_lower_layers_learn_more_slowly(network):
    train(network, [1], falling, TrainingPlan(epochs=1, rate=0.4, layer_decay=0.5))
    moved = {name: -weights.item() for name, weights in network.named_parameters()}
    assert moved == pytest.approx(
        {
            "output.weight": 0.4,
            "encoder.encoder.layer.1.weight": 0.2,
            "encoder.encoder.layer.0.weight": 0.1,
            "encoder.embeddings.weight": 0.05,
        },
        rel=1e-4,
    )


def test_heads_have_a_rate_of_their_own_and_fixed_weights_stay(network):
    train(network, [1], falling, TrainingPlan(epochs=1, rate=0.4, head_rate=0.8, fixed=("encoder.embeddings",)))
    moved = {name: -weights.item() for name, weights in network.named_parameters()}
    assert moved["output.weight"] == pytest.approx(0.8, rel=1e-4)
    assert moved["encoder.encoder.layer.1.weight"] == pytest.approx(0.4, rel=1e-4)
    assert moved["encoder.embeddings.weight"] == 0
    assert all(weights.requires_grad for weights in network.parameters())


def test_embeddings_have_a_rate_of_their_own(network):
    train(network, [1], falling, TrainingPlan(epochs=1, rate=0.4, layer_decay=0.5, embeddings_rate=0.01))
    moved = {name: -weights.item() for name, weights in network.named_parameters()}
    assert moved["encoder.embeddings.weight"] == pytest.approx(0.01, rel=1e-4)
    assert moved["encoder.encoder.layer.0.weight"] == pytest.approx(0.1, rel=1e-4)


@pytest.mark.parametrize(
    ("held", "steps"),
    [("encoder.encoder.layer.0.:1", 2), ("encoder.encoder.layer.0:1.5", 3), ("encoder.encoder.layer.0.:75%", 6),
     ("encoder.encoder.layer.0.:0", 0), ("encoder.encoder:2.5", 5)],
)  # fmt: skip
def test_weights_are_held_for_some_epochs_or_a_share_of_the_steps(network, held, steps):
    plan = TrainingPlan(epochs=4, batch=1, rate=0.1, schedule="constant", fixed=(held,))
    found = moves(network, plan, examples=(1, 2), watched="encoder.encoder.layer.0.weight")
    assert found == pytest.approx([0.0] * steps + [0.1] * (8 - steps), rel=1e-4)


@pytest.mark.parametrize("told", ["soon", "-1", "120%", "", "nan", "inf"])
def test_another_duration_is_refused(told):
    with pytest.raises(OptionError, match=f"^fixed=encoder:{told}: say for how many epochs, such as encoder:2, or"):
        TrainingPlan(fixed=(f"encoder:{told}",))


def test_something_learns_at_first(network):
    with pytest.raises(OptionError, match=r"^no weights learn at first with fixed=output:1 encoder:2"):
        train(network, [1], falling, TrainingPlan(fixed=("output:1", "encoder:2")))


def test_a_misspelt_name_of_fixed_weights_is_refused_with_the_nearest(network):
    for slip, near in (
        ("encoder.embedings", "encoder.embeddings"),
        ("encoder.encoder.layers.0.", "encoder.encoder.layer.0"),
    ):
        with pytest.raises(OptionError, match=f"^fixed={slip}: no weights .* near are .*{near}"):
            train(network, [1], falling, TrainingPlan(epochs=1, rate=0.4, fixed=("output", slip)))


@pytest.mark.parametrize(("scores", "place"), [((), -0.35), ((1, 2, 3, 4, 5), -0.35), ((1, 9, 3, 4, 5), -0.2)])
def test_the_mean_of_the_last_states_is_taken_unless_one_scored_better(network, scores, place):
    # after four epochs the weight is at -0.1, -0.2, -0.3, -0.4; from half way on the mean is of the last two
    told = iter(scores)
    plan = TrainingPlan(epochs=4, rate=0.1, schedule="constant", average_from=0.5)
    train(network, [1], falling, plan, evaluate=(lambda: next(told)) if scores else None)
    assert network.output.weight.item() == pytest.approx(place, rel=1e-4)


def test_an_encoder_is_frozen_for_a_part_of_an_epoch(network):
    plan = TrainingPlan(epochs=2, batch=1, rate=0.1, schedule="constant", frozen_epochs=1.5)
    moved = moves(network, plan, examples=[1, 2, 3, 4], watched="encoder.encoder.layer.0.weight")
    assert moved == pytest.approx([0, 0, 0, 0, 0, 0, 0.1, 0.1], abs=1e-5)
    assert all(weights.requires_grad for weights in network.parameters())


def test_gradients_are_clipped(network):
    # four gradients of 1 have the norm 2; clipped to 2e-8 each is 1e-8, and Adam moves by rate g / (g + 1e-8)
    assert moves(network, TrainingPlan(epochs=1, rate=0.4, clip=2e-8)) == pytest.approx([0.2], rel=1e-3)
    assert moves(network, TrainingPlan(epochs=1, rate=0.4, clip=0))[0] == pytest.approx(0.4 + 0.2, rel=1e-3)


def test_accumulated_batches_are_one_greater_batch(torch):
    def trained(**settings):
        torch.manual_seed(1)
        network = torch.nn.Linear(3, 1)
        log = train(network, inputs, loss, TrainingPlan(epochs=3, rate=0.1, **settings))
        return len(log.losses), network.weight

    def loss(network, examples):
        return ((network(torch.stack(examples)) - 1) ** 2).mean()

    inputs = list(torch.randn(8, 3, generator=torch.Generator().manual_seed(5)))
    steps, together = trained(batch=4)
    steps_apart, apart = trained(batch=2, accumulate=2)
    assert steps == steps_apart == 6
    assert torch.allclose(together, apart, atol=1e-6)


def test_each_epoch_sees_each_example_once_in_an_order_of_its_own(network):
    seen = []

    def loss(network, examples):
        seen.extend(examples)
        return falling(network, examples)

    train(network, list(range(10)), loss, TrainingPlan(epochs=2, batch=4), seed=3)
    assert sorted(seen[:10]) == sorted(seen[10:]) == list(range(10))
    assert seen[:10] != seen[10:]


def test_the_best_state_is_kept_and_waiting_ends(network):
    scores = iter([0.1, 0.9, 0.3, 0.2, 0.8])
    plan = TrainingPlan(epochs=100, rate=0.1, schedule="constant", patience=2)
    log = train(network, [1], falling, plan, evaluate=lambda: next(scores))
    assert log.scores == [(1, 0.1), (2, 0.9), (3, 0.3), (4, 0.2)]
    assert (log.best_step, log.best_score) == (2, 0.9)
    assert network.output.weight.item() == pytest.approx(-0.2, rel=1e-4)


def test_development_is_scored_every_so_many_steps_and_at_the_end(network):
    log = train(network, [1], falling, TrainingPlan(epochs=7, evaluate_every=3), evaluate=lambda: 0.5)
    assert [step for step, _ in log.scores] == [3, 6, 7]
    assert log.best_step == 3


def test_losses_rates_and_scores_are_told_with_their_steps(network):
    told = []
    plan = TrainingPlan(epochs=2, rate=0.4)
    train(network, [1], falling, plan, evaluate=lambda: 0.5, track=lambda values, step: told.append((step, values)))
    assert told == [
        (1, {"loss": 0.0, "rate": 0.4}),
        (1, {"development": 0.5}),
        (2, {"loss": pytest.approx(4 * -0.4, rel=1e-3), "rate": 0.2}),
        (2, {"development": 0.5}),
    ]


def test_the_steps_of_adafactor_are_shares_of_the_weights(torch):
    """Of two weights with the same gradient the one ten times as large moves ten times as far."""
    network = torch.nn.Linear(4, 4, bias=False), torch.nn.Linear(4, 4, bias=False)
    for layer, size in zip(network, (0.1, 1.0), strict=True):
        torch.nn.init.constant_(layer.weight, size)
    both = torch.nn.ModuleList(network)
    train(both, [1], falling, TrainingPlan(epochs=1, rate=0.01, schedule="constant", optimiser="adafactor", clip=0.0))
    moved = [size - layer.weight.mean().item() for layer, size in zip(network, (0.1, 1.0), strict=True)]
    assert moved == pytest.approx([0.001, 0.01], rel=1e-3)


class Enough(Exception):
    """The power fails."""


@pytest.mark.parametrize("stop", [1, 4, 7, 12])
def test_going_on_is_the_same_as_not_having_stopped(torch, tmp_path, stop):
    inputs = list(torch.randn(7, 4, generator=torch.Generator().manual_seed(5)))

    def trained(progress=lambda *_: None, **where):
        torch.manual_seed(2)
        network = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Dropout(0.4), torch.nn.Linear(8, 1))
        torch.manual_seed(999)  # a process that goes on has another past
        torch.rand(stop)
        held = torch.ones(3, 4)

        def loss(network, examples):
            return ((network(torch.stack(examples)) - 1) ** 2).mean()

        plan = TrainingPlan(epochs=4, batch=2, rate=0.05, save_every=2, evaluate_every=3, warm_up=0.2)
        log = train(network, inputs, loss, plan, evaluate=lambda: -abs(network(held).sum().item()), progress=progress,
                    seed=4, fingerprint="same", **where)  # fmt: skip
        return network.state_dict(), log

    def failing(_what, done, _total):
        if done == stop:
            raise Enough

    whole, log = trained()
    with pytest.raises(Enough):
        trained(failing, checkpoint=tmp_path)
    for _ in range(2):  # the second time everything is done already
        again, log_again = trained(checkpoint=tmp_path)
        assert all(torch.equal(again[name], whole[name]) for name in whole)
        assert log_again == log
    assert len(log.losses) == 16


def test_ctrl_c_keeps_the_state_after_the_step_under_way(torch, network, tmp_path):
    import signal

    plan = TrainingPlan(epochs=6, rate=0.4, save_every=1000)

    def interrupted(seen, examples):
        if len(steps) == 2:
            signal.raise_signal(signal.SIGINT)
        return falling(seen, examples)

    steps = []
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        train(network, [1], interrupted, plan, checkpoint=tmp_path, progress=lambda *told: steps.append(told))
    assert len(steps) == 3
    assert signal.getsignal(signal.SIGINT) == before
    log = train(network, [1], falling, plan, checkpoint=tmp_path, progress=lambda *told: steps.append(told))
    assert [done for _, done, _ in steps] == [1, 2, 3, 4, 5, 6]
    assert len(log.losses) == 6


def test_a_second_ctrl_c_stops_at_once(network, tmp_path):
    import signal

    def interrupted(seen, examples):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("it goes on")

    with pytest.raises(KeyboardInterrupt):
        train(network, [1], interrupted, TrainingPlan(epochs=2), checkpoint=tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_state_of_another_training_or_a_broken_one_is_refused(network, tmp_path):
    train(network, [1], falling, TrainingPlan(epochs=1), checkpoint=tmp_path, fingerprint="one")
    with pytest.raises(SystemFileError, match="other settings or data; name another folder"):
        train(network, [1], falling, TrainingPlan(epochs=1), checkpoint=tmp_path, fingerprint="two")
    state = tmp_path / "state.pt"
    state.write_bytes(state.read_bytes()[:-100])
    with pytest.raises(SystemFileError, match="cannot be read"):
        train(network, [1], falling, TrainingPlan(epochs=1), checkpoint=tmp_path, fingerprint="one")


def test_half_precision_follows_whole_precision(network):
    assert moves(network, TrainingPlan(epochs=2, rate=0.4, precision="bf16")) == pytest.approx([0.4, 0.2], rel=1e-2)
    assert moves(network, TrainingPlan(epochs=1, rate=0.4, precision="no"))[0] == pytest.approx(1.0, rel=1e-2)


@pytest.mark.parametrize(
    ("abilities", "large", "is_half"), [({"amx_bf16": True}, 1, True), ({"amx_bf16": True}, 99, False), ({}, 1, False)]
)
def test_large_networks_learn_in_half_precision_where_the_processor_has_it(
    torch, monkeypatch, abilities, large, is_half
):
    if torch.cuda.is_available():
        pytest.skip("there is a graphics card")
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: abilities, raising=False)
    monkeypatch.setattr("probierz.systems.neural.loop._LARGE", large)
    seen = []

    class Network(torch.nn.Linear):
        def forward(self, row):
            seen.append(torch.is_autocast_enabled("cpu"))
            return super().forward(row)

    train(Network(2, 1), [1], lambda made, _: made(torch.ones(1, 2)).sum(), TrainingPlan(epochs=1))
    assert seen == [is_half]


def test_attention_is_as_before_after_half_precision(torch):
    transformers = pytest.importorskip("transformers")
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 8}
    model = transformers.BertModel(transformers.BertConfig(vocab_size=8, **sizes))
    before, seen = model.config._attn_implementation, []

    def loss(made, _):
        seen.append(model.config._attn_implementation)
        return made(torch.ones(1, 3, dtype=torch.long)).last_hidden_state.sum()

    train(model, [1], loss, TrainingPlan(epochs=1, precision="bf16"))
    assert (seen, model.config._attn_implementation) == (["eager"], before)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"schedule": "cosine"}, "no schedule is called 'cosine'; there are constant, linear"),
        ({"optimiser": "lion"}, "no optimiser is called 'lion'"),
        ({"precision": "fp8"}, "no precision is called 'fp8'"),
        ({"batch": 0}, "batch is at least 1, not 0"),
    ],
)
def test_odd_settings_are_named(settings, words):
    with pytest.raises(OptionError, match=words):
        TrainingPlan(**settings)


def test_a_log_counts_the_evaluations_since_the_best():
    log = Log()
    assert [log.take(step, score) for step, score in enumerate([1.0, 3.0, 3.0, 2.0], 1)] == [True, True, False, False]
    assert log.waited() == 2
