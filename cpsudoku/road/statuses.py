"""The statuses of rows, as words and as the numbers that blocks have in their place."""

from __future__ import annotations

from cpsudoku.core.verdict import CONFLICT, MALFORMED, Status

STATUSES = (
    *(str(status) for status in (Status.UNIQUE, Status.MULTIPLE, Status.NO_SOLUTION)),
    *(CONFLICT, str(Status.UNKNOWN), MALFORMED),
)
UNIQUE, MULTIPLE, NONE, CLASH, UNKNOWN, BAD = range(len(STATUSES))
