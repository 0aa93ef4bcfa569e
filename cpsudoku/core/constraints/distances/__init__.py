"""Rules for all pairs of cells at a fixed offset: anti-knight, anti-king, non-consecutive."""
