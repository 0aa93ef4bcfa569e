"""The version of the package. Nothing else states it."""

__version__ = "0.1.0"
