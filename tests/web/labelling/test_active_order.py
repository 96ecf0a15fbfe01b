"""Uncertain items first: by whose outputs, and by whose not."""

import pytest
from labelling_examples import EXPECTED

from probierz.errors import Refused
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import Handing, submit_files

pytestmark = pytest.mark.django_db(transaction=True)

ALWAYS = ["yes"] * len(EXPECTED)


def margin(number):
    """A share of yes that is nearer to a half the further behind the line is."""
    return f"yes:{0.9 - number / 200:.3f} no:{0.1 + number / 200:.3f}"


def written(tmp_path, lines, name="output.tsv"):
    path = tmp_path / name
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


@pytest.fixture
def hand_in(quiz, people, uploaded, work):
    def act(by, lines, *, split="dev-0", is_open):
        handing = Handing(people[by], description=f"of {by}")
        made = submit_files(quiz, [uploaded("".join(f"{line}\n" for line in lines), test=split)], handing).submission
        work()
        Submission.objects.filter(pk=made.pk).update(is_open=is_open)

    return act


def flipped(*lines):
    """What says no on these lines, from 1."""
    return ["no" if number in lines else "yes" for number in range(1, len(EXPECTED) + 1)]


def test_items_of_which_an_output_is_least_sure_come_first_and_the_sample_stays(begin, tmp_path):
    usual = begin(size=20)("ala").round.lines
    output = written(tmp_path, map(margin, range(len(EXPECTED))))
    found = begin(size=20, output=output)("ala").round
    assert found.lines == sorted(usual, reverse=True) != usual
    assert found.order == 1


def test_items_on_which_open_outputs_differ_come_first(begin, hand_in):
    hand_in("ala", flipped(3, 5), is_open=True)
    hand_in("ola", flipped(5), is_open=True)
    hand_in("stranger", flipped(), is_open=True)
    found = begin(size=80, split="dev-0", unsure_first=True)("ala").round
    assert set(found.lines[:2]) == {3, 5}
    assert found.order == 3


def test_outputs_that_are_not_open_say_nothing_but_those_of_who_makes_the_round(begin, hand_in):
    hand_in("stranger", flipped(), is_open=True)
    hand_in("ala", flipped(3), is_open=False)
    with pytest.raises(Refused, match="as sure of one item as of any other"):
        begin(split="dev-0", unsure_first=True, by="organiser")
    assert begin(size=80, split="dev-0", unsure_first=True, by="ala", who=())("ala").round.lines[0] == 3


def test_what_people_labelled_or_hid_is_no_output_of_a_system(begin, hand_in):
    hand_in("stranger", flipped(), is_open=True)
    hand_in("ala", flipped(3), is_open=True)
    Submission.objects.filter(submitter__username="ala").update(is_human=True)
    with pytest.raises(Refused, match="as sure of one item"):
        begin(split="dev-0", unsure_first=True)


def test_of_a_hidden_test_no_outputs_of_others_say_what_comes_first(begin, hand_in):
    hand_in("ala", flipped(3), split="test-A", is_open=True)
    hand_in("stranger", flipped(), split="test-A", is_open=True)
    with pytest.raises(Refused, match="where other people's outputs differ"):
        begin(unsure_first=True)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (ALWAYS, "as sure of one item as of any other"),
        (ALWAYS[:-1], "has 79 lines, and the test has 80"),
        (["0.5"] * 80, "as sure of one item as of any other"),
    ],
)
def test_an_output_that_says_no_order_is_refused_and_no_round_is_made(begin, tmp_path, quiz, lines, said):
    with pytest.raises(Refused, match=said):
        begin(output=written(tmp_path, lines))
    assert not quiz.labelling_rounds.exists()


def test_without_any_output_it_is_said_what_to_do(begin):
    with pytest.raises(Refused, match="no output of this test that is open or yours; upload one"):
        begin(split="dev-0", unsure_first=True)


def test_bytes_that_are_no_text_are_told_without_a_path_of_the_server(begin, tmp_path):
    path = tmp_path / "output.tsv"
    path.write_bytes(b"\xff\xfe\n" * 80)
    with pytest.raises(Refused, match="the output") as caught:
        begin(output=path)
    assert str(tmp_path) not in caught.value.message


def test_only_who_runs_a_round_reads_by_what_it_is_ordered(begin, people, client, tmp_path):
    seat = begin(size=20, output=written(tmp_path, map(margin, range(len(EXPECTED)))))
    for name, sees in (("organiser", True), ("ala", False)):
        client.force_login(people[name])
        page = client.get(f"/labellings/{seat(name).round.pk}").content.decode()
        assert ("uncertain items first" in page) is sees
