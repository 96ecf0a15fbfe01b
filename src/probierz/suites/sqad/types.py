"""The types of questions and answers in SQAD 3.0, and which go together."""

from __future__ import annotations

YES_NO = "YES_NO"
"""What the statistics of the paper call `YES/NO`."""

QUESTION_TYPES = {
    "ABBREVIATION": "what letters stand for, or how something is abbreviated",
    "ADJ_PHRASE": "a property, or one of a group, by an adjective",
    "CLAUSE": "a free clause: why, how",
    "DATETIME": "when",
    "ENTITY": "a thing: what",
    "LOCATION": "where",
    "NUMERIC": "how many",
    "PERSON": "who",
    "VERB_PHRASE": "whether something happened, or what somebody does",
    "OTHER": "none of these",
}

ANSWER_TYPES = {
    "ABBREVIATION": "an abbreviation, or what it stands for",
    "DATETIME": "a date, a year, a time",
    "DENOTATION": "the name of a field or an approach",
    "ENTITY": "a thing",
    "LOCATION": "a place",
    "NUMERIC": "a number",
    "ORGANIZATION": "a company, a band, an office",
    "OTHER": "none of these",
    "PERSON": "a person",
    "YES_NO": "ano or ne",
}

_PLAUSIBLE = {
    "ADJ_PHRASE": {"OTHER", "ENTITY", "DENOTATION"},
    "CLAUSE": {"OTHER", "ENTITY", "DENOTATION"},
    "ENTITY": {"ENTITY", "ORGANIZATION", "DENOTATION", "OTHER"},
    "VERB_PHRASE": {YES_NO},
}


def canonical_type(written: str) -> str:
    """Return a type as it is compared: upper case, `YES/NO` as `YES_NO`, without space around."""
    return written.strip().upper().replace("YES/NO", YES_NO)


def plausible_answers(question_type: str) -> set[str]:
    """Return the answer types that go with a question type; the one of the same name where nothing else is said."""
    return _PLAUSIBLE.get(question_type, {question_type})
