"""One output format a module."""
