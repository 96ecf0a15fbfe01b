"""Systems that do the tasks: learn from pairs, turn inputs into outputs, save and load, and know their own papers."""
