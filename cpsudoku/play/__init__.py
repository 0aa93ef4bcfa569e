"""Programs on a terminal that people play with or watch: the game, and a search."""
