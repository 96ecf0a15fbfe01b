"""Texts that people type: nothing that nobody sees, which breaks feeds, logs and letters, or makes two names look one.

Nor a personal token, which others would read.

What cannot be seen, `probierz.text.first_unseen` says.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from probierz.text import first_unseen, without_unseen
from probierz.web.token_shape import has_token

JOINER = "\N{WORD JOINER}"
"""What stands in names of letters and chats, so that no program makes a link of them."""
TOKEN_IN_TEXT = gettext_noop(
    "A personal token stands in the text. Take it out, and revoke that token on the page of your account: whoever saw "
    "it may act as you."
)
"""What is said wherever a personal token is found."""
_OF_LINES = "\t\n\r"
_BRAILLE_BLANK = "\u2800"


def has_unseen(text: str, *, may_have_lines: bool = False) -> bool:
    """Whether a text holds a character that cannot be seen; ends of lines and TAB may be allowed."""
    return first_unseen(text, kept=_OF_LINES * may_have_lines) is not None


def without_unseen_in_lines(text: str) -> str:
    """Return a text of several lines without characters that cannot be seen."""
    return without_unseen(text, kept=_OF_LINES)


def on_one_line(text: str, *, kept: str = "") -> str:
    """Return a text without what cannot be seen and with single blanks: for titles that files bring along.

    kept: what stays though nobody sees it, as it was put in to take links apart.
    """
    blank = "".join(" " if unicodedata.category(sign) in {"Cc", "Zl", "Zp"} else sign for sign in text)
    return " ".join(without_unseen(blank, kept=kept).split())


def shows_nothing(text: str) -> bool:
    """Whether a text has no letter, digit or other sign that is drawn."""
    return not any(unicodedata.category(sign)[0] in "LNPS" and sign != _BRAILLE_BLANK for sign in text)


class PlainField(forms.CharField):
    """A text field; one line, unless it is drawn as several."""

    default_error_messages = {  # noqa: RUF012 - as in Django's own fields
        "unseen": _(
            "The text holds a character that cannot be seen (%(code)s) behind “%(before)s”. Remove it, or type the "
            "text anew."
        ),
        "token": _(TOKEN_IN_TEXT),
        "blank": _("Nothing of the text can be seen. Type letters."),
    }

    def validate(self, value: Any) -> None:
        """Refuse what cannot be seen, and a text of nothing else."""
        super().validate(value)
        text = value or ""
        place = first_unseen(text, kept=_OF_LINES * isinstance(self.widget, forms.Textarea))
        if place is not None:
            about = {"code": f"U+{ord(text[place]):04X}", "before": text[max(0, place - 20) : place]}
            raise ValidationError(self.error_messages["unseen"], code="unseen", params=about)
        if has_token(text):
            raise ValidationError(self.error_messages["token"], code="token")
        if text and shows_nothing(text):
            raise ValidationError(self.error_messages["blank"], code="blank")


class DataField(forms.CharField):
    """A text field whose text becomes data, so that it is kept as it is typed; the rules of those data judge it."""
