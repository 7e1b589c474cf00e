"""Backups: a house in one file, checked line by line, and restored anywhere."""
