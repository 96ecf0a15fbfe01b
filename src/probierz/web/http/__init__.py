"""What is said over HTTP by every app: addresses, refusals, errors, headers."""
