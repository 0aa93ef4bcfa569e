"""Playing on a terminal: a session with its saved game, the whole screen, plain prompts."""
