# SPDX-License-Identifier: MIT
"""Floods: requests that are cheap for a client and expensive for a server. Each is sent until the
server closes the connection or there is no more; then the server must answer others, and must not
have grown much."""
import os
import struct
import time

from frames import (CONTINUATION, DATA, END_HEADERS, HEADERS, PING, PREFACE, PRIORITY, RST, Peer,
                    fields, frame, request, settings)

MEMORY_MB = 150
CPU_S = 20


def resets(peer):
    for number in range(1, 20001, 2):
        if not peer.send(request(number) + frame(RST, 0, number, struct.pack(">I", 8))):
            return


def own_resets(peer):
    """Requests that the server itself has to reset (CVE-2025-8671)."""
    for number in range(1, 20001, 2):
        if not peer.send(request(number) + frame(8, 0, number, struct.pack(">I", 0))):
            return


def continuations(peer):
    peer.send(frame(HEADERS, 0, 1, fields()))
    for _ in range(20000):
        if not peer.send(frame(CONTINUATION, 0, 1, b"\x00\x01a\x01b" * 10)):
            return


def empty_continuations(peer):
    peer.send(frame(HEADERS, 0, 1, fields()))
    for _ in range(20000):
        if not peer.send(frame(CONTINUATION, 0, 1)):
            return


def settings_frames(peer):
    for _ in range(20000):
        if not peer.send(settings((3, 100)) * 10):
            return


def many_settings(peer):
    peer.send(settings(*[(3, n) for n in range(2000)]))


def pings(peer):
    for _ in range(20000):
        if not peer.send(frame(PING, 0, 0, b"12345678") * 10):
            return


def empty_data(peer):
    peer.send(frame(HEADERS, END_HEADERS, 1, fields(method="POST")))
    for _ in range(20000):
        if not peer.send(frame(DATA, 0, 1)):
            return


def priorities(peer):
    for number in range(20000):
        spec = struct.pack(">IB", 1 + 2 * (number % 1000), 1)
        if not peer.send(frame(PRIORITY, 0, 3 + 2 * number, spec)):
            return


def header_bomb(peer):
    """A large value once, then by its index as often as fits."""
    big = b"\x40\x01a\x7f\xa1\x1e" + b"x" * 4000  # into the table; 127 + 3873 bytes
    for number in range(1, 400, 2):
        if not peer.send(frame(HEADERS, 5, number, fields() + big + b"\xbe" * 8000)):
            return


def small_windows(peer):
    """Requests much, and takes it a byte at a time."""
    peer.send(settings((4, 1)))
    for number in range(1, 200, 2):
        if not peer.send(request(number, payload=fields(path="/much"))):
            return
    for _ in range(50):
        for number in range(1, 200, 2):
            if not peer.send(frame(8, 0, number, struct.pack(">I", 1))):
                return


def no_window(peer):
    peer.send(settings((4, 0)))
    for number in range(1, 4000, 2):
        if not peer.send(request(number, payload=fields(path="/much"))):
            return


FLOODS = [resets, own_resets, continuations, empty_continuations, settings_frames, many_settings,
          pings, empty_data, priorities, header_bomb, small_windows, no_window]


def used(pid):
    """(CPU seconds, MB of memory)"""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        times = file.read().rsplit(")", 1)[1].split()
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        pages = int(file.read().split()[1])
    ticks = os.sysconf("SC_CLK_TCK")
    return (int(times[11]) + int(times[12])) / ticks, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def end_of(peer):
    """The last answer: a GOAWAY, or none; and whether the connection ended."""
    last = [text for text in peer.seen if text.startswith("goaway")]
    return (last[-1] if last else "no goaway") + ("; closed" if peer.closed else "")


def try_one(flood, port, pid):
    """What the server did, and what it cost: (verdict, seconds, MB)"""
    before_s, before_mb = used(pid)
    peer = Peer.connect(port)
    peer.send(PREFACE + settings())
    peer.read(0.1)
    flood(peer)
    peer.read(3, until="goaway")
    peer.read(1)
    verdict = end_of(peer)
    peer.sock.close()
    time.sleep(0.1)
    after_s, after_mb = used(pid)
    other = Peer.connect(port)
    other.send(PREFACE + settings() + request())
    other.read(5, until="data")
    if not any(text.startswith("headers 1 200") for text in other.seen):
        verdict += "; then it did not answer"
    other.sock.close()
    return verdict, after_s - before_s, after_mb - before_mb
