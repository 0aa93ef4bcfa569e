"""CP-SAT encodings for families of rules."""
