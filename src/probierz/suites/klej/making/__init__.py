"""How the tasks were made, repeated: from raw corpora to folders of train.tsv, dev.tsv, test_features.tsv.

These builders repeat the method of the paper's section 3. Their results depend on random draws and on a BPE model that
was not published, so the official files stay what scores are computed on.
"""
