"""AddQA: people write questions on articles as records of SQAD, alone on a laptop or together with roles and quotas."""
