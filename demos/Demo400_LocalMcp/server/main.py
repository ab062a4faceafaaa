"""Start LocalSupport: the protocol on stdin and stdout, everything else on stderr."""

import argparse
import asyncio
import logging
import signal
import sys

from local_support import local_support, serve
from support_tools import TOOLS


def main() -> None:
    """Serve until the client closes standard input."""
    parser = argparse.ArgumentParser(description="MCP server on stdin and stdout.")
    parser.add_argument("--verbose", action="store_true", help="log calls on stderr")
    level = logging.INFO if parser.parse_args().verbose else logging.WARNING
    logging.basicConfig(stream=sys.stderr, level=level, format="%(name)s: %(message)s")
    # Nothing needs saving, and the thread that reads input would hold up Ctrl+C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    asyncio.run(serve(local_support(TOOLS)))


if __name__ == "__main__":
    main()
