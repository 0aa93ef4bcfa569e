"""How families of rules are stated to CP-SAT."""
