"""Answers from the rows of tables and from lines such as `Telefon: 22 555 10 20`."""
