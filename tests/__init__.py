"""The tests: tables of facts. ``pytest --exhaustive`` runs the long cross-checks too."""
