# SPDX-License-Identifier: MIT
"""Runs a scenario's main() on uvloop, or on asyncio's own loop if LOOP=asyncio."""
import asyncio
import os
import sys

TIMEOUT_S = 40


def say(*words):
    print(*words, flush=True)


def run(main):
    def report(loop, context):
        # An exception in a callback must fail the scenario; asyncio only logs it.
        loop.default_exception_handler(context)
        os._exit(1)

    async def bounded():
        asyncio.get_running_loop().set_exception_handler(report)
        await asyncio.wait_for(main(), TIMEOUT_S)

    if os.environ.get("LOOP") == "asyncio":
        asyncio.run(bounded())
    else:
        import uvloop
        uvloop.install()
        asyncio.run(bounded())
    sys.stdout.flush()
