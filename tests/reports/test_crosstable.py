import time

import pytest

from probierz.reports.crosstable import CrossTable, arrange, show_scores


def test_the_checkpoint_of_the_specification():
    names = ["AAAfoo", "AAAbar", "BBBbar", "CCCbar", "AAAbaz", "BBBbaz", "CCCbaz"]
    assert arrange(names) == ["AAAfoo", CrossTable(("AAAba", "BBBba", "CCCba"), ("r", "z"))]


@pytest.mark.parametrize(
    "names",
    [["aabb", "aacc"], ["WER"], [], ["", "a"], ["Accuracy:l", "Accuracy:u", "WER"]],
)
def test_names_that_make_no_table_stay_single(names):
    assert arrange(names) == names


def test_a_table_is_turned_to_be_tall():
    # two rows of three columns become three rows of two
    names = ["A x", "A y", "A z", "B x", "B y", "B z"]
    (table,) = arrange(names)
    assert (len(table.rows), len(table.columns)) == (3, 2)
    assert sorted(table.names) == names


def test_every_name_is_in_exactly_one_block():
    names = [f"{metric}:{flag}" for metric in ("WER", "CER", "BLEU") for flag in "luS"] + ["GLEU", "MAP"]
    found = [name for block in arrange(names) for name in (block.names if isinstance(block, CrossTable) else [block])]
    assert sorted(found) == sorted(names)


def test_blocks_are_printed_with_blank_lines_between_them():
    # printed by GEval for these names
    values = {"Accuracy": "0.200", "WER:l": "0.476", "WER:u": "0.429", "CER:l": "0.367", "CER:u": "0.338", "x": "0.350"}
    assert show_scores(values) == "Accuracy\t0.200\n\n\tl\tu\nWER:\t0.476\t0.429\nCER:\t0.367\t0.338\n\nx\t0.350\n"


def test_texts_of_rows_and_columns_lose_the_white_space_between_them():
    values = {"Acc case": "1", "Acc nocase": "2", "F1 case": "3", "F1 nocase": "4"}
    assert show_scores(values) == "\tcase\tnocase\nAcc\t1\t2\nF1\t3\t4\n"


def test_many_long_names_take_no_long_time():
    for count in (8, 30, 1000):
        names = [f"{'long common beginning ' * 20}{number} {'end' * 20}" for number in range(count)]
        begun = time.process_time()
        arrange(names)
        assert time.process_time() - begun < 20
