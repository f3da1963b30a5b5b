# SPDX-License-Identifier: MIT
"""The Node that gyre is compared with, for the suites that run one."""
import os
import subprocess

TOOL = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools", "judge")


def node():
    """Its path; "" where it cannot be had (why is on standard error)."""
    found = subprocess.run([TOOL], stdout=subprocess.PIPE, text=True, check=False)
    return found.stdout.strip()
