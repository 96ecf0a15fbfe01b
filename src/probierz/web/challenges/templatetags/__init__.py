"""Filters of the pages of suites."""
