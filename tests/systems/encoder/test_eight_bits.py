"""Weights in eight bits."""

import numpy as np

from probierz.systems.encoder.eight_bits import from_eight_bits, in_eight_bits


def test_a_weight_is_moved_by_half_a_step_of_its_row_at_most():
    weights = {"matrix": np.random.default_rng(1).normal(0, [[1], [100], [0]], (3, 64)).astype(np.float32)}
    again = from_eight_bits(in_eight_bits(weights))["matrix"]
    steps = np.abs(weights["matrix"]).max(axis=1) / 127
    assert (np.abs(again - weights["matrix"]).max(axis=1) <= steps * 0.501).all()
    assert in_eight_bits(weights)["matrix"].dtype == np.int8


def test_what_has_one_dimension_and_files_of_16_bits_are_read_as_they_are():
    bias = np.array([0.5, -2], np.float32)
    assert from_eight_bits(in_eight_bits({"bias": bias}))["bias"].tolist() == bias.tolist()
    assert from_eight_bits({"old": np.ones((2, 2), np.float16)})["old"].dtype == np.float32
