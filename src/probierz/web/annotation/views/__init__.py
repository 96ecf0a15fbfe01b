"""Pages of annotation."""
