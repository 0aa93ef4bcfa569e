"""Fish: places of one digit in lines that cross."""
