"""How long a test waits for what should come soon."""

PATIENCE = 120.0  # seconds; a machine may be very busy
