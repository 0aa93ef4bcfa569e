"""Reads written workbooks a second time. Shares no code with the readers and writers it checks."""
