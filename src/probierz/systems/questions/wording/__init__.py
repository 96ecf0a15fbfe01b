"""Words as they are compared: without endings and marks, forms of one word, and where a sentence or heading ends."""
