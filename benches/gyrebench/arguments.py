# SPDX-License-Identifier: MIT
"""Shared by the commands below benches/: reading their options."""

import argparse


def at_least(least):
    """A type for argparse: a whole number of at least this size."""
    def number(text):
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is too small, the least is {least}")
        return value
    return number
