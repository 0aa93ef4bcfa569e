"""A soak test: the kernel `lanes` against another solver on a very large number of puzzles."""
