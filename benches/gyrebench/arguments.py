# SPDX-License-Identifier: MIT
"""What the commands below benches/ have in common in reading their options."""

import argparse


def at_least(least):
    """A type for argparse: a whole number that is not smaller."""
    def number(text):
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is too small, the least is {least}")
        return value
    return number
