"""Tokens → the flat sequence of HTML and holes that a page is until the machine has answered."""
