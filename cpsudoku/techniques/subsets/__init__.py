"""Locked candidates, and naked and hidden sets."""
