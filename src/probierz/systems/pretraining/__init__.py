"""A language model from raw text: cleaning, pieces of words, masking, learning, and where it begins."""
