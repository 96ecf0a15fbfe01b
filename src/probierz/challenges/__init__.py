"""The directory of a challenge: opening, scoring, checking, creating."""
