"""What several systems are put together from: alignments, pieces of texts, edits, lists of words, pairs of words."""
