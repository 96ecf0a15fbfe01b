"""SQAD 3.0, the Czech question answering database: its records, their rules, and challenges made of them."""
