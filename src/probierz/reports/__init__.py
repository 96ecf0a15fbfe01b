"""Showing an evaluation."""
