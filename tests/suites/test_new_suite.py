"""A suite made of a plan: what is counted is right, and a plan with a mistake leaves nothing behind."""

import shutil

import pytest

from probierz.cli.main import main
from probierz.errors import ProbierzError
from probierz.suites.catalogue import read_suite, suites
from probierz.suites.checking import check_task
from probierz.suites.getting import get_task
from probierz.suites.licences import check_citation, licence_doubt
from probierz.suites.new_suite import make_suite, read_plan
from probierz.suites.published_checks import on_another_scale, scale_doubts
from probierz.suites.publishing import reference_rows, suite_card
from probierz.suites.task_display import task_as_text

PLAN = """
name = "letters"
title = "Letters"
description = "Short texts."
has_average = true
rules = ["One account each."]

[licence]
name = "CC BY 4.0"
spdx = "CC-BY-4.0"
notice = "Name the \\"authors\\"."

[[phases]]
name = "final"
opens = "2027-05-01T12:00+02:00"
disclosure = "hidden"
disclosed_from = "2027-05-20T12:00+02:00"

[[tasks]]
name = "moods"
title = "Moods"
description = "Good or bad?"
schemes = ["Accuracy"]
settings = "--precision 4 --show-as-percentage"
data = "data"

[[tasks.baselines]]
name = "always good"
description = "one label"
recipe = "constant:good"

[[tasks]]
name = "toys"
title = "Toys"
description = "Toy data."
schemes = ["MultiLabel-F1.0"]
settings = "--precision 4 --show-as-percentage"
"""


@pytest.fixture
def plan(tmp_path):
    for split, lines in {"train": ["good", "bad"], "test-A": ["bad", "good", "good"], "test-B": None}.items():
        (tmp_path / "data" / split).mkdir(parents=True)
        count = len(lines or "abcd")
        (tmp_path / "data" / split / "in.tsv").write_text("".join(f"text {split} {at}\n" for at in range(count)))
        if lines:
            (tmp_path / "data" / split / "expected.tsv").write_text("".join(f"{line}\n" for line in lines))
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def test_known_traits_quotas_and_both_headers_arrive_in_what_is_made(plan, tmp_path, capsys):
    for name, column in (("in-header.tsv", "text"), ("out-header.tsv", "mood")):
        (tmp_path / "data" / name).write_text(f"{column}\n")
    shutil.copy(tmp_path / "data" / "train" / "in.tsv", tmp_path / "data" / "test-A" / "in.tsv")
    with open(tmp_path / "data" / "test-A" / "in.tsv", "a") as file:
        file.write("a text of its own\n")
    (tmp_path / "data" / "train" / "expected.tsv").write_text("bad\ngood\n")
    plan.write_text(PLAN.replace('title = "Letters"', 'title = "Letters"\nquota = 20\ndaily_quota = 0'))
    assert main(["suite", "new", str(plan), "--to", str(tmp_path / "before")]) == 0
    capsys.readouterr()
    checked = [
        "suite",
        "check",
        str(tmp_path / "before" / "letters.toml") + "/moods",
        str(tmp_path / "before" / "moods"),
    ]
    assert main([*checked, "--format", "table", "--only", "leaks"]) == 1
    known = capsys.readouterr().out.partition("[[tasks.known]]")[2]
    moods, toys = plan.read_text().split("[[tasks.baselines]]", 1)
    plan.write_text(f"{moods}quota = 3\n[[tasks.known]]{known}\n[[tasks.baselines]]{toys}")
    make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    task, other = read_suite(tmp_path / "letters" / "letters.toml").tasks
    assert [(one.check, one.splits, one.count) for one in task.known] == [("leaks", ("train", "test-A"), 2)]
    assert (task.quota, task.daily_quota, other.quota, other.daily_quota) == (3, 0, 20, 0)
    assert (
        "--in-header in-header.tsv --out-header out-header.tsv" in (tmp_path / "letters/moods/config.txt").read_text()
    )
    shutil.rmtree(tmp_path / "letters" / "toys")
    assert main(["suite", "export", str(tmp_path / "letters"), str(tmp_path / "kept")]) == 1
    assert "not exported: letters/toys" in capsys.readouterr().err
    assert (tmp_path / "kept" / "moods" / "train" / "in.tsv").is_file()
    plan.write_text(PLAN.replace('title = "Letters"', 'title = "Letters"\nquota = -3'))
    with pytest.raises(ProbierzError, match="a quota of 'letters' is below 0; write 0 for no limit"):
        make_suite(read_plan(plan), tmp_path / "other", place=tmp_path)


def test_what_is_declared_is_what_is_there(plan, tmp_path):
    make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    suite = read_suite(tmp_path / "letters" / "letters.toml")
    moods, toys = suite.tasks
    assert [(one.name, one.lines, one.hidden) for one in moods.splits] == [
        ("test-A", 3, False), ("test-B", 4, True), ("train", 2, False),
    ]  # fmt: skip
    assert moods.baselines[0].scores == {"test-A": "66.67"}  # two of three are good
    assert (suite.rules, suite.phases[0].opens) == (("One account each.",), "2027-05-01T12:00+02:00")
    for task in (moods, toys):
        assert check_task(task, tmp_path / "letters" / task.name) == []
    assert "One account each." in (tmp_path / "letters" / "moods" / "README.md").read_text()
    assert suite_card(suite)["phases"] == [
        {
            "name": "final",
            "opens": "2027-05-01T12:00+02:00",
            "closes": None,
            "disclosure": "hidden",
            "disclosed_from": "2027-05-20T12:00+02:00",
            "decides": False,
        }
    ]
    readme = (tmp_path / "letters/moods/README.md").read_text()
    assert "As planned: final." in readme
    assert "2027" not in readme.partition("## Phases")[2].partition("## Licence")[0]  # organisers may change times


def test_a_suite_may_move_and_names_no_path_of_this_machine(plan, tmp_path):
    make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    for file in (tmp_path / "letters").rglob("*.t*"):
        assert str(tmp_path) not in file.read_text(), file
    (tmp_path / "letters").rename(tmp_path / "moved")
    task = read_suite(tmp_path / "moved" / "letters.toml").tasks[0]
    get_task(task, tmp_path / "got")
    assert (tmp_path / "got" / "test-A" / "in.tsv").is_file()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "Moods"\n', "", "number 1: the key 'title' is missing"),
        ('name = "toys"', 'name = "moods"', "two tasks have the name 'moods'"),
        ('name = "toys"', 'name = "../toys"', "cannot be a name"),
        ('data = "data"', 'data = "nothing"', "nothing: there is no such folder; name one with splits, such as"),
        (
            'data = "data"',
            'data = "."',
            "such as test-A/in.tsv; give .*data, or another one",
        ),
        ("2027-05-01T12:00+02:00", "in May", "phase 'final': 'in May' is no time"),
        ('"hidden"', '"secret"', "one of full, rounded, hidden is wanted"),
        ('["Accuracy"]', '["Acuracy"]', "Acuracy"),
        ("constant:good", "magic", "is not a recipe"),
        ("constant:good", "substitute:1:[=>b", "'\\[' is no regular expression"),
        ("--precision 4", "--precison 4", "task 'moods': Invalid option `--precison'"),
        ('["Accuracy"]', '["WER"]', r"moods \(WER\) is better when lower, toys \(MultiLabel-F1\) when higher"),
        ("CC-BY-4.0", "CC BY 4.0", "'CC BY 4.0' is no SPDX identifier .*did you mean CC-BY-4.0"),
        ("CC-BY-4.0", "cc-by-4.0", "is spelt 'CC-BY-4.0'"),
        ("2027-05-01T12:00+02:00", "2027-05-01T12:00", "says no time zone; write it with its zone"),
        ('name = "final"', 'name = "practice"\n[[phases]]\nname = "final"', "'practice' and 'final' overlap"),
        ("disclosure", 'closes = "2027-04-01T12:00+02:00"\ndisclosure', "'final' ends before it begins"),
        ("2027-05-20T12:00+02:00", "in May", "phase 'final': 'in May' is no time"),
        ("2027-05-20T12:00+02:00", "2027-05-20T12:00", "says no time zone"),
        ("disclosure", 'closes = "2027-05-21T12:00+02:00"\ndisclosure', "would show all scores before it ends"),
        ('disclosure = "hidden"', "decides = true", "'final' decides when it ends, and has no end; give it `closes`"),
        (
            "disclosure",
            'decides = true\n[[phases]]\nname = "later"\ndecides = true\ndisclosure',
            "'final' and 'later' decide; one phase does",
        ),
        ('disclosure = "hidden"', 'disclosure = "full"', "shows all scores at once; leave out `disclosed_from`"),
    ],
)
def test_a_plan_with_a_mistake_is_told_and_leaves_nothing(plan, tmp_path, old, new, said):
    plan.write_text(PLAN.replace(old, new, 1))
    with pytest.raises(ProbierzError, match=said):
        make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "plan.toml"]


def test_expected_lines_that_are_missing_are_told_with_the_file_and_nothing_is_left(
    plan, tmp_path, monkeypatch, capsys
):
    (tmp_path / "data" / "test-A" / "expected.tsv").write_text("bad\ngood\n")
    monkeypatch.chdir(tmp_path)
    assert main(["suite", "new", "plan.toml", "--to", "deep/down/letters"]) == 1
    assert "data/test-A/expected.tsv: 2 lines, and in.tsv has 3; give one expected line" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "plan.toml"]


def test_results_that_would_stay_hidden_for_good_are_questioned(plan, tmp_path, monkeypatch, capsys):
    question = "the last phase, 'final', hides scores without an end, so nobody but organisers would see who won"
    monkeypatch.chdir(tmp_path)
    main(["suite", "new", "plan.toml", "--to", "told"])
    main(["suite", "check", "told/letters.toml", "told", "--quiet"])
    assert question not in capsys.readouterr().err
    plan.write_text(PLAN.replace('disclosed_from = "2027-05-20T12:00+02:00"', ""))
    main(["suite", "new", "plan.toml", "--to", "letters"])
    assert question in capsys.readouterr().err
    main(["suite", "check", "letters/letters.toml", "letters", "--quiet"])
    assert capsys.readouterr().err.count(question) == 1


def test_phases_that_are_over_are_questioned(plan, tmp_path, monkeypatch, capsys):
    plan.write_text(PLAN.replace('opens = "2027-05', 'closes = "2020-05'))
    monkeypatch.chdir(tmp_path)
    assert main(["suite", "new", "plan.toml"]) == 0
    assert "all phases are over, so nobody could submit" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pets"], "give the tasks by --task NAME=METRIC, or a plan"),
        (["pets", "--task", "cats"], "write it as NAME=METRIC"),
        (["none.toml"], "none.toml: the file cannot be read"),
        (["none.toml", "--task", "cats=Accuracy"], "a plan names its own tasks"),
    ],
)
def test_a_form_that_is_not_filled_in_is_told(tmp_path, monkeypatch, capsys, arguments, said):
    monkeypatch.chdir(tmp_path)
    assert main(["suite", "new", *arguments]) != 0
    assert said in capsys.readouterr().err


RESULT = """
[[published]]
task = "moods"
split = "test-A"
metric = "Accuracy"
system = "Oracle"
value = "100.00"
source = "Report 2026"
kind = "variant"
"""


def test_published_results_may_stand_in_the_plan(plan, tmp_path):
    plan.write_text(PLAN + RESULT)
    suite = make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    (row,) = read_suite(tmp_path / "letters" / "letters.toml").results
    assert (row.system, row.value, row.source, row.kind, row.rank) == ("Oracle", "100.00", "Report 2026", "variant", 0)
    assert suite.results == (row,)


def test_published_results_may_be_a_file_beside_the_plan(plan, tmp_path):
    (tmp_path / "results.tsv").write_text(
        "task\tsplit\tmetric\tsystem\tvalue\tsource\nmoods\ttest-A\tAccuracy\tOracle\t100.00\tReport\n"
    )
    plan.write_text(f'published = "results.tsv"\n{PLAN}')
    make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    assert [row.system for row in read_suite(tmp_path / "letters" / "letters.toml").results] == ["Oracle"]
    (tmp_path / "results.tsv").write_text("task\tsplit\tmetric\tsystem\tvalue\tsource\nmoods\ta\tb\tc\tten\tR\n")
    with pytest.raises(ProbierzError, match=r"results.tsv line 2: 'ten' is not a number"):
        make_suite(read_plan(plan), tmp_path / "again", place=tmp_path)
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"100.00"', "100.00", "published, number 1, key 'value': a text is wanted, found 100.0"),
        ('"100.00"', '"101"', "published, number 1: Accuracy of Oracle on test-A of moods is 101"),
        ('"moods"', '"mods"', "published, number 1: no task is called 'mods'; try moods"),
    ],
)
def test_a_published_result_of_a_plan_that_cannot_be_is_told_by_its_number(plan, tmp_path, old, new, said):
    plan.write_text(PLAN + RESULT.replace(old, new))
    with pytest.raises(ProbierzError, match=said):
        make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    assert not (tmp_path / "letters").exists()


def test_published_shares_are_questioned_where_the_challenge_shows_percent(plan, tmp_path, capsys):
    plan.write_text(PLAN + RESULT.replace("100.00", "0.815"))
    assert "letters/moods: the published values of Accuracy are none above 1, such as 0.815 of Oracle" in run(
        tmp_path, capsys
    )
    for right in (RESULT, RESULT.replace('"100.00"', '"0.815"\nunit = "percent"')):
        shutil.rmtree(tmp_path / "letters")
        plan.write_text(PLAN + right)
        assert "none above 1" not in run(tmp_path, capsys)


def test_one_share_beside_one_percent_is_questioned(plan, tmp_path, capsys):
    plan.write_text(
        PLAN + RESULT.replace("100.00", "61.00") + RESULT.replace("Oracle", "Pilot").replace("100.00", "0.6667")
    )
    assert "Accuracy of Pilot on test-A is 0.6667, far from all others, and 66.67 would stand among" in run(
        tmp_path, capsys
    )


@pytest.mark.parametrize(
    ("value", "is_questioned"),
    [("0.815", True), ("0.9", True), ("81.5", False), ("0.1", False), ("1.0", True)],  # 10 is not among them
)
def test_one_share_among_percents_is_questioned(plan, tmp_path, capsys, value, is_questioned):
    values = {"A": "92.1", "B": "70.0", "C": "85.5", "D": value}
    plan.write_text(
        PLAN + "".join(RESULT.replace("Oracle", name).replace("100.00", one) for name, one in values.items())
    )
    said = f"Accuracy of D on test-A is {value}, far from all others, and {float(value) * 100:g} would stand"
    assert (said in run(tmp_path, capsys)) == is_questioned


def test_no_published_value_of_our_suites_is_on_another_scale():
    assert [doubt for suite in suites() for task in suite.tasks for doubt in scale_doubts(task)] == []


@pytest.mark.parametrize("name", ["test", "testB", "hidden", "gold-A"])
def test_expected_results_in_a_folder_that_may_be_a_test_of_another_name_are_refused(plan, tmp_path, name):
    shutil.copytree(tmp_path / "data" / "test-A", tmp_path / "data" / name)
    with pytest.raises(ProbierzError, match=rf"data/{name}: nobody can tell whether this is a test .*; call it test-A"):
        make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    assert not (tmp_path / "letters").exists()


@pytest.mark.parametrize("name", ["train-1", "dev-1", "test-C"])
def test_further_splits_are_taken_by_their_names(plan, tmp_path, name):
    shutil.copytree(tmp_path / "data" / "test-A", tmp_path / "data" / name)
    make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    assert (tmp_path / "letters" / "moods" / name / "expected.tsv").exists()


def test_a_plan_and_published_results_with_line_ends_of_windows_are_read(plan, tmp_path):
    results = "task\tsplit\tmetric\tsystem\tvalue\tsource\nmoods\ttest-A\tAccuracy\tOracle\t100.0\tReport 2026\n"
    (tmp_path / "results.tsv").write_text(results, newline="\r\n")
    plan.write_text(f'published = "results.tsv"\n{PLAN}', newline="\r\n")
    (row,) = make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path).results
    assert (row.system, row.value, row.source, row.kind) == ("Oracle", "100.0", "Report 2026", "official")


def run(tmp_path, capsys):
    assert main(["suite", "new", str(tmp_path / "plan.toml"), "--to", str(tmp_path / "letters")]) == 0
    return capsys.readouterr().err


def test_what_is_left_out_of_the_data_is_said(plan, tmp_path, capsys):
    (tmp_path / "data" / "train" / "align.tsv").write_text("0-0\n0-0\n")
    (tmp_path / "data" / "config.txt").write_text("--metric WER\n")  # the plan says what it is to say
    err = run(tmp_path, capsys)
    assert "letters/moods: left out: train/align.tsv; a challenge has in.tsv and expected.tsv" in err
    assert not (tmp_path / "letters" / "moods" / "train" / "align.tsv").exists()


def test_what_publish_would_refuse_is_told_when_the_suite_is_made_and_checked(plan, tmp_path, monkeypatch, capsys):
    inputs = tmp_path / "data" / "test-A" / "in.tsv"
    inputs.write_bytes(inputs.read_bytes().replace(b"\n", b"\r\n"))
    marked = tmp_path / "data" / "train" / "in.tsv"
    marked.write_bytes(b"\xef\xbb\xbf" + marked.read_bytes())
    refused = (
        "test-A/in.tsv: a CR (carriage return, 0x0D) was found, the first of 3 such lines; end lines with LF alone"
    )
    err = run(tmp_path, capsys)
    assert refused in err
    assert "(suite publish refuses this)" in err
    assert "train/in.tsv: the byte order mark in front is left out" in err
    monkeypatch.chdir(tmp_path)
    assert main(["suite", "check", "letters/letters.toml", "letters", "--quiet"]) == 1
    out = capsys.readouterr().out
    assert refused in " ".join(out.split())
    assert "train/in.tsv: the byte order mark in front" in " ".join(out.split())


def test_labels_of_another_task_are_questioned(plan, tmp_path, capsys):
    for split, labels in {"train": ["good", "bad"], "test-A": ["cat", "dog", "dog"]}.items():
        text = "".join(f"{label}\n" for label in labels * 4)
        (tmp_path / "data" / split / "expected.tsv").write_text(text)
        (tmp_path / "data" / split / "in.tsv").write_text("".join(f"{split} {at}\n" for at in range(len(labels) * 4)))
    plan.write_text(PLAN.replace("constant:good", "constant:great"))
    err = run(tmp_path, capsys)
    assert "no other split has a label of test-A: 'cat', 'dog' here, 'bad', 'good' there; are these results" in err
    assert "baseline 'always good': 'great' never occurs in the expected results, which are 'bad', 'cat'" in err


def test_tasks_that_share_their_texts_say_so(plan, tmp_path):
    plan.write_text(PLAN.replace('title = "Toys"', 'title = "Toys"\nshares = ["moods"]'))
    make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    suite = read_suite(tmp_path / "letters" / "letters.toml")
    assert {task.name: task.shares for task in suite.tasks} == {"moods": ("toys",), "toys": ("moods",)}
    plan.write_text(PLAN.replace('title = "Toys"', 'title = "Toys"\nshares = ["mods"]'))
    with pytest.raises(ProbierzError, match=r"task 'toys': no other task is called 'mods'; try moods"):
        make_suite(read_plan(plan), tmp_path / "again", place=tmp_path)


OWN_LICENCE = """
citation = "@misc{moods, title = {Moods}}"

[tasks.licence]
name = "CC0 1.0"
spdx = "CC0-1.0"
notice = "Do what you like."
"""


def test_a_task_has_a_licence_and_a_citation_of_its_own_where_the_plan_says_so(plan, tmp_path):
    cited = PLAN.replace("has_average", 'citation = "@misc{letters, title = {Letters}}"\nhas_average', 1)
    plan.write_text(cited.replace('data = "data"\n', f'data = "data"\n{OWN_LICENCE}', 1))
    make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    suite = read_suite(tmp_path / "letters" / "letters.toml")
    assert [(one.licence.spdx, one.citation) for one in suite.tasks] == [
        ("CC0-1.0", "@misc{moods, title = {Moods}}"), ("CC-BY-4.0", "@misc{letters, title = {Letters}}"),
    ]  # fmt: skip
    assert suite.citation == "@misc{letters, title = {Letters}}"
    for task, licence, citation in [("moods", "CC0 1.0. Do what", "{moods,"), ("toys", "CC BY 4.0. Name", "{letters,")]:
        folder = tmp_path / "letters" / task
        readme = (folder / "README.md").read_text()
        assert licence in readme
        assert licence in (folder / "LICENCE.txt").read_text()
        assert citation in readme
        assert citation in (folder / "CITATION.bib").read_text()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "LICENCE.txt",
            "SPDX-License-Identifier: CC-BY-NC-SA-4.0\n",
            "says that the licence of the data is CC-BY-NC-SA-4.0",
        ),
        ("LICENSE", "Ask us first.\n", "does not name CC BY 4.0"),
        ("LICENCE.txt", "SPDX-License-Identifier: CC-BY-4.0\n", ""),
        ("LICENSE.md", "You may copy it\nunder CC BY 4.0.\n", ""),
    ],
)
def test_data_with_another_licence_are_taken_where_their_task_says_it(plan, tmp_path, name, text, said):
    (tmp_path / "data" / name).write_text(text)
    if said:
        with pytest.raises(
            ProbierzError, match=f"task 'moods': .*{name} .*{said}, and the plan gives its tasks CC BY 4.0"
        ):
            make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
        plan.write_text(PLAN.replace('data = "data"\n', f'data = "data"\n{OWN_LICENCE}', 1))
    make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    assert "SPDX-License-Identifier: CC" in (tmp_path / "letters" / "moods" / "LICENCE.txt").read_text()


def test_a_licence_beside_made_data_that_is_another_one_is_refused_by_check_and_publish(plan, tmp_path, capsys):
    make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    (tmp_path / "letters" / "moods" / "LICENCE.txt").write_text("SPDX-License-Identifier: CC-BY-NC-SA-4.0\n")
    file = str(tmp_path / "letters" / "letters.toml")
    capsys.readouterr()
    assert main(["suite", "check", file, str(tmp_path / "letters")]) == 1
    assert "the licence of the data is CC-BY-NC-SA-4.0, and the task declares CC BY 4.0" in capsys.readouterr().out
    main(["suite", "publish", file, "--server", "http://127.0.0.1:9", "--yes", "--token", "t"])
    assert "the licence of the data is CC-BY-NC-SA-4.0" in capsys.readouterr().err


def test_the_citation_beside_the_data_is_kept_before_that_of_the_suite(plan, tmp_path):
    plan.write_text(PLAN.replace("has_average", 'citation = "@misc{letters, title = {Letters}}"\nhas_average', 1))
    (tmp_path / "data" / "CITATION.bib").write_text("@misc{moods, title = {Moods}}\n")
    make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    cited = "@misc{moods, title = {Moods}}\n\n@misc{letters, title = {Letters}}\n"
    assert (tmp_path / "letters" / "moods" / "CITATION.bib").read_text() == cited


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('"CC0-1.0"', '"CC0 1.0"', "letters, task 'moods': 'CC0 1.0' is no SPDX identifier"),
        ('name = "CC0 1.0"\n', "", r"plan.toml, key 'tasks', number 1, key 'licence': the key 'name' is missing"),
    ],
)
def test_a_licence_of_a_task_is_checked_as_that_of_the_suite(plan, tmp_path, right, wrong, said):
    own = OWN_LICENCE.replace(right, wrong)
    plan.write_text(PLAN.replace('data = "data"\n', f'data = "data"\n{own}', 1))
    with pytest.raises(ProbierzError, match=said):
        make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    assert not (tmp_path / "letters").exists()


@pytest.mark.parametrize(
    ("given", "spdx"),
    [([], "CC-BY-4.0"), (["MIT"], "MIT"), (["My own", "--spdx", "LicenseRef-mine"], "LicenseRef-mine")],
)
def test_the_identifier_is_that_of_the_licence(tmp_path, monkeypatch, given, spdx):
    monkeypatch.chdir(tmp_path)
    assert main(["suite", "new", "toys", "--task", "a=WER", *(["--licence", *given] if given else [])]) == 0
    assert (tmp_path / "toys" / "a" / "LICENCE.txt").read_text().startswith(f"SPDX-License-Identifier: {spdx}\n")


def test_a_licence_that_has_no_identifier_wants_one(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["suite", "new", "toys", "--task", "a=WER", "--licence", "My own"]) != 0
    assert "--licence My own: give its identifier by --spdx" in capsys.readouterr().err
    assert not (tmp_path / "toys").exists()


@pytest.mark.parametrize(
    "metric",
    ["Accuracy", "F1", "MAP", "WER", "RMSE", "Pearson", "LogLoss", "Improvement@0.5", "SQuAD-F1", "Seqeval-F1", "CAR"],
)
def test_a_suite_of_toy_data_is_clean(metric, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["suite", "new", "toys", "--task", f"big-cats.2={metric}", "--task", f"dogs={metric}"]) == 0
    capsys.readouterr()
    assert main(["suite", "check", "toys/toys.toml", "toys", "--format", "tsv"]) == 0
    assert capsys.readouterr().out.count("\n") == 1  # the names of the columns, and no finding


@pytest.mark.parametrize("folder", ["toys", "toys/cats"])
def test_a_suite_of_one_task_is_checked_in_its_folder_or_in_that_of_the_task(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["suite", "new", "toys", "--task", "cats=Accuracy"]) == 0
    assert "next:  probierz suite check toys/toys.toml toys\n" in capsys.readouterr().out
    assert main(["suite", "check", "toys/toys.toml", folder]) == 0


HEADER = "task\tsplit\tmetric\tsystem\tvalue\tsource"


def publish_results(plan, header, *rows):
    """Let a plan have published results in a file beside it."""
    (plan.parent / "results.tsv").write_text("".join(f"{line}\n" for line in (header, *rows)))
    plan.write_text(f'published = "results.tsv"\n{PLAN}')


def test_a_recipe_that_nobody_knows_is_refused_with_its_line(plan, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    row = "moods\ttest-A\tAccuracy\tOracle\t100.00\tReport"
    publish_results(plan, f"{HEADER}\trecipe", f"{row}\tnosuch/system")
    assert main(["suite", "new", "plan.toml"]) == 1
    assert "results.tsv line 2: the recipe of Oracle: no system is called 'nosuch/system'" in capsys.readouterr().err
    plan.write_text(
        f'{PLAN}\n[[published]]\ntask = "moods"\nsplit = "test-A"\nmetric = "Accuracy"\nsystem = "Oracle"\n'
        'value = "100.00"\nsource = "Report"\nrecipe = "nosuch/system"\n'
    )
    assert main(["suite", "new", "plan.toml"]) == 1
    assert "published, number 1: the recipe of Oracle: no system is called" in capsys.readouterr().err
    assert not (tmp_path / "letters").exists()


def test_a_published_row_has_the_year_and_link_of_its_source(plan, tmp_path):
    row = "moods\ttest-A\tAccuracy\tOracle\t100.00\tReport"
    publish_results(plan, f"{HEADER}\tyear\tlink", f"{row}\t2026\thttps://example.org/report")
    suite = make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    (shown,) = suite_card(suite)["tasks"][0]["boards"][0]["rows"]
    assert (shown["source"], shown["year"], shown["link"]) == ("Report", 2026, "https://example.org/report")
    plan.write_text(
        f'{PLAN}\n[[published]]\ntask = "moods"\nsplit = "test-A"\nmetric = "Accuracy"\nsystem = "Oracle"\n'
        'value = "100.00"\nsource = "Report"\nyear = 2026\nlink = "https://example.org/report"\n'
    )
    suite = make_suite(read_plan(plan), tmp_path / "again", place=tmp_path)
    assert suite_card(suite)["tasks"][0]["boards"][0]["rows"] == (shown,)


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("year", "soon", "the year is 'soon'; write it as 2026"),
        ("link", "javascript:1", "begins with https:// is want"),
    ],
)
def test_a_year_or_link_that_is_none_is_told(plan, tmp_path, column, value, said):
    row = "moods\ttest-A\tAccuracy\tOracle\t100.00\tReport"
    publish_results(plan, f"{HEADER}\t{column}", f"{row}\t{value}")
    with pytest.raises(ProbierzError, match=f"results.tsv line 2: .*{said}"):
        make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)


def test_a_share_that_would_be_the_best_percent_is_questioned_too(plan, tmp_path, capsys):
    row = RESULT.replace("100.00", "53.33")
    plan.write_text(PLAN + row + RESULT.replace("Oracle", "Ours").replace("100.00", "0.80"))
    assert "Accuracy of Ours on test-A is 0.80, far from all others, and 80 would stand" in run(tmp_path, capsys)


@pytest.mark.parametrize("value", ["6.970", "0.697"])
def test_a_point_that_slipped_is_questioned_by_the_baseline(plan, tmp_path, monkeypatch, capsys, value):
    monkeypatch.chdir(tmp_path)  # always good has 66.67
    publish_results(plan, HEADER, f"moods\ttest-A\tAccuracy\tOurs\t{value}\tReport")
    assert main(["suite", "new", "plan.toml"]) == 0
    said = "69.70 would stand among them" if value == "6.970" else "write 69.7, or unit"
    assert said in capsys.readouterr().err
    if value == "6.970":
        assert main(["suite", "board", "letters/letters.toml/moods", "--score", "x=69.0"]) == 0
        publish_results(plan, HEADER, "moods\ttest-A\tAccuracy\tOurs\t69.70\tReport")
        assert main(["suite", "new", "plan.toml", "--to", "right"]) == 0
        assert "among them" not in capsys.readouterr().err
        assert main(["suite", "board", "right/letters.toml/moods", "--score", "x=6.91"]) == 0
        assert "did you mean 69.1?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "others", "better", "other"),
    [
        ("9.710", [86.0], "higher", "97.10"),
        ("971.0", [86.0], "higher", "97.10"),
        ("0.9710", [86.0, 91.2], "higher", "97.10"),
        ("55.1", [86.0], "higher", ""),
        ("1.40", [14.0], "lower", ""),  # an error may be a tenth of that of a baseline
        ("140.0", [14.0], "lower", "14.00"),
        ("0.96", [4.16, 9.6, 71.0], "higher", ""),  # others that are far apart
        ("9.7", [], "higher", ""),
    ],
)
def test_what_would_stand_among_others_with_its_point_elsewhere(value, others, better, other):
    assert on_another_scale(value, others, better) == other


def test_a_licence_whose_name_is_that_of_another_is_questioned(plan, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    plan.write_text(PLAN.replace('"CC-BY-4.0"', '"MIT"'))
    assert main(["suite", "new", "plan.toml"]) == 0
    assert (
        "letters/moods, letters/toys: the licence is called 'CC BY 4.0', and its SPDX identifier is 'MIT'"
        in capsys.readouterr().err
    )
    assert {licence_doubt(task.licence) for suite in suites() for task in suite.tasks} == {""}


@pytest.mark.parametrize(
    "citation", ["% as its authors ask\n@misc{kim, title = {Moods}}", "@misc(kim, title = {Moods})"]
)
def test_bibtex_may_have_words_before_an_entry_and_round_brackets(citation):
    check_citation(citation, "letters")


def test_a_citation_that_is_no_bibtex_is_refused(plan, tmp_path):
    plan.write_text(f'citation = "Kim, K. (2026). Moods."\n{PLAN}')
    with pytest.raises(ProbierzError, match=r"letters: the citation is no BibTeX; write an entry, such as @misc\{KEY"):
        make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    assert not (tmp_path / "letters").exists()


def test_a_baseline_is_counted_with_all_metrics_of_its_task(plan, tmp_path):
    plan.write_text(PLAN.replace('schemes = ["Accuracy"]', 'schemes = ["Accuracy", "Macro-F1"]'))
    make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    declaration = tmp_path / "letters" / "letters.toml"
    task = read_suite(declaration).tasks[0]
    (baseline,) = task.baselines
    assert (baseline.scores, baseline.other_scores) == ({"test-A": "66.67"}, {"Macro-F1": {"test-A": "40.00"}})
    (row,) = reference_rows(task, ["test-A Accuracy", "test-A Macro-F1"])
    assert row.printed == {"test-A Accuracy": "66.67", "test-A Macro-F1": "40.00"}
    assert "Accuracy: test-A 66.67; Macro-F1: test-A 40.00" in " ".join(task_as_text(task).split())
    declaration.write_text(declaration.read_text().replace('"Macro-F1" = {', '"Micro-F1" = {'))
    with pytest.raises(ProbierzError, match="'always good': moods has no metric 'Micro-F1'; try Macro-F1"):
        read_suite(declaration)


def test_a_baseline_whose_score_has_no_value_is_told_by_its_name_and_nothing_is_made(plan, tmp_path):
    numbers = PLAN.replace('"Accuracy"', '"Spearman"')
    plan.write_text(numbers.replace("constant:good", "constant:2"))
    for split, lines in {"train": "12", "test-A": "123"}.items():
        (tmp_path / "data" / split / "expected.tsv").write_text("".join(f"{line}\n" for line in lines))
    said = "letters/moods, baseline 'always good': Spearman of its answers for test-A has no value, as where all"
    with pytest.raises(ProbierzError, match=said):
        make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    assert not (tmp_path / "letters").exists()


@pytest.mark.parametrize("recipe", ["unchanged", "column:1"])
def test_the_input_unchanged_is_a_baseline_without_names_of_columns(plan, tmp_path, recipe):
    (tmp_path / "data" / "test-A" / "expected.tsv").write_text("text test-A 0\nno\ntext test-A 2\n")
    plan.write_text(PLAN.replace("constant:good", recipe))
    suite = make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    assert suite.tasks[0].baselines[0].scores == {"test-A": "66.67"}


def test_words_that_wait_to_be_replaced_are_named_until_somebody_writes_their_own(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    form = ["--task", "cats=Accuracy", "--task", "dogs=Accuracy", "--licence", "CC BY 4.0"]
    assert main(["suite", "new", "toys", *form]) == 0
    capsys.readouterr()
    assert main(["suite", "check", "toys/toys.toml", "toys"]) == 0
    err = capsys.readouterr().err
    assert "warning: toys/toys.toml: everybody would read what  suite new  put there to be replaced: " in err
    assert err.count('the description "Describe ') == 3
    assert 'the description "Describe cats here." of toys/cats; ' in err
    assert err.count('the notice "Say who may do what with the data." of the licence CC BY 4.0') == 1

    declaration = tmp_path / "toys" / "toys.toml"
    text = declaration.read_text()
    for word in ("toys", "cats", "dogs"):
        text = text.replace(f"Describe {word} here.", f"Little texts about {word}.")
    declaration.write_text(text.replace("Say who may do what with the data.", "Name the authors."))
    assert main(["suite", "check", "toys/toys.toml", "toys"]) == 0
    assert "to be replaced" not in capsys.readouterr().err


def test_a_suite_tells_of_the_average_that_it_may_have(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    form = ["--task", "cats=Accuracy", "--task", "dogs=Accuracy", "--licence", "CC BY 4.0"]
    assert main(["suite", "new", "toys", *form]) == 0
    declaration = tmp_path / "toys" / "toys.toml"
    text = declaration.read_text()
    assert text.count("# has_average = true\n") == 1
    assert not read_suite(declaration).has_average
    declaration.write_text(text.replace("# has_average", "has_average"))
    assert read_suite(declaration).has_average


def test_a_suite_that_has_an_average_is_not_told_of_it(plan, tmp_path):
    make_suite(read_plan(plan), tmp_path / "letters", place=tmp_path)
    assert (tmp_path / "letters" / "letters.toml").read_text().count("has_average") == 1


@pytest.mark.parametrize(
    ("recipe", "place", "said"),
    [
        ("copy", "{plan}, task 'moods', baseline '", "', recipe: 'copy' is not a recipe; write unchanged, column:NAME"),
        ("column:nosuch", "letters/moods, baseline '", "', recipe: "),
    ],
)
def test_the_refusal_of_a_recipe_names_its_place_and_the_input_unchanged(plan, tmp_path, capsys, recipe, place, said):
    plan.write_text(PLAN.replace("constant:good", recipe))
    assert main(["suite", "new", str(plan), "--to", str(tmp_path / "letters")]) == 1
    err = capsys.readouterr().err
    assert place.format(plan=plan) in err
    assert said in err
    assert not (tmp_path / "letters").exists()


@pytest.mark.parametrize(
    ("name", "content", "settings", "said"),
    [
        ("in-header.tsv", b"", "", "data/in-header.tsv: the header file names no columns"),
        ("in-header.tsv", b"a\xff\n", "", "data/in-header.tsv line 1: byte 0xFF is not UTF-8"),
        (
            "out-header.tsv",
            b"",
            " --out-header out-header.tsv",
            "data/out-header.tsv: the header file names no columns",
        ),
        ("other.tsv", b"", " --out-header out-header.tsv", "data/out-header.tsv: there is no such header file"),
    ],
)
def test_a_broken_header_file_is_told_where_somebody_wrote_it(capsys, plan, tmp_path, name, content, settings, said):
    plan.write_text(PLAN.replace("--show-as-percentage", f"--show-as-percentage{settings}", 1))
    (tmp_path / "data" / name).write_bytes(content)
    assert main(["suite", "new", str(plan), "--to", str(tmp_path / "made")]) == 1
    assert f"{tmp_path}/{said}" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()
    assert not list(tmp_path.glob(".made*"))
