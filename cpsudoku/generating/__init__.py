"""New puzzles, each proved and verified. A seed makes the same puzzles on every machine."""

from __future__ import annotations

from cpsudoku.generating.generation import GeneratedPuzzle, GenerationRun
from cpsudoku.generating.making import Generation, generate, generate_many
from cpsudoku.generating.wish import Wish

__all__ = ["GeneratedPuzzle", "Generation", "GenerationRun", "Wish", "generate", "generate_many"]
