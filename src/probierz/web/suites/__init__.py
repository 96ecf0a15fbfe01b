"""Suites on the platform: a page and a board over the tasks of each, published results, archives scored as a whole."""
