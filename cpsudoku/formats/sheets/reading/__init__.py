"""From the bytes of a workbook to a neutral picture of each sheet."""
