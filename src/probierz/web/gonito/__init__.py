"""Paths, forms and JSON shapes that clients of Gonito know, beside our own API."""
