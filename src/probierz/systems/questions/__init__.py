"""Questions: passages are found in an index, and read for an answer."""
