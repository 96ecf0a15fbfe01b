"""Systems on transformers: backbones, one training loop, and the engines. Needs the extra `neural`."""
