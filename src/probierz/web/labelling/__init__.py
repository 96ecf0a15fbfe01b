"""People label the items of a test, one at a time: how well they do is a row of a board, and how far they agree."""
