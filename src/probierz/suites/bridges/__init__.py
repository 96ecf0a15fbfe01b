"""Bridges: challenges as Hugging Face datasets or Parquet, and outputs of other tools as outputs of challenges."""
