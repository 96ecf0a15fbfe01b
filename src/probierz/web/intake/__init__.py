"""What strangers send: addresses, repositories, archives, outputs and their metadata. Knows no database."""
