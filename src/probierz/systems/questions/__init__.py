"""Questions: passages are found in an index, and read for an answer, a folder for each step.

docs/architecture.md tells in which order they use each other.
"""
