"""Parts that several systems share: edits of tokens, windows over long texts, batches of lines."""
