"""A program that never answers, and that neither the end of its input nor SIGTERM can end."""

import signal

signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True:
    signal.pause()
