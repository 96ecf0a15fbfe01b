"""The engine in a limited process of its own: what strangers hand in cannot hurt the server, nor read the answers."""
