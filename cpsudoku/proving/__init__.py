"""Proofs that a puzzle has exactly one solution, and the program that checks them.

``prove`` finds a proof, ``write_proofs`` writes a folder or ZIP file, and ``verify`` checks it.
``verify.py`` is copied to each folder. It imports nothing of cpsudoku, and it defines what the
files mean: we make the clauses of a puzzle with it, too.
"""
