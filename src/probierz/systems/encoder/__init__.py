"""A pretrained encoder of texts in a hundred languages, used without PyTorch: vectors of words and of texts."""
