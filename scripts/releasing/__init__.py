"""The steps of ``scripts/release.py``."""
