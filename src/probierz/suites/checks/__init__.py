"""The checks of `probierz suite check`, a module for each concern."""
