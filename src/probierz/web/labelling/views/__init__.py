"""Pages of labelling."""
