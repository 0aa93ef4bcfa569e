"""An engine's search in slow motion: on a terminal, as lines, as a trace, as an animation."""
