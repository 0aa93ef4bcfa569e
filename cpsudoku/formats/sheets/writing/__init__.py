"""Answers and new sheets in a workbook, with everything else kept."""
