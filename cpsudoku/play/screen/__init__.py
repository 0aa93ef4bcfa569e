"""Shared parts of the full-screen programs: colours, and the board as a widget."""
