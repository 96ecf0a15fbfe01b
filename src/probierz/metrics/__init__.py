"""The metrics: a file per family of formulas, beside what a metric is and how it is found."""
