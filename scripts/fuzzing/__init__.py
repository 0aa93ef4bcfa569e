"""A fuzzer for every reader: generated and damaged files, at every entry point of the program."""
