"""Formats that are lines of text, one file per format."""
