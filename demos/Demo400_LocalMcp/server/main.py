"""Start LocalSupport. Standard input and output carry the protocol; whatever else it says goes to stderr."""

import argparse
import asyncio
import logging
import signal
import sys

from local_support import local_support, serve
from support_tools import TOOLS


def main() -> None:
    """Serve until the client closes standard input."""
    parser = argparse.ArgumentParser(description="LocalSupport, an MCP server on standard input and output.")
    parser.add_argument("--verbose", action="store_true", help="log each call on standard error")
    level = logging.INFO if parser.parse_args().verbose else logging.WARNING
    logging.basicConfig(stream=sys.stderr, level=level, format="%(name)s: %(message)s")
    # Nothing here needs saving, and a thread that waits for input would hold up an orderly Ctrl+C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    asyncio.run(serve(local_support(TOOLS)))


if __name__ == "__main__":
    main()
