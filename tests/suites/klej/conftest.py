"""What tests of KLEJ share: a small suite of two kinds of tasks, and the data of the real one."""

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from probierz.suites.catalogue import find_suite

SMALL = {"nkjp-ner": ["persName", "time", "noEntity"], "cdsc-r": ["0.5", "5.0", "2.17"], "cbd": ["1", "0", "0"]}
"""Expected results of three tasks with three test records each."""


@pytest.fixture(scope="session")
def klej():
    """The suite as declared."""
    return find_suite("klej")


@pytest.fixture(scope="session")
def small(klej):
    """Three of the tasks, each with a test set of three records."""
    return [
        replace(task, splits=tuple(replace(split, lines=3) for split in task.splits if split.name == "test-A"))
        for task in klej.tasks
        if task.name in SMALL
    ]


@pytest.fixture(scope="session")
def klej_data(data_dir):
    """The folder with KLEJ's files, as far as they are at hand."""
    found = data_dir / "klej"
    if not found.is_dir():
        pytest.skip(f"no files of KLEJ in {data_dir}")
    return found


@pytest.fixture
def pack(tmp_path):
    """Write a .zip with these contents by name; text becomes UTF-8."""

    def packed(contents: dict[str, str | bytes], name: str = "mine.zip") -> Path:
        path = tmp_path / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for inner, content in contents.items():
                archive.writestr(inner, content)
        return path

    return packed


@pytest.fixture
def good():
    """Contents of an archive that is as it should be, all predictions right."""
    return {f"test_pred_{task}.tsv": "\n".join(["target", *lines]) + "\n" for task, lines in SMALL.items()}
