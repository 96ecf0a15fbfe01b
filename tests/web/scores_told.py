"""What the platform has scored, as it is stored, shown and told, to be compared with what `probierz eval` prints."""

import pytest
from django.test import Client

from probierz.web.accounts.services import make_token


def stored(submission):
    return {score.test.name: score.evaluation.value for score in submission.scores.select_related("test", "evaluation")}


def as_shown(submission, values):
    """The values in the unit in which the platform prints them: percent, where the challenge says so."""
    scales = {score.test.name: 100 if score.test.unit == "percent" else 1 for score in submission.scores.all()}
    return pytest.approx({name: value * scales[name] for name, value in values.items()}, rel=1e-14)


def told(submission):
    """What the API tells the submitter."""
    token = make_token(submission.submitter, name="reading", scopes=["read"])
    answer = Client().get(f"/api/v1/submissions/{submission.pk}", headers={"Authorization": f"Bearer {token}"})
    (variant,) = answer.json()["variants"]
    return {score["metric"]: score["value"] for score in variant["scores"]}
