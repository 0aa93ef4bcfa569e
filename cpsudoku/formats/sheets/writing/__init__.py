"""Writes answers and new sheets into a workbook and keeps everything else."""
