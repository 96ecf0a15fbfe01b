"""What readers learn from, and how: questions with their spans, questions made of texts, the rule of what is right."""
