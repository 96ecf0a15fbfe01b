"""Reading passages: spans of words are described, one is chosen, with or without an encoder, and made whole."""
