#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs one command where it can disturb nothing, and leaves none of its processes behind.

  box.py --limit S [--open] [--user UID GID] [--share DIR TO]... [--bind FROM TO]... \\
         [--report FILE] -- COMMAND...
  box.py --probe      exits 0 if namespaces are allowed here

The command gets a network of its own, with a loopback interface and nothing else (unless --open),
and its own view of the file system: --bind shows a file or directory in a second place, --share
adds the contents of DIR to the directory TO, which need not exist. --user drops root. When the
command has ended, or after S seconds, every process that it started is killed, whatever its
session.

Exit status: the command's, 128 + N if signal N ended it, 124 if it took too long, 125 if the box
itself failed. FILE gets that and more as JSON. Used by scenario.py and suite.py.
"""
import argparse
import ctypes
import fcntl
import json
import os
import shlex
import signal
import socket
import struct
import sys
import time

TIMED_OUT, BOX_FAILED = 124, 125
CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWNET = 0x00020000, 0x10000000, 0x40000000
MS_NOSUID, MS_BIND, MS_REC, MS_PRIVATE = 2, 4096, 16384, 1 << 18
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1
# How much time processes get that are about to end by themselves.
PATIENCE_S = 1.0

libc = ctypes.CDLL(None, use_errno=True)


def checked(result, what):
    if result != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")


def mount(source, target, kind, flags):
    checked(libc.mount(os.fsencode(source), os.fsencode(target), kind, flags, None),
            f"mount on {target}")


def put(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def unshare():
    """An ordinary user may make namespaces inside a user namespace, which maps it to itself."""
    flags = CLONE_NEWNS | CLONE_NEWNET
    uid, gid = os.getuid(), os.getgid()
    if os.geteuid() == 0:
        checked(libc.unshare(flags), "unshare")
    else:
        checked(libc.unshare(flags | CLONE_NEWUSER), "unshare")
        put("/proc/self/setgroups", "deny")
        put("/proc/self/uid_map", f"{uid} {uid} 1")
        put("/proc/self/gid_map", f"{gid} {gid} 1")
    mount("none", "/", None, MS_REC | MS_PRIVATE)


def raise_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh14x", b"lo", 0)
        request = fcntl.ioctl(control, SIOCGIFFLAGS, request)
        flags = struct.unpack("16sh14x", request)[1] | IFF_UP
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", flags))


def share(directory, target):
    """The target may not exist: its parent is replaced by a directory with links to the old
    entries."""
    old, shared = os.path.split(target)
    kept = os.path.join(os.environ["TMPDIR"], "share" + old.replace("/", "-"))
    os.mkdir(kept)
    names = os.listdir(old)
    mount(old, kept, None, MS_BIND | MS_REC)
    mount("none", old, b"tmpfs", MS_NOSUID)
    os.chmod(old, 0o755)
    for name in names:
        if name != shared:
            os.symlink(os.path.join(kept, name), os.path.join(old, name))
    os.mkdir(target)
    entries = {}
    for place in (os.path.join(kept, shared), directory):
        if os.path.isdir(place):
            entries.update((name, os.path.join(place, name)) for name in os.listdir(place))
    for name, path in entries.items():
        os.symlink(path, os.path.join(target, name))


def isolate(options):
    if not options.open:
        unshare()
        raise_loopback()
    for source, target in options.bind:
        if not os.path.exists(target):
            os.makedirs(target)
        mount(source, target, None, MS_BIND | MS_REC)
    for source, target in options.share:
        share(source, target)


def start(options):
    """Starts the command in a session of its own; returns its pid."""
    child = os.fork()
    if child != 0:
        return child
    try:
        os.setsid()
        if options.user:
            uid, gid = options.user
            os.setgroups([])
            os.setresgid(gid, gid, gid)
            os.setresuid(uid, uid, uid)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        # Settings of the loader are for the command, not for this process.
        for name in ("LD_LIBRARY_PATH", "LD_PRELOAD", "LD_DEBUG", "LD_DEBUG_OUTPUT"):
            if "BOX_" + name in os.environ:
                os.environ[name] = os.environ.pop("BOX_" + name)
        os.execvp(options.command[0], options.command)
    except OSError as error:
        print(f"box: {options.command[0]}: {error.strerror}", file=sys.stderr, flush=True)
    os._exit(BOX_FAILED)


def command_line(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            words = file.read().decode("utf-8", "replace").split("\0")
        return shlex.join(word for word in words if word) or "?"
    except OSError:
        return "?"


def descendants():
    """Every descendant of this process, except dead ones."""
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    state, parent = file.read().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if state != "Z":
                children.setdefault(int(parent), []).append(int(name))
    found, todo = [], [os.getpid()]
    while todo:
        more = children.get(todo.pop(), [])
        found += more
        todo += more
    return found


def reap(child=None):
    """Reaps dead processes; returns the status of the command if it is among them."""
    status = None
    while True:
        try:
            pid, code = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return status
        if pid == 0:
            return status
        if pid == child:
            status = code


def clear(patience_s):
    """Kills all that is left; returns the command lines of those that did not end by themselves."""
    until = time.monotonic() + patience_s
    while descendants() and time.monotonic() < until:
        reap()
        time.sleep(0.02)
    left = [command_line(pid) for pid in descendants()]
    while True:
        remaining = descendants()
        if not remaining:
            break
        for pid in remaining:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.01)
        reap()
    reap()
    return left


class Stopped(Exception):
    """The runner is gone, or wants us to end."""


def watch(child, limit_s):
    """Waits for the command. Returns its wait status, or None after the timeout."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    deadline = time.monotonic() + limit_s
    while True:
        status = reap(child)
        left_s = deadline - time.monotonic()
        if status is not None or left_s <= 0:
            return status
        signal.sigtimedwait({signal.SIGCHLD}, left_s)


def run(options):
    def stop(*_):
        # Once is enough: nothing may interrupt the killing.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise Stopped

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    checked(libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0), "prctl")
    checked(libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "prctl")
    try:
        isolate(options)
        began = time.monotonic()
        status = watch(start(options), options.limit)
        seconds = time.monotonic() - began
        left = clear(PATIENCE_S if status is not None else 0)
    except Stopped:
        clear(0)
        return BOX_FAILED
    if status is None:
        code = TIMED_OUT
    elif os.WIFSIGNALED(status):
        code = 128 + os.WTERMSIG(status)
    else:
        code = os.WEXITSTATUS(status)
    if options.report:
        with open(options.report, "w", encoding="utf-8") as file:
            json.dump({"code": code, "seconds": seconds, "left": left}, file)
    return code


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--probe", action="store_true")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--user", nargs=2, type=int, metavar=("UID", "GID"))
    parser.add_argument("--share", nargs=2, action="append", default=[], metavar=("DIR", "TO"))
    parser.add_argument("--bind", nargs=2, action="append", default=[], metavar=("FROM", "TO"))
    parser.add_argument("--report", metavar="FILE")
    parser.add_argument("command", nargs="*", metavar="COMMAND")
    return parser.parse_args()


def main():
    options = arguments()
    try:
        if options.probe:
            unshare()
            raise_loopback()
            return 0
        return run(options)
    except OSError as error:
        print(f"box: {error.strerror}", file=sys.stderr)
        return BOX_FAILED


if __name__ == "__main__":
    sys.exit(main())
