"""The page that answers questions, and the judgements that people leave there."""
