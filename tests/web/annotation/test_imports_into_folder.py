"""What one person imports through the page lies in their folder at once, and is there after a restart."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "suites" / "sqad"))
from sqad_made import make_record, make_records

from probierz.suites.sqad.records import read_records
from probierz.web.accounts.models import User
from probierz.web.annotation import services
from probierz.web.annotation.models import AnnotatedRecord

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def me(client):
    person = User.objects.create(username="me", is_staff=True)
    client.force_login(person)
    return person


def imported(client, records, **choices):
    """What the page says after the folder was packed and imported."""
    packed = shutil.make_archive(str(records), "zip", records.parent, records.name)
    with open(packed, "rb") as archive:
        sent = {"archive": archive, **choices}
        return client.post("/annotations/sqad/import", sent, follow=True).content.decode()


def files_in(folder):
    return {one.name: one.files for one in read_records(folder)}


def test_imported_records_lie_in_the_folder_at_once_and_are_there_after_a_restart(tmp_path, client, me):
    folder, others = tmp_path / "mine", make_records(tmp_path / "others", 3)
    folder.mkdir()
    services.open_folder(folder, me)
    assert "3 records are new" in imported(client, others)
    assert files_in(folder) == files_in(others)
    assert services.open_folder(folder, me)[1][:3] == (0, 0, 3)
    assert set(AnnotatedRecord.objects.values_list("state", flat=True)) == {"done"}


def test_an_imported_state_of_ones_own_record_is_the_state_of_its_files(tmp_path, client, me):
    folder = tmp_path / "mine"
    make_record(folder, "000001")
    make_record(tmp_path / "others", "000001", url="https://cs.wikipedia.org/wiki/Alpy\n", answer=None, question=None)
    services.open_folder(folder, me)
    assert "1 changed" in imported(client, tmp_path / "others", clash="replace")
    assert files_in(folder) == files_in(tmp_path / "others")
    assert services.open_folder(folder, me)[1][:3] == (0, 0, 1)
    row = AnnotatedRecord.objects.get()
    assert (row.url, row.revision) == ("https://cs.wikipedia.org/wiki/Alpy", 2)


def test_a_record_that_was_withdrawn_lies_there_again_when_it_is_imported_again(tmp_path, client, me):
    folder, others = tmp_path / "mine", make_records(tmp_path / "others", 2)
    folder.mkdir()
    services.open_folder(folder, me)
    imported(client, others)
    client.post("/annotations/sqad/records/000002/withdraw", {"withdrawn": "1"})
    assert set(files_in(folder)) == {"000001"}
    assert "2 were here already" in imported(client, others)
    assert files_in(folder) == files_in(others)


def test_records_that_lie_in_data_stay_there_and_new_ones_join_them(tmp_path, client, me):
    folder = tmp_path / "sqad"
    make_record(folder / "data", "000001")
    make_record(tmp_path / "others", "000001", question="<s>\nKdy\tkdy\tk6\n</s>\n")
    services.open_folder(folder, me)
    assert "000001 → 000002" in imported(client, tmp_path / "others")
    assert sorted(one.name for one in (folder / "data").iterdir()) == ["000001", "000002"]
    assert not (folder / "000002").exists()
    client.post("/annotations/sqad/records/000002/withdraw")
    assert (folder / ".probierz" / "withdrawn" / "000002").is_dir()
    assert f"Records lie in <code>{folder / 'data'}</code>" in client.get("/annotations/sqad").content.decode()
    services.open_folder(folder, me)
    assert set(AnnotatedRecord.objects.values_list("name", "state")) == {("000001", "done"), ("000002", "withdrawn")}


def test_records_of_ones_own_folder_count_and_a_reached_number_is_no_bound(tmp_path, client, me):
    folder = make_records(tmp_path / "mine", 40)  # eight each of five types; of NUMERIC four are planned
    services.open_folder(folder, me)
    page = client.get("/annotations/sqad").content.decode()
    row = page.split('<th scope="row">NUMERIC</th>')[1].split("</tr>")[0]
    assert "0 of 4" in row
    assert "disabled" not in page
    assert client.post("/annotations/sqad/drafts", {"type": "NUMERIC"}).url.startswith("/annotations/sqad/drafts/")
