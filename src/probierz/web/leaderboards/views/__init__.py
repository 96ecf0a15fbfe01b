"""Pages of boards, lists and submissions."""
