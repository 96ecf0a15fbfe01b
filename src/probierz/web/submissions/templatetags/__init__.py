"""Tags for templates of boards."""
