"""KLEJ: its files read, a submission of nine tasks checked and scored, its board, and how its tasks were made."""
