"""Pages of challenges: for everybody, and for those who run them."""
