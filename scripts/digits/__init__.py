"""Trains the network that reads the digits of photographs; see scripts/train_digits.py."""
