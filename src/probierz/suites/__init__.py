"""Suites: benchmarks as declared data, built into ordinary challenge directories and checked, with their boards."""
