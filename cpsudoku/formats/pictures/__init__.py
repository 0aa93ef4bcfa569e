"""Pictures and pages of any puzzle: one drawing as values, and one file for each medium."""
