# SPDX-License-Identifier: MIT
"""The Node that gyre is compared with, for the suites that run one."""
import os
import subprocess

TOOL = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools", "judge")


def node():
    """Its path; "" if there is none (standard error says why)."""
    found = subprocess.run([TOOL], stdout=subprocess.PIPE, text=True, check=False)
    return found.stdout.strip()
