"""Guesses what the drawings of a link mean, from their shapes, colours and the rules in words."""
