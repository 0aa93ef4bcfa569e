"""The game on the whole terminal, and by plain prompts."""
