"""Help for people: explanations, hints, positions, and how hard a puzzle is."""
