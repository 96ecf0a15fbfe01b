"""Tags of the pages of annotation."""
