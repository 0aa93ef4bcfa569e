"""``python -m cpsudoku``."""

from cpsudoku.cli.start import main

main()
