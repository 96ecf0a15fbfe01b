"""The pages of READMEs: made when a version is published; for versions of earlier releases, when somebody asks."""

from __future__ import annotations

from probierz.web.challenges.models import Version
from probierz.web.challenges.readme import as_written, render
from probierz.web.jobs.services import enqueue

RENDER = "render-readme"


def readme_page(version: Version) -> str:
    """Return the HTML of a version's README; where it has none yet, as it is written, while a job makes it."""
    if version.readme_html is not None:
        return version.readme_html
    enqueue(RENDER, {"version": version.pk}, key=f"{RENDER}:{version.pk}", limited=False)
    return as_written(version.readme)


def render_readme(version: Version) -> None:
    """Make the page; what takes too long stays as it is written, for good."""
    html = render(version.readme, version.challenge.slug).html
    Version.objects.filter(pk=version.pk).update(readme_html=html)
