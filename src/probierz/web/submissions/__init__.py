"""Submissions: outputs that people handed in, and what the engine said of them."""
