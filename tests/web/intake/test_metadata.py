import pytest
import yaml
from git_servers import LOOPBACK
from hypothesis import given
from hypothesis import strategies as st

from probierz.web.intake.addresses import read_address
from probierz.web.intake.globs import GlobError, matching_paths
from probierz.web.intake.links import MetadataLink, is_web_address
from probierz.web.intake.metadata import (
    Description,
    Metadata,
    combine,
    parameters_of_variant,
    read_commit_message,
    read_metadata,
    read_parameter_files,
)

FULL = """\
description: Fine-tuned HerBERT
tags:
  - transformer
  - herbert
params:
  learning-rate: 0.010
  layers: [1, 2]
  style: "bold"
  cased: yes
  nested: {a: {b: 1}}
  list:
  - x
  - y z
param-files: [params/*.yaml]
unwanted-params: [seed]
links:
  - url: https://example.org/paper
    title: Paper
  - url: http://example.org/code
dependencies:
  - 0123456789abcdef0123456789abcdef01234567
mlrun-path: x
"""


def test_a_full_file_is_read():
    metadata = read_metadata(FULL.encode())
    assert metadata.problems == []
    assert metadata.description == "Fine-tuned HerBERT"
    assert metadata.tags == ["transformer", "herbert"]
    assert metadata.params == {
        "learning-rate": "0.010",
        "layers": "[1, 2]",
        "style": "bold",
        "cased": "yes",
        "nested": "{a: {b: 1}}",
        "list": "[x, y z]",
    }
    assert metadata.param_files == ["params/*.yaml"]
    assert metadata.unwanted_params == ["seed"]
    assert metadata.links == [
        MetadataLink("https://example.org/paper", "Paper"),
        MetadataLink("http://example.org/code"),
    ]
    assert metadata.dependencies == ["0123456789abcdef0123456789abcdef01234567"]


@pytest.mark.parametrize("content", [b"", b"\n", b"# nothing\n", b"tags:\nparams:\nlinks:\n", b"\xef\xbb\xbf---\n"])
def test_a_file_may_say_nothing(content):
    assert read_metadata(content) == Metadata()


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("description: a\ntags: [x\n", 3, "not YAML"),
        ("description: a\n\tx: b\n", 2, "not YAML"),
        ("a: b: c\n", 1, "not YAML"),
        ("- a\n- b\n", 1, "must be a map"),
        ("just text\n", 1, "must be a map"),
        ("tags: [a]\ntags: [b]\n", 2, "twice"),
        ("x: &a [1]\ny: *a\n", 1, "anchors"),
        ("a: !!python/object/apply:os.system [id]\n", 1, "no key"),
        ("tags: x\n", 1, "tags must be a list"),
        ("description: [a]\n", 1, "must be a text"),
        ("tags:\n  - a\n  - [b]\n", 3, "must be a text"),
        ("params: 3\n", 1, "must be a map"),
        ("links:\n  - url: javascript:alert(1)\n", 2, "no http"),
        ("links:\n  - title: x\n", 2, "no url"),
        ("links: [https://example.org]\n", 1, "must be a map"),
        ("dependencies: [abc]\n", 1, "40 hexadecimal digits"),
        ("descripton: x\n", 1, "'description' is meant"),
        ("description: " + "x" * 6000 + "\n", 1, "longer than"),
        ("tags: [" + "a," * 150 + "]\n", 1, "more than 100 items"),
        ("a: \x00\n", None, "not YAML"),
    ],
)
def test_whatever_cannot_be_used_is_told_with_its_line(content, line, words):
    (problem,) = read_metadata(content.encode()).problems
    assert (problem.path, problem.line) == ("gonito.yaml", line)
    assert words in problem.message


def test_what_is_right_is_used_although_something_else_is_wrong():
    metadata = read_metadata(b"tags: x\ndescription: fine\nparams: {a: 1}\n")
    assert (metadata.description, metadata.params, len(metadata.problems)) == ("fine", {"a": "1"}, 1)


def test_bytes_that_are_no_text_are_told_with_their_line():
    (problem,) = read_metadata(b"description: a\ntags: [\xff]\n").problems
    assert (problem.line, "not UTF-8" in problem.message) == (2, True)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(30)), "anchors"),
        ("params: {" + ",".join(f"k{n}: 1" for n in range(5000)) + "}\n", "more than 2000"),
        ("params: {" + ",".join(f"k{n}: 1" for n in range(500)) + "}\n", "more than 100 parameters"),
        ("\n".join(f"k{n}: 1" for n in range(100_000)), "larger than 64 KiB"),
        ("params: " + "[" * 5000 + "]" * 5000, "deep"),
        ("params: {a: " + "9" * 60_000 + "}", "longer than"),
        ("params: {a: " + "9" * 60_000 + ": 1}", ""),
    ],
)
def test_files_that_would_grow_without_end_are_refused(content, words):
    metadata = read_metadata(content.encode())
    assert words in metadata.problems[0].message
    assert metadata.params == {}


@given(st.one_of(st.binary(max_size=200), st.text("ab:-[]{}&*!|>'\"\n \t#%@`,?x", max_size=80).map(str.encode)))
def test_any_bytes_are_metadata_or_a_problem(content):
    metadata = read_metadata(content)
    assert all(isinstance(value, str) for value in metadata.params.values())
    assert all(problem.path == "gonito.yaml" and problem.message for problem in metadata.problems)


@given(
    st.dictionaries(
        st.from_regex(r"\A[a-z]{1,8}\Z"),
        st.one_of(st.integers(), st.booleans(), st.lists(st.integers(), min_size=1, max_size=3)),
        max_size=5,
    )
)
def test_values_are_kept_as_their_yaml_text(params):
    metadata = read_metadata(yaml.safe_dump({"params": params}).encode())
    assert {key: yaml.safe_load(value) for key, value in metadata.params.items()} == params


# --- parameter files -------------------------------------------------------------------------------------------------

PATHS = ["gonito.yaml", "params.yaml", "params/a.yaml", "params/deep/b.yaml", "src/train.py", ".hidden.yaml"]


@pytest.mark.parametrize(
    ("pattern", "paths"),
    [
        ("*.yaml", [".hidden.yaml", "gonito.yaml", "params.yaml"]),
        ("./params.yaml", ["params.yaml"]),
        ("params/*", ["params/a.yaml"]),
        ("params/**", ["params/a.yaml", "params/deep/b.yaml"]),
        ("**/*.yaml", [".hidden.yaml", "gonito.yaml", "params.yaml", "params/a.yaml", "params/deep/b.yaml"]),
        ("params/**/b.yaml", ["params/deep/b.yaml"]),
        ("params/?.yam[l]", ["params/a.yaml"]),
        ("nothing", []),
    ],
)
def test_patterns_are_matched_against_the_files_of_the_commit(pattern, paths):
    assert matching_paths(pattern, PATHS) == paths


@pytest.mark.parametrize("pattern", ["../*", "/etc/*", "a/../../b", "a\\b", "", "a//b", "*" * 50, "x" * 500, "a\0"])
def test_patterns_that_lead_elsewhere_or_run_away_are_refused(pattern):
    with pytest.raises(GlobError):
        matching_paths(pattern, PATHS)


def test_parameters_come_from_files_of_the_commit(store, participant):
    files = {
        "gonito.yaml": "param-files: ['*.yaml', 'params/*.yaml', '../../*', 'none/*']\nunwanted-params: [seed]\n",
        "broken.yaml": "a: [\n",
        "first.yaml": "lr: 0.1\nseed: 7\n",
        "params/second.yaml": "lr: 0.2\nlayers: [1, 2]\n",
    }
    participant.commit(files, links={"linked.yaml": "/etc/passwd"})
    commit = store.fetch(read_address(participant.url, LOOPBACK), "main", "refs/submissions/1")
    metadata = read_metadata(store.read(commit, "gonito.yaml", 10_000))
    found, problems = read_parameter_files(metadata, store.tree(commit), lambda path: store.read(commit, path, 2**16))
    assert found == {"lr": "0.1", "layers": "[1, 2]"}
    assert [(problem.path, problem.line) for problem in problems] == [
        ("gonito.yaml", None),  # ../../*
        ("gonito.yaml", None),  # none/*
        ("broken.yaml", 2),
        ("linked.yaml", None),
    ]
    assert all(problem.severity == "warning" for problem in problems)


def test_names_beat_files_which_beat_params():
    metadata = Metadata(params={"a": "params", "b": "params", "c": "params"})
    found = parameters_of_variant({"a": "name"}, {"a": "file", "b": "file"}, metadata)
    assert found == {"a": "name", "b": "file", "c": "params"}


# --- commit message, form, all together ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "description", "tags"),
    [
        ("Try BERT\n", "Try BERT", ()),
        ("\n\n  Try BERT \n\ntags: bert, Polish ,, bert\n", "Try BERT", ("bert", "polish")),
        ("Try\nlabels: a\nTags: b\n", "Try", ("a",)),
        ("tags: a\n", "tags: a", ()),
        ("", "", ()),
    ],
)
def test_a_commit_message_gives_description_and_tags(message, description, tags):
    assert read_commit_message(message) == Description(description, tags)


def test_the_form_beats_the_file_which_beats_the_commit_and_tags_are_united():
    message = read_commit_message("From the commit\ntags: c, a")
    metadata = Metadata(description="From the file", tags=["b", "a"])
    assert combine(Description("From the form", ("a",)), metadata, message) == Description(
        "From the form", ("a", "b", "c")
    )
    assert combine(Description("", ()), metadata, message).description == "From the file"
    assert combine(Description(" ", ()), Metadata(), message).description == "From the commit"
    assert combine(Description("", ()), Metadata(), read_commit_message("")).description == ""


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "data:text/html,x", "ftp://a.org", "https://", "//a.org", "https://a:b@c.org",
     "https://a.org/\"onclick=x", "https://[", "https://a.org/\n", "x" * 3000, "https://a\\b", " https://a.org",
     "https://a.org/ x"],
)  # fmt: skip
def test_only_pages_of_the_web_are_linked(url):
    assert not is_web_address(url)
