"""Where blocks come from: files, folders, tables, workbooks and arguments."""
