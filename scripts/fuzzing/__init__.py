"""A fuzzer for every reader: made-up and damaged files, through every door of the program."""
