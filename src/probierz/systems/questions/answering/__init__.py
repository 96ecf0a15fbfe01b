"""Answering: passages are found, read and doubted; said is an answer, where it stands, and how sure it is."""
