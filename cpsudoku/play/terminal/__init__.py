"""The game on the full screen, and with plain prompts."""
