"""The commands. A command's module is imported when that command runs."""
