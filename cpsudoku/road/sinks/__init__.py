"""Where judged rows go: tables as text or in Arrow, the original lines, lines for a pipe."""
