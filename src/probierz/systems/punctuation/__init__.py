"""Restoring punctuation marks."""
