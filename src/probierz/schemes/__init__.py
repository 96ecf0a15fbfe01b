"""A scheme is a metric plus what happens to the lines before it."""
