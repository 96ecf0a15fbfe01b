"""Looking inside a score."""
