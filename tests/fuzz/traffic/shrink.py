# SPDX-License-Identifier: MIT
"""Reduces a plan as long as it still differs."""

import copy


def places(plan):
    """Every part that can be left out: (where it is, its key), the last ones first."""
    found = [(("steps",), at) for at in range(len(plan["steps"]))]
    found += [(("react",), at) for at in range(len(plan["react"]))]
    for name, steps in plan["arrive"].items():
        found += [(("arrive", name), at) for at in range(len(steps))]
    for key in ("server", "client", "agent"):
        found += [((key,), name) for name in plan.get(key, {}) if name not in ("on", "options",
                                                                               "set")]
    for part in ("options", "set"):
        found += [(("server", part), name) for name in plan["server"].get(part, {})]
    found += [(("server", "on"), at) for at in range(len(plan["server"].get("on", [])))]
    for at, request in enumerate(plan.get("requests", [])):
        found += [(("requests", at, "headers"), name) for name in request["headers"]]
    return found[::-1]


def without(plan, place):
    smaller = copy.deepcopy(plan)
    where, key = place
    part = smaller
    for name in where:
        part = part[name]
    del part[key]
    return smaller


def shrink(plan, differs, at_most=60):
    """differs(plan) -> bool; called at most this often."""
    asked = 0
    place = 0
    while asked < at_most:
        found = places(plan)
        if place >= len(found):
            break
        smaller = without(plan, found[place])
        asked += 1
        if differs(smaller):
            plan = smaller
        else:
            place += 1
    return plan
