"""Messages to other services: a new best result, a scored submission, a phase that opens."""
