"""A fuzzer for every reader: generated and damaged files, through every door of the program."""
