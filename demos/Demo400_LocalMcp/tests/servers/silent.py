"""A program that reads what a client says and never answers, even to `initialize`."""

import sys

sys.stdin.read()
