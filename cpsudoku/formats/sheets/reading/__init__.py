"""Turns the bytes of a workbook into a neutral picture of each sheet."""
