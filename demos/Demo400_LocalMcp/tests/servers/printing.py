"""LocalSupport with a forgotten print that runs before the server serves."""

import asyncio

from original import TOOLS, local_support, serve

if __name__ == "__main__":
    print("a line that is no message")
    asyncio.run(serve(local_support(TOOLS)))
