"""What a platform is told of a suite: the shape of `probierz.suites.publishing.suite_card`."""

from __future__ import annotations

from typing import Literal

from ninja import Schema
from pydantic import AwareDatetime, Field, field_validator

from probierz.suites.averaging import TaskScale, why_no_average
from probierz.suites.boards import BoardRow, PublishedBoard
from probierz.suites.published_results import PRINTED_NUMBER
from probierz.suites.suite import DeclaredPhase
from probierz.web.http.api_shapes import Text
from probierz.web.intake.links import is_web_address

PERCENT = 100


def _link(address: str) -> str:
    if address and not is_web_address(address):
        raise ValueError("a link must begin with https:// or http://")
    return address


class _Linked(Schema):
    link: Text = Field("", max_length=1000)

    _checked = field_validator("link")(_link)


class AverageIn(_Linked):
    """The published average of a system over all tasks."""

    system: Text = Field(max_length=300)
    value: Text = Field(pattern=rf"^{PRINTED_NUMBER}$")
    source: Text = Field("", max_length=500)
    year: int = Field(0, ge=0, le=9999)


class BoardRowIn(_Linked):
    """A published result. rank: 0 for a baseline beside ranked submissions."""

    rank: int = Field(0, ge=0)
    system: Text = Field(max_length=300)
    value: Text = Field(pattern=rf"^{PRINTED_NUMBER}$")
    source: Text = Field("", max_length=500)
    is_own: Literal[False] = False
    recipe: Text = Field("", max_length=200)
    kind: Text = Field("", max_length=20)
    team: Text = Field("", max_length=200)
    year: int = Field(0, ge=0, le=9999)
    code: Text = Field("", max_length=1000)
    variants: int = Field(0, ge=0)
    conflict: Text = Field("", max_length=2000)

    _checked_code = field_validator("code")(_link)


class BoardIn(Schema):
    """What was published of a task on one split. folded: what stands behind rows of the same team."""

    task: Text = Field(max_length=200)
    split: Text = Field(max_length=64)
    metric: Text = Field(max_length=200)
    better: Literal["higher", "lower"]
    rows: list[BoardRowIn] = Field(max_length=500)
    has_all: bool = False
    folded: list[BoardRowIn] = Field([], max_length=500)

    def board(self) -> PublishedBoard:
        """Return it as an object that knows ranks and places."""
        rows, folded = (tuple(BoardRow(**row.model_dump()) for row in some) for some in (self.rows, self.folded))
        return PublishedBoard(self.task, self.split, self.metric, self.better, rows, self.has_all, folded)


class SuiteTaskIn(Schema):
    """A task: its main metric on the split that decides, and what was published, the deciding split first.

    highest: the highest value as it is shown, such as 100 for percentages; None where there is none, or it is not said.
    is_percentage: whether scores are shown times 100.
    """

    name: Text = Field(min_length=1, max_length=64)
    title: Text = Field(max_length=300)
    title_pl: Text = Field("", max_length=300)
    metric: Text = Field(max_length=200)
    split: Text = Field(max_length=64)
    better: Literal["higher", "lower"] = "higher"
    highest: float | None = None
    is_percentage: bool = False
    licence: Text = Field("", max_length=200)
    licence_link: Text = Field("", max_length=1000)
    citation: Text = Field("", max_length=20_000)
    boards: list[BoardIn] = Field([], max_length=50)

    _checked = field_validator("licence_link")(_link)

    def titled(self, language: str) -> str:
        """Return its title in a language, in English where there is none."""
        return (self.title_pl if language == "pl" else "") or self.title

    @property
    def scale(self) -> TaskScale:
        """On what scale its scores are."""
        return TaskScale(self.name, self.metric, self.better, self.highest, self.is_percentage)

    @property
    def unit(self) -> str:
        """What its scores are in: percent, or nothing that has a sign."""
        return "%" if self.is_percentage or self.highest == PERCENT else ""

    @property
    def best(self) -> BoardRowIn | None:
        """What was published as the best where it counts; None where nothing is."""
        return next((row for row in self.boards[0].rows if row.rank == 1), None) if self.boards else None

    @property
    def is_published(self) -> bool:
        """Whether anything is published where it counts."""
        return bool(self.boards) and bool(self.boards[0].rows)

    @property
    def is_decided(self) -> bool:
        """Whether official submissions are published where it counts: a competition is over."""
        return bool(self.boards) and any(row.kind == "official" for row in self.boards[0].rows)


class SuitePhaseIn(Schema):
    """A phase of every task. opens, closes, disclosed_from: with the time zone.

    disclosed_from: when everybody sees all scores; None says nothing of it, so that what a challenge has stays.
    decides: see `DeclaredPhase`; where no phase says so the last one does, and what a challenge has stays.
    """

    name: Text = Field(min_length=1, max_length=80)
    opens: AwareDatetime | None = None
    closes: AwareDatetime | None = None
    disclosure: Literal["full", "rounded", "hidden"] = "full"
    disclosed_from: AwareDatetime | None = None
    decides: bool = False

    @property
    def declared(self) -> DeclaredPhase:
        """Return it as a suite declares it."""
        moments = (self.opens, self.closes, self.disclosed_from)
        opens, closes, disclosed_from = (moment.isoformat() if moment else "" for moment in moments)
        return DeclaredPhase(self.name, opens, closes, self.disclosure, disclosed_from, self.decides)

    def is_kept_by(self, stored: SuitePhaseIn, *, tells_deciding: bool) -> bool:
        """Whether a phase as a challenge has it is this one; of what is not said here anything may be there.

        tells_deciding: whether it is said which phase decides.
        """
        unsaid: dict[str, object] = {} if self.disclosed_from else {"disclosed_from": None}
        unsaid |= {} if tells_deciding else {"decides": self.decides}
        return self == stored.model_copy(update=unsaid)


class SuiteIn(Schema):
    """A suite as a whole. archive: the form in which predictions for all tasks may come at once.

    is_shown: whether everybody finds it; otherwise only who owns it, and who organises a challenge of it.
    """

    title: Text = Field(min_length=1, max_length=300)
    title_pl: Text = Field("", max_length=300)
    description: Text = Field("", max_length=5000)
    description_pl: Text = Field("", max_length=5000)
    homepage: Text = Field("", max_length=1000)
    citation: Text = Field("", max_length=20_000)
    has_average: bool = False
    is_shown: bool = True
    archive: Literal["", "klej"] = ""
    rules: list[Text] = Field([], max_length=100)
    phases: list[SuitePhaseIn] = Field([], max_length=20)
    tasks: list[SuiteTaskIn] = Field(min_length=1, max_length=100)
    averages: list[AverageIn] = Field([], max_length=500)

    _checked = field_validator("homepage")(_link)

    def titled(self, language: str) -> tuple[str, str]:
        """Return title and description in a language, in English where there are none."""
        if language == "pl":
            return self.title_pl or self.title, self.description_pl or self.description
        return self.title, self.description

    @property
    def has_mean(self) -> bool:
        """Whether a mean over the tasks is wanted, and they have one direction and one scale.

        Cards of an earlier version do not say how high a score can be; of these only the direction is known.
        """
        if not self.has_average:
            return False
        if all(task.highest is None and task.better == "higher" for task in self.tasks):
            return True
        return not why_no_average([task.scale for task in self.tasks])

    @property
    def mean_is_higher(self) -> bool:
        """Whether a higher mean over the tasks is better, as all of them have one direction."""
        return self.tasks[0].better == "higher"

    @property
    def mean_unit(self) -> str:
        """What the mean is in, where all tasks are in that."""
        units = {task.unit for task in self.tasks}
        return units.pop() if len(units) == 1 else ""

    @property
    def tells_deciding(self) -> bool:
        """Whether it says which of its phases decides."""
        return any(one.decides for one in self.phases)

    def task(self, name: str) -> SuiteTaskIn | None:
        """Return the task of that name; None where there is none."""
        return next((one for one in self.tasks if one.name == name), None)


class SuiteToStore(SuiteIn):
    """A suite as it is sent. replaces: whether it may take the place of one with tasks that are not among its own.

    reopens: whether a phase may be open again that was over, and whose scores everybody knows.
    ends_early: whether a phase may end in the past, or before something that was handed in.
    """

    replaces: bool = False
    reopens: bool = False
    ends_early: bool = False
