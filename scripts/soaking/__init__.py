"""A soak: the kernel `lanes` beside another solver on a very large number of puzzles."""
