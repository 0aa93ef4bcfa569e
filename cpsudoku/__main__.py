"""``python -m cpsudoku``."""

from cpsudoku.cli.app import main

main()
