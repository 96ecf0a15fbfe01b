"""Names of tags, wherever they are typed: in forms, requests, commit messages, `gonito.yaml` and READMEs."""

from __future__ import annotations

LONGEST_TAG = 64
_MOST_TAGS = 100


def split_tags(text: str) -> list[str]:
    """Take tags apart at commas: in small letters, without blanks around them, without empty ones, each once.

    Of one that is longer than a tag may be a letter too many is kept, so that it can be told. Only so many are read as
    anybody would type.

    >>> split_tags("Neural, two words ,,neural")
    ['neural', 'two words']
    """
    names = (name.strip().lower()[: LONGEST_TAG + 1] for name in text.split(","))
    return list(dict.fromkeys(filter(None, names)))[:_MOST_TAGS]
