"""Challenges: where they come from, their versions, phases, tests and organisers."""
