"""How good is a translation? Systems that rate it, with a human translation beside it or without one."""
