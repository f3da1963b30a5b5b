# SPDX-License-Identifier: MIT
"""Reduces a program while a condition holds for it: removes statements, or replaces a statement by
its bodies."""

import time

LIMIT_S = 60


def lists(statements):
    """All lists of statements in a program."""
    yield statements
    for statement in statements:
        for body in statement.bodies:
            yield from lists(body)


def attempts(statements):
    """The program with one thing less, larger things first."""
    for number, block in enumerate(lists(statements)):
        for size in (8, 4, 2, 1):
            for at in range(0, len(block), size):
                yield number, at, size, False
        for at, statement in enumerate(block):
            if any(statement.bodies):
                yield number, at, 1, True


def without(statements, number, at, size, hoist):
    copy = [s.copy() for s in statements]
    block = list(lists(copy))[number]
    inner = [s for body in block[at].bodies for s in body] if hoist else []
    if not block[at:at + size]:
        return None
    block[at:at + size] = inner
    return copy


def shrink(statements, holds, render):
    """The smallest program found for which holds(render(program)), in about a minute."""
    end = time.monotonic() + LIMIT_S
    smaller = True
    while smaller and time.monotonic() < end:
        smaller = False
        for attempt in attempts(statements):
            copy = without(statements, *attempt)
            if time.monotonic() > end:
                break
            if copy is not None and holds(render(copy)):
                statements = copy
                smaller = True
                break
    return statements
