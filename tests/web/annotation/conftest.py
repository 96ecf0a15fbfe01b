"""People who write records, a project of theirs, and an article."""

import pytest
from annotation_examples import PASSWORD, TEXT, TYPED

from probierz.web.accounts.models import User
from probierz.web.annotation import services
from probierz.web.annotation.queries import Seat

pytest.importorskip("simplemma")


@pytest.fixture(autouse=True)
def home(settings, tmp_path):
    settings.HOME = tmp_path / "home"


@pytest.fixture
def people(db):
    found = {}
    for name in ("ola", "ala", "bartek", "celina"):
        found[name] = User.objects.create(username=name, name=name.title(), is_staff=False)
        found[name].set_password(PASSWORD)
        found[name].save()
    return found


@pytest.fixture
def project(people, settings):
    """Ola coordinates, Ala and Bartek write, Celina reviews."""
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_NEW_CHALLENGES": "everybody"}
    made = services.create_project("questions", "Questions", by=people["ola"])
    seat = Seat(made, people["ola"], made.members.get())
    for name, role in (("ala", "annotator"), ("bartek", "annotator"), ("celina", "reviewer")):
        services.add_member(seat, name, role)
    return made


@pytest.fixture
def seat(project, people):
    """The place of somebody in the project."""

    def of(name):
        return Seat(project, people[name], project.members.filter(user=people[name]).first())

    return of


@pytest.fixture
def write(seat):
    """Write a record as somebody would, without a page."""

    def act(name="ala", *, text=TEXT, **texts):
        where = seat(name)
        draft = services.begin(where, texts.get("question_type", "DATETIME"))
        draft = services.save_draft(where, draft, draft.revision, {**TYPED, **texts}, text)
        return services.finish(where, draft, base=0)

    return act
