"""Searching for settings of systems, and keeping track of trainings; loaded by `--search` and `--track` alone."""
