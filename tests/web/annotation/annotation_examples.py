"""An article, and a record about it as somebody types it; pictures of pages."""

import os
from pathlib import Path

PASSWORD = "correct horse battery"
TEXT = (
    "Karibská krize byla mezinárodní politická krize. Vypukla v roce 1962 v důsledku rozmístění sovětských raket na "
    "Kubě. Na umístění raket odpověděl prezident John Kennedy blokádou.\n\nKrize trvala 13 dní. Kuba leží v Karibském "
    "moři."
)
URL = "https://cs.wikipedia.org/wiki/Karibská_krize"
TYPED = {
    "url": URL,
    "question": "Ve kterém roce vypukla Karibská krize?",
    "extraction": "1962",
    "selection": "Vypukla v roce 1962 v důsledku rozmístění sovětských raket na Kubě.",
    "answer": "1962",
    "question_type": "DATETIME",
    "answer_type": "DATETIME",
}


def seat_of(draft):
    """The place of whoever types a draft."""
    from probierz.web.annotation.queries import Seat

    return Seat(draft.project, draft.user, draft.project.members.filter(user=draft.user).first())


def keep_picture(page, name):
    """Keep a picture of a page in the folder that LOOKS names, to be looked at."""
    if os.environ.get("LOOKS"):
        page.screenshot(path=str(Path(os.environ["LOOKS"]) / f"{name}.png"), full_page=True)
