"""Correcting texts that were read from scanned pages."""
