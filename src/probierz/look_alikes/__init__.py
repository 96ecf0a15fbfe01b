"""Signs that look like others, and what texts have in common that look alike."""
