"""Rules for cells along a line: thermometers, arrows, whispers and others."""
