"""Benchmarks: every one compares against a peer or a limit in the same run and prints the ratio."""
