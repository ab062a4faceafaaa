"""Checks over everything at once, pure: each gives the problems it finds, none changes anything."""
