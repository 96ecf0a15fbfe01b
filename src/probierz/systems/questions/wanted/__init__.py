"""What a question wants: its kind, and how numbers, times, units and journeys of that kind stand in a text."""
