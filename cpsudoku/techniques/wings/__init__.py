"""Wings: a few cells that see each other, with two to four digits."""
