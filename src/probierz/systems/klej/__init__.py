"""Systems for KLEJ's nine tasks: what is drawn, what overlaps, which words stand there, what an encoder says."""
