"""How the files of a task of KLEJ are called, in official archives and in folders made like them."""

GOLD_NAME = "test_gold.tsv"
"""Expected results of a test that its makers published beside its archive, as those of tasks of KLEJ did."""
FEATURES = "test_features.tsv"
OFFICIAL_SPLITS = {"train": "train.tsv", "dev-0": "dev.tsv"}
OFFICIAL_FILES = frozenset({*OFFICIAL_SPLITS.values(), FEATURES, GOLD_NAME})
"""What lies in the folder of a task."""
