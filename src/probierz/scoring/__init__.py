"""Pairs of lines in, numbers out. Knows no files and no directories."""
