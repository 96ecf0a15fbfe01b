import pytest

from probierz.challenges.files import (
    all_outputs,
    core_name,
    existing_output,
    find_file,
    find_outputs,
    natural_key,
    output_parameters,
    read_header,
)
from probierz.errors import ChallengeError


def make(directory, *names):
    for name in names:
        (directory / name).write_text("x\n")
    return str(directory)


def names_of(paths):
    return [path.rpartition("/")[2] for path in paths]


@pytest.mark.parametrize(
    ("present", "wanted", "found"),
    [
        (["in.tsv"], "in.tsv", "in.tsv"),
        (["in.tsv", "in.tsv.gz"], "in.tsv", "in.tsv"),
        (["in.tsv.xz"], "in.tsv", "in.tsv.xz"),
        (["in.tsv.zst"], "in.tsv", "in.tsv.zst"),
        (["in.tsv.zip"], "in.tsv", "in.tsv.zip"),
        (["in.tsv.gz", "in.tsv.bz2"], "in.tsv", None),  # it is not clear which is meant
        (["in.tsv.gz.xz"], "in.tsv.gz", None),  # a compressed name has no variants
        ([], "in.tsv", None),
    ],
)
def test_a_file_is_found_in_its_one_compressed_variant(tmp_path, present, wanted, found):
    directory = make(tmp_path, *present)
    assert find_file(directory, wanted) == (f"{directory}/{found}" if found else None)


def test_only_the_default_output_may_be_json_lines(tmp_path):
    directory = make(tmp_path, "out.jsonl.gz")
    assert existing_output(directory) == f"{directory}/out.jsonl.gz"
    assert existing_output(directory, "other.tsv") is None


@pytest.mark.parametrize(
    ("present", "of_geval", "left_out"),
    [
        (["out.tsv"], ["out.tsv"], False),
        (["out.jsonl"], ["out.jsonl"], False),
        (["out-b.tsv", "out-a.jsonl.gz"], ["out-a.jsonl.gz", "out-b.tsv"], False),
        (["out.tsv", "out-a.tsv"], ["out-a.tsv"], True),  # as in GEval
        (["out.tsv", "out.jsonl", "out-a.tsv"], ["out.tsv"], False),
        (["out-10.tsv", "out-9.tsv", "out-9.txt", "out.tsv.bak"], ["out-9.tsv", "out-10.tsv"], False),
        ([], [], False),
    ],
)
def test_geval_alone_leaves_out_an_output_without_a_name_beside_others(tmp_path, present, of_geval, left_out):
    directory = make(tmp_path, *present)
    assert names_of(find_outputs(directory)) == of_geval
    assert names_of(all_outputs(directory)) == ["out.tsv"] * left_out + of_geval


def test_numbers_in_names_are_sorted_as_numbers():
    names = ["out-a10", "out-a9", "out-a", "out-b1", "out-a9b"]
    assert sorted(names, key=natural_key) == ["out-a", "out-a9", "out-a9b", "out-a10", "out-b1"]


@pytest.mark.parametrize(
    ("path", "parameters"),
    [
        # the first two are checkpoints of the specification
        ("file-nb_epochs = 12,foo=off, bar-baz =10.tsv", {"nb_epochs": "12", "foo": "off", "bar-baz": "10"}),
        ("out-test-foo_bar.tsv", {}),
        ("d/out-lr=0.1,n=2.tsv.gz", {"lr": "0.1", "n": "2"}),
        ("out.tsv", {}),
        ("out-a=1,b.tsv", {}),
        ("out-a=b=c.tsv", {"a": "b=c"}),
    ],
)
def test_parameters_are_read_from_names(path, parameters):
    assert output_parameters(path) == parameters


@pytest.mark.parametrize(
    ("path", "core"), [("d/out-x.tsv", "out-x"), ("out-x.jsonl.xz", "out-x"), ("out-v1.2.tsv", "out-v1.2"), ("a", "a")]
)
def test_extensions_are_dropped_but_decimal_points_are_kept(path, core):
    assert core_name(path) == core


def test_the_names_of_columns_are_the_first_line_of_a_header_file(tmp_path):
    (tmp_path / "in-header.tsv").write_text("Text\tZdanie drugie\r\nmore\n")
    assert read_header(str(tmp_path), "in-header.tsv") == ("Text", "Zdanie drugie")
    assert read_header(str(tmp_path), None) == ()
    with pytest.raises(ChallengeError) as caught:
        read_header(str(tmp_path), "nope.tsv")
    assert caught.value.geval == f"No file with header specification: `{tmp_path}/nope.tsv`"
