"""What was handed in is given back as an archive: all of it to organisers, to others their own."""

import io
import zipfile

import pytest
from django.test import Client
from submission_examples import write_challenge

from probierz.web.accounts.models import AuditEntry
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.submissions.services import Handing, submit_files

pytestmark = pytest.mark.django_db(transaction=True)


def archive_at(address, person=None):
    """The status and, by name, the texts of an archive."""
    client = Client()
    if person is not None:
        client.force_login(person)
    answer = client.get(address)
    if answer.status_code != 200:
        return answer.status_code, {}
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as packed:
        return 200, {one.filename: packed.read(one).decode() for one in packed.infolist()}


def test_outputs_are_given_back_to_whoever_may_have_them(people, tmp_path, uploaded, work):
    people["ola"].is_anonymous_entry = True
    people["ola"].save()
    made = create_unasked("labels", people["organiser"])
    publish_version(made, write_challenge(tmp_path / "labels"))
    Challenge.objects.update(is_published=True)
    made.refresh_from_db()
    numbers = {}
    for by, text in (("ala", "1\n2\n3\n4\n"), ("ola", "1\n2\n3\n5\n")):
        submit_files(made, [uploaded(text)], Handing(people[by], description="one\ttwo"))
        work()
        numbers[by] = people[by].submissions.get().pk
    submit_files(made, [uploaded("1\n2\n")], Handing(people["organiser"]))
    work()
    code, files = archive_at("/challenges/labels/outputs.zip", people["organiser"])
    assert [text for name, text in files.items() if "organis" in name.lower()] == ["1\n2\n"], "what failed is there"
    assert AuditEntry.objects.get(action="challenge.download").actor == people["organiser"]
    ala, ola = (f"{numbers[by]}-{people[by].own_name}/test-A/out.tsv" for by in ("ala", "ola"))
    assert (code, files.get(ala), files.get(ola)) == (200, "1\n2\n3\n4\n", "1\n2\n3\n5\n")
    head, first = (line.split("\t") for line in files["submissions.tsv"].splitlines()[:2])
    told = dict(zip(head, first, strict=True))
    assert (told["submission"], told["description"]) == (str(numbers["ala"]), "one two")
    assert (told["test-A RMSE"], told["test-A MAE"]) == ("0.000", "0.000")
    other = dict(zip(head, files["submissions.tsv"].splitlines()[2].split("\t"), strict=True))
    assert (other["test-A RMSE"], other["test-A MAE"]) == ("0.500", "0.250")
    code, files = archive_at("/challenges/labels/my-outputs.zip", people["ala"])
    assert (code, set(files)) == (200, {"submissions.tsv", ala})
    one = f"/submissions/{numbers['ola']}/outputs.zip"
    assert set(archive_at(one, people["ola"])[1]) == {"submissions.tsv", ola}
    refused = {
        "/challenges/labels/outputs.zip": [(None, 302), ("ala", 404), ("stranger", 404)],
        "/challenges/labels/my-outputs.zip": [(None, 302), ("stranger", 404)],
        one: [(None, 404), ("ala", 404), ("stranger", 404)],
    }
    for address, roles in refused.items():
        for role, status in roles:
            assert archive_at(address, people.get(role))[0] == status, (address, role)
    client = Client()
    client.force_login(people["organiser"])
    for page in ("submissions", "organise"):
        assert "/challenges/labels/outputs.zip" in client.get(f"/challenges/labels/{page}").content.decode()
    client.force_login(people["ala"])
    assert "/challenges/labels/my-outputs.zip" in client.get("/challenges/labels/submissions/mine").content.decode()
    assert "/outputs.zip" in client.get(f"/submissions/{numbers['ala']}").content.decode()
    assert "/outputs.zip" not in client.get(f"/submissions/{numbers['ola']}").content.decode()
