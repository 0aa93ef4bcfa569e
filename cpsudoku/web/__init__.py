"""A page in the browser that does what the command line does, and the JSON actions behind it."""
