"""What every worker process does first."""

from __future__ import annotations

import os
import signal
import threading
import time


def begin_worker() -> None:
    """Leave Ctrl-C to the main process, and end when it is gone (done, or killed)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_outlive_nobody, args=[os.getppid()], daemon=True).start()


def _outlive_nobody(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
