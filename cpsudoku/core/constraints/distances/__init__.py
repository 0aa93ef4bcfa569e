"""Rules for all cells a fixed step apart: anti-knight, anti-king, non-consecutive."""
