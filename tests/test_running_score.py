import pickle

import pytest

import probierz
from probierz.errors import DataError, OptionError

EXPECTED = [f"{at % 7} {at % 3} x" for at in range(100)]
OUTPUT = [f"{at % 7} {at % 5} x" for at in range(100)]
NUMBERS = [at / 7 for at in range(100)]
OTHERS = [(at * 37 % 100) / 9 for at in range(100)]
CASES = [
    ("WER", EXPECTED, OUTPUT),
    ("BLEU:l", EXPECTED, OUTPUT),
    ("Macro-F1", [one[0] for one in EXPECTED], [one[2] for one in OUTPUT]),
    ("MAE", NUMBERS, OTHERS),
    ("Spearman", NUMBERS, OTHERS),
    ("Accuracy:p<50>", EXPECTED, OUTPUT),
    ("Mean/WER", EXPECTED, OUTPUT),
]


def filled(scheme, expected, output, size):
    running = probierz.RunningScore(scheme)
    for start in range(0, len(expected), size):
        end = start + size
        running.update(expected[start:end], output[start:end], inputs=output[start:end] if ":p<" in scheme else None)
    return running


@pytest.mark.parametrize(("scheme", "expected", "output"), CASES, ids=lambda one: one if isinstance(one, str) else "")
def test_batches_and_parts_give_the_bits_of_all_lines_at_once(scheme, expected, output):
    inputs = output if ":p<" in scheme else None
    whole = probierz.score(scheme, expected, output, inputs=inputs, rows=False)
    assert filled(scheme, expected, output, 7).score() == whole
    first, second = filled(scheme, expected[:40], output[:40], 9), filled(scheme, expected[40:], output[40:], 50)
    first.merge(pickle.loads(pickle.dumps(second)))
    assert first.value == whole.value
    assert first.lines == 100
    assert first.score().components == whole.components
    assert second.lines == 60


def test_merging_in_another_order_gives_the_same_bits():
    parts = [filled("MAE", NUMBERS[at::3], OTHERS[at::3], 5) for at in range(3)]
    forwards, backwards = probierz.RunningScore("MAE"), probierz.RunningScore("MAE")
    for part in parts:
        forwards.merge(part)
    for part in reversed(parts):
        backwards.merge(part)
    assert forwards.value == backwards.value == probierz.score("MAE", NUMBERS, OTHERS).value


def test_a_batch_that_cannot_be_read_leaves_nothing():
    running = filled("MAE", [1, 2], [1, 4], 2)
    for output in ([1, None], ["1", "x"], [1]):
        with pytest.raises(DataError):
            running.update([1, 2], output)
    assert (running.value, running.lines) == (1, 2)


def test_what_is_forgotten_does_not_count():
    running = filled("MAE", [1], [5], 1)
    running.reset()
    running.update([1], [2])
    assert (running.value, running.lines) == (1, 1)


def test_other_schemes_and_tokenizers_do_not_merge():
    with pytest.raises(OptionError, match="WER cannot be merged with CER"):
        probierz.RunningScore("WER").merge(probierz.RunningScore("CER"))
    with pytest.raises(OptionError, match="same scheme and tokenizer"):
        probierz.RunningScore("WER").merge(probierz.RunningScore("WER", tokenizer="13a"))


def test_scores_that_depend_on_line_numbers_take_lines_in_order_and_do_not_merge():
    expected, output = ["kota", "psa"] * 10, [{"kota": 0.5, "": 0.5}, {"psa": 0.25, "": 0.75}] * 10
    running = filled("LogLossHashed", expected, output, 3)
    assert running.value == probierz.score("LogLossHashed", expected, output).value
    with pytest.raises(OptionError, match="depends on the numbers of the lines"):
        running.merge(filled("LogLossHashed", expected, output, 3))


def test_inputs_are_lines_or_columns():
    running = probierz.RunningScore("Accuracy:f<in[2]:y>")
    running.update(["a", "b"], ["a", "x"], inputs=[["x", "y"], ["y", "z"]])
    assert (running.value, running.score().signature.lines) == (1, 1)
    with pytest.raises(OptionError, match="give inputs="):
        running.update(["a"], ["a"])
