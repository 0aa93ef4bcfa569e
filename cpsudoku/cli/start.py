"""Where the program begins. Ctrl-C ends it without a traceback, also while it loads."""

from __future__ import annotations

import gc
import os
import signal


def main() -> None:
    """Load the command line, run it, and exit.

    While modules load, Ctrl-C ends the process at once: an exception could leave a module half
    loaded, or be reported by a destructor.
    """
    # NumPy would start a thread per core for its matrices: 0.05 s for two, and ours are small
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(100_000)  # imports create no garbage: saves 0.01 s, and 0.05 s with ortools
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:  # it may also be ignored, as in the background
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from cpsudoku.cli import app
    from cpsudoku.runtime.errors import EXIT_INTERRUPT

    try:
        signal.signal(signal.SIGINT, handler)
        app.main()
    except KeyboardInterrupt:
        os._exit(EXIT_INTERRUPT)
