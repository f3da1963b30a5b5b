# SPDX-License-Identifier: MIT
"""Operations of the library, each in a loop, for ./bench --js operations [NAME...].

Finds what is slow: the rows are sorted by how far gyre is behind the fastest of the others. Each
round runs operations/all.cjs once in each runtime; a figure is the fastest of the rounds. Which
operations ran before changes what an engine has compiled, so differences below a third mean little.
"""
import os
import subprocess

HERE = os.path.dirname(os.path.realpath(__file__))
PROGRAM = os.path.join(HERE, "operations/all.cjs")
LIMIT_S = 300


def run(command, names):
    """{operation: ns}; what a runtime cannot do is left out."""
    done = subprocess.run([*command, PROGRAM, *names], capture_output=True, text=True,
                          timeout=LIMIT_S, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip()[-300:] or f"ended with {done.returncode}")
    found = {}
    for line in done.stdout.splitlines():
        name, figure = line.split("\t")
        if not figure.startswith("failed"):
            found[name] = float(figure)
    return found


def behind(name, best):
    """How many times as long as the fastest of the others gyre takes."""
    others = [figures[name] for runtime, figures in best.items()
              if runtime != "gyre" and name in figures]
    return best["gyre"][name] / min(others) if others else 0


def main(names, commands, rounds):
    """Prints the table; returns {operation: figures} and the exit status."""
    best = {runtime: {} for runtime in commands}
    for number in range(rounds):
        order = list(commands)
        for runtime in order[number % len(order):] + order[:number % len(order)]:
            for name, figure in run(commands[runtime], names).items():
                best[runtime][name] = min(figure, best[runtime].get(name, figure))
    print(f"| ns | {' | '.join(commands)} |\n|-|{'-|' * len(commands)}")
    for name in sorted(best["gyre"], key=lambda name: -behind(name, best)):
        cells = []
        for runtime, figures in best.items():
            if name not in figures:
                cells.append("-")
            elif runtime == "gyre":
                cells.append(f"{figures[name]:.1f}")
            else:
                cells.append(f"{figures[name]:.1f} ({figures[name] / best['gyre'][name]:.2f}x)")
        print(f"| {name} | {' | '.join(cells)} |")
    return best, 0 if best["gyre"] else 1
