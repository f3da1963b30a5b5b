# SPDX-License-Identifier: MIT
"""The test machinery: program.py finds tests, runner.py runs them, report.py shows what happens,
plan.py says what ./test consists of. tools/runtests is the command."""
