"""Boards: which submission stands where."""
