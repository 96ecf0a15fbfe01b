"""What several systems are put together from: alignments, edits, windows, pieces of texts, lists and pairs of words."""
