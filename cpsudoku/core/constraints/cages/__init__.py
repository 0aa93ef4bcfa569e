"""Rules for sets of cells: killer cages, sums, groups with the same digits."""
