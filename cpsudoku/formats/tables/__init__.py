"""Formats that are tables and records: CSV, TSV and JSON, one file per format."""
