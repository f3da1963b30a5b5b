# SPDX-License-Identifier: MIT
"""Servers and tools as people write and use them, for ./bench --js apps.

Each server of benches/js/apps runs on one CPU, its load on the other; each tool (tsc, eslint ...)
works on a fixed project. Packages are those of benches/js/apps/package.json in the versions of its
lock file, installed once in build/apps. A row has, for each runtime: operations a second (or the
seconds that a tool takes), microseconds of CPU an operation, median and 99th percentile of the
latency, and the peak of memory.
"""
import contextlib
import glob
import os
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import threading
import time

import servers

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SOURCES = os.path.join(HERE, "apps")
PLACE = os.path.join(ROOT, "build/apps")
LOAD_WS = os.path.join(ROOT, "build/bench/js-load-ws")
CONNECTIONS = 32
WARM_SECONDS = 4
LIMIT_S = 180
TICKS = os.sysconf("SC_CLK_TCK")
POST = """wrk.method = 'POST'
wrk.headers['content-type'] = 'application/json'
local rows = {}
for i = 1, 1000 do
  rows[i] = string.format('{"id":%d,"name":"a row of a table, the %dth","price":%d.5,' ..
    '"tags":["one","two","three"],"more":null}', i, i, i)
end
wrk.body = '[' .. table.concat(rows, ',') .. ']'
"""


# --- what has to be there

def install():
    """Raises RuntimeError if the packages cannot be had."""
    done = os.path.join(PLACE, "installed")
    if not os.path.exists(done):
        shutil.rmtree(PLACE, ignore_errors=True)
        os.makedirs(PLACE)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(os.path.join(SOURCES, name), PLACE)
        npm = subprocess.run(["npm", "ci", "--no-fund", "--no-audit"], cwd=PLACE,
                             capture_output=True, text=True, check=False)
        if npm.returncode != 0:
            raise RuntimeError(f"npm could not install the packages: {npm.stderr.strip()[-300:]}")
        open(done, "w", encoding="ascii").close()
    for name in os.listdir(SOURCES):
        if name.endswith((".cjs", ".mjs")):
            shutil.copy(os.path.join(SOURCES, name), PLACE)
    with open(os.path.join(PLACE, "post.lua"), "w", encoding="ascii") as out:
        out.write(POST)
    os.makedirs(os.path.join(PLACE, "files"), exist_ok=True)
    with open(os.path.join(PLACE, "files/text.txt"), "w", encoding="ascii") as out:
        out.write(("The quick brown fox jumps over the lazy dog, again.\n" * 1970)[:100 * 1024])
    make_project()
    build()


def build():
    os.makedirs(os.path.dirname(LOAD_WS), exist_ok=True)
    source = os.path.join(HERE, "load_ws.c")
    if not os.path.exists(LOAD_WS) or os.path.getmtime(LOAD_WS) < os.path.getmtime(source):
        subprocess.run(["cc", "-O2", "-D_GNU_SOURCE", "-o", LOAD_WS, source], check=True)


def make_project():
    """What the tools work on: the sources of rxjs, in TypeScript and as JavaScript."""
    project = os.path.join(PLACE, "project")
    if os.path.exists(project):
        return
    rxjs = os.path.join(PLACE, "node_modules/rxjs")
    shutil.copytree(os.path.join(rxjs, "src"), os.path.join(project, "src"))
    shutil.copytree(os.path.join(rxjs, "dist/esm"), os.path.join(project, "esm"))
    with open(os.path.join(project, "entry.mjs"), "w", encoding="ascii") as out:
        out.write("export * from './esm/index.js';\nexport * from './esm/ajax/index.js';\n")
    with open(os.path.join(project, "npm.json"), "w", encoding="ascii") as out:
        out.write('{ "private": true, "dependencies": { "express": "5", "koa": "3" } }\n')


@contextlib.contextmanager
def postgres():
    """The variables of a PostgreSQL with a table of 1,000 things, on a socket of its own. It has
    the server's CPU: beside the load it would be what limits the rate."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    if not found:
        raise RuntimeError("there is no PostgreSQL here (package postgresql)")
    own = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    with tempfile.TemporaryDirectory(prefix="gyre-bench-pg-") as place:
        shutil.chown(place, "postgres", "postgres")
        data = os.path.join(place, "data")
        subprocess.run(own + [f"{found[-1]}/initdb", "-A", "trust", "-U", "bench", "-D", data],
                       check=True, capture_output=True)
        server = subprocess.Popen(servers.pinned(0, own + [
            f"{found[-1]}/postgres", "-D", data, "-k", place, "-c", "listen_addresses=",
            "-c", "fsync=off"]), stderr=subprocess.DEVNULL)
        variables = {"PGHOST": place, "PGUSER": "bench", "PGDATABASE": "postgres"}
        try:
            fill(variables, f"{found[-1]}/psql")
            yield variables
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def fill(variables, psql):
    words = ("create table things (id int primary key, name text, price float8); insert into "
             "things select i, 'thing ' || i, i * 1.5 from generate_series(1, 1000) i")
    for _ in range(100):
        done = subprocess.run([psql, "-q", "-c", words], env={**os.environ, **variables},
                              capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
        time.sleep(0.1)
    raise RuntimeError(f"PostgreSQL: {done.stderr.strip()[-300:]}")


@contextlib.contextmanager
def limited(child):
    """Kills the process, with its children, if the block takes too long."""
    timer = threading.Timer(LIMIT_S, lambda: os.killpg(child.pid, signal.SIGKILL))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


# --- servers

@contextlib.contextmanager
def server(name, command, variables):
    child = subprocess.Popen(servers.pinned(0, command + [f"{name}.cjs"]), cwd=PLACE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             env={**os.environ, **variables}, start_new_session=True)
    try:
        with limited(child):
            port = child.stdout.readline().strip()
        if not port.isdigit():
            child.kill()
            raise RuntimeError(f"{name} did not start: {child.stderr.read().strip()[-200:]}")
        yield port, child
    finally:
        child.kill()
        child.communicate()


def cpu_s(child):
    with open(f"/proc/{child.pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def http(path, script=None):
    """A load by wrk: elapsed ns of an operation, their number, median and 99th percentile in us."""
    def load(port, seconds):
        more = ["-s", os.path.join(PLACE, script)] if script else []
        text = servers.output(["wrk", "-t1", f"-c{CONNECTIONS}", "--latency", f"-d{seconds}"] +
                              more + [f"http://127.0.0.1:{port}{path}"])
        if "Socket errors" in text or "Non-2xx" in text:
            raise RuntimeError("some requests failed: " + " ".join(text.split())[-300:])
        rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
        count = int(re.search(r"(\d+) requests in", text)[1])
        parts = [re.search(rf"{p}%\s+([\d.]+)(us|ms|s)", text).groups() for p in (50, 99)]
        scale = {"us": 1, "ms": 1e3, "s": 1e6}
        return [1e9 / rate, count] + [float(value) * scale[unit] for value, unit in parts]
    return load


def websocket(kind, connections):
    def load(port, seconds):
        return [float(word) for word in
                servers.output([LOAD_WS, kind, port, str(seconds), str(connections)]).split()]
    return load


def serve(name, load, with_postgres=False, behind=False):
    def run(command, seconds, judge):
        warm_seconds = max(seconds, WARM_SECONDS)
        with contextlib.ExitStack() as stack:
            variables = {"BENCH_DIRECTORY": os.path.join(PLACE, "files"), "NODE_ENV": "production"}
            if with_postgres:
                variables.update(stack.enter_context(postgres()))
            if behind:
                variables["BENCH_BEHIND"], _ = stack.enter_context(server("plain", judge, {}))
            port, child = stack.enter_context(server(name, command, variables))
            load(port, warm_seconds)
            before = cpu_s(child)
            each_ns, count, p50, p99 = load(port, seconds)
            cpu = (cpu_s(child) - before) * 1e6 / count
            return {"ns": each_ns, "cpu": cpu, "p50": p50, "p99": p99, "mb": servers.peak_mb(child)}
    return run


# --- tools

def tool(*words):
    """The whole command, a second time: what it caches is there."""
    def run(command, _seconds, _judge):
        for _ in range(2):
            with tempfile.TemporaryDirectory(prefix="gyre-bench-") as out:
                shutil.copy(os.path.join(PLACE, "project/npm.json"), f"{out}/package.json")
                full = [word.replace("OUT", out) for word in command + list(words)]
                begin = time.monotonic_ns()
                child = subprocess.Popen(full, cwd=PLACE, stdout=subprocess.DEVNULL,
                                         stderr=subprocess.PIPE, start_new_session=True)
                with limited(child):
                    said = child.stderr.read()
                    _, status, usage = os.wait4(child.pid, 0)
                taken = time.monotonic_ns() - begin
            if os.waitstatus_to_exitcode(status) != 0:
                raise RuntimeError(f"{words[0]}: {said.decode('utf-8', 'replace').strip()[-200:]}")
        return {"ns": taken, "cpu": (usage.ru_utime + usage.ru_stime) * 1e6, "p50": None,
                "p99": None, "mb": usage.ru_maxrss / 1024}
    return run


MODULES = "node_modules"
ALL = {
    "express-hello": serve("express", http("/hello")),
    "express-json": serve("express", http("/json")),
    "fastify-hello": serve("fastify", http("/hello")),
    "fastify-json": serve("fastify", http("/json")),
    "koa-hello": serve("koa", http("/hello")),
    "koa-json": serve("koa", http("/json")),
    "static-file": serve("express", http("/files/text.txt")),
    "post-100k": serve("express", http("/size", "post.lua")),
    "ws-echo": serve("ws", websocket("echo", CONNECTIONS)),
    "socketio-broadcast": serve("socketio", websocket("say", 100)),
    "react": serve("react", http("/")),
    "postgres": serve("pg", http("/"), with_postgres=True),
    "sqlite": serve("sqlite", http("/")),
    "proxy": serve("plain", http("/proxy"), behind=True),
    "gzip": serve("plain", http("/gzip")),
    "tsc": tool(f"{MODULES}/typescript/bin/tsc", "--noEmit", "--target", "es2020", "--lib",
                "es2020,dom", "--moduleResolution", "node", "--strict", "project/src/index.ts"),
    "eslint": tool(f"{MODULES}/eslint/bin/eslint.js", "-c", "eslint.config.mjs", "--quiet",
                   "project/esm"),
    "webpack": tool(f"{MODULES}/webpack-cli/bin/cli.js", "--mode", "production", "--entry",
                    "./project/entry.mjs", "--output-path", "OUT"),
    "prettier": tool(f"{MODULES}/prettier/bin/prettier.cjs", "--no-config",
                     "--single-quote", "--print-width", "150", "project/src"),
    "npm-install": tool(f"{MODULES}/npm/bin/npm-cli.js", "install", "--prefix", "OUT",
                        "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"),
}


def cell(runs, first, is_server):
    """One runtime's figures, as medians, and how many times as fast gyre is."""
    middle = {key: statistics.median(run[key] for run in runs) if runs[0][key] is not None else None
              for key in runs[0]}
    times = statistics.median(b["ns"] / a["ns"] for a, b in zip(first, runs))
    beside = f" ({times:.2f}x)" if runs is not first else ""
    if not is_server:
        return (f"{middle['ns'] / 1e9:.2f} s{beside}, {middle['cpu'] / 1e6:.2f} s, "
                f"{middle['mb']:.0f} MB")
    return (f"{1e9 / middle['ns']:,.0f}/s{beside}, {middle['cpu']:.1f} us, "
            f"{middle['p50'] / 1e3:.2f}/{middle['p99'] / 1e3:.2f} ms, {middle['mb']:.0f} MB")


def rounds_of(name, commands, rounds, seconds, judge):
    """{runtime: [figures of a round]}; one that fails in any round is left out, and said."""
    runs = {runtime: [] for runtime in commands}
    for number in range(rounds):
        order = list(runs)
        for runtime in order[number % len(order):] + order[:number % len(order)]:
            try:
                runs[runtime].append(ALL[name](commands[runtime], seconds, judge))
            except (RuntimeError, ValueError, OSError, subprocess.SubprocessError) as error:
                print(f"{name}: {runtime} failed: {error}", flush=True)
                del runs[runtime]
    return runs


def main(names, commands, rounds, seconds):
    """Prints the table; returns {name: figures} and the exit status."""
    wanted = [name for name in ALL if not names or any(part in name for part in names)]
    if not wanted:
        print(f"no row has such a name: {' '.join(names)} (--list has them)")
        return {}, 1
    install()
    judge = commands.get("node", commands["gyre"])
    print("Rate or seconds (times gyre's), CPU an operation, latency 50 %/99 %, peak memory")
    print(f"| | {' | '.join(commands)} |\n|-|{'-|' * len(commands)}")
    kept, status = {}, 0
    for name in wanted:
        runs = rounds_of(name, commands, rounds, seconds, judge)
        if "gyre" not in runs:
            status = 1
            continue
        is_server = runs["gyre"][0]["p50"] is not None
        cells = [cell(runs[r], runs["gyre"], is_server) if r in runs else "-" for r in commands]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
        kept[name] = runs
    return kept, status
