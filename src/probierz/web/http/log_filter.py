"""What the server writes into its log, without tokens: clients of Gonito have theirs in addresses."""

from __future__ import annotations

import logging
import re

from probierz.web.token_shape import PREFIX, TOKEN

_TOKEN = re.compile(TOKEN)
_PLACE = re.compile(r"(/trigger-(?:remotely-simple|by-webhook)/)[^/\s]+")


class WithoutTokens(logging.Filter):
    """Takes personal tokens out of messages, and whatever stands where a token belongs in an address."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, with `***` for tokens."""
        text = record.getMessage()
        quiet = _PLACE.sub(r"\1***", _TOKEN.sub(f"{PREFIX}***", text))
        if quiet != text:
            record.msg, record.args = quiet, ()
        return True
