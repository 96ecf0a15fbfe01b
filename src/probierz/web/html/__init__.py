"""What pages of every app share: tables, times, scores, what each template knows."""
