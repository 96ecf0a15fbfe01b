"""Why an answer is doubted: the passage tells of somebody else, of another time, or not what the question assumes."""
