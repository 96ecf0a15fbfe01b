"""Systems for SQAD: ranking articles, ranking the sentences of one, and taking the answer out of a sentence."""
