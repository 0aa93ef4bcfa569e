"""What every program needs: errors, compiled code, processes, files, locks and texts."""
