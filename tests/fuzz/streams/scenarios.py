# SPDX-License-Identifier: MIT
"""Which scenario a seed makes."""

import random

from chains import Chains
from children import Children
from files import Files
from plain import Plain
from zlibs import Zlibs

# The kinds, how often each is chosen, and what makes it.
KINDS = {
    "read": (20, Files, "read"), "write": (20, Files, "write"), "handle": (12, Files, "handle"),
    "zlib": (20, Zlibs, "stream"), "function": (8, Zlibs, "function"),
    "pipeline": (14, Chains, "pipeline"), "compose": (6, Chains, "composed"),
    "spawn": (12, Children, "spawn"), "exec": (6, Children, "exec"),
    "promised": (2, Children, "promised"), "sync": (5, Children, "sync"),
    "fork": (2, Children, "fork"),
    "writable": (10, Plain, "writable"), "readable": (10, Plain, "readable"),
    "duplex": (10, Plain, "duplex"),
}


def make(seed, kind=None):
    drawn = random.Random(f"kind {seed}")
    kind = kind or drawn.choices(list(KINDS), [often for often, *_ in KINDS.values()])[0]
    _, maker, method = KINDS[kind]
    return list(getattr(maker(f"{kind} {seed}"), method)())
