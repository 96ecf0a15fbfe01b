"""Pages of suites."""
