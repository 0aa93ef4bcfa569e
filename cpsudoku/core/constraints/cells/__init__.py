"""Rules for single cells and small squares: odd, even, quadruples, indexers."""
