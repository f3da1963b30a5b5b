# SPDX-License-Identifier: MIT
"""Cases of RFC 9113 and 7541: each is what a client sends after the preface and its settings, or
what a server sends to a client. gyre must answer as Node does."""
import socket
import struct
import subprocess
import threading

from frames import (CONTINUATION, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, PADDED, PING,
                    PREFACE, PRIORITY, PUSH, RST, SETTINGS, WINDOW, WITH_PRIORITY, Peer, block,
                    fields, frame, request, settings)

BIG = 2 ** 31 - 1


def window(stream, size):
    return frame(WINDOW, 0, stream, struct.pack(">I", size))


def pseudo(*pairs):
    return request(payload=block(list(pairs)))


def with_fields(*pairs):
    return request(payload=fields(*pairs))


def posted(*frames_after, length=None):
    more = [] if length is None else [("content-length", str(length))]
    head = frame(HEADERS, END_HEADERS, 1, fields(*more, method="POST"))
    return head + b"".join(frames_after)


def in_pieces(payload, size=16000):
    """A request whose headers continue in further frames."""
    parts = [payload[at:at + size] for at in range(0, len(payload), size)]
    last = len(parts) - 1
    return b"".join(frame(CONTINUATION if i else HEADERS,
                          (END_HEADERS if i == last else 0) | (0 if i else END_STREAM), 1, part)
                    for i, part in enumerate(parts))


GOOD = [(":method", "GET"), (":scheme", "http"), (":authority", "a"), (":path", "/")]

TO_SERVER = {
    "a request": request(),
    "two requests": request(1) + request(3),
    "an unknown frame": frame(200, 0, 0, b"abc") + request(),
    "an unknown frame of a stream": request() + frame(200, 255, 1, b"abc"),
    "a continued request": frame(HEADERS, END_STREAM, 1, fields()[:5]) +
                           frame(CONTINUATION, END_HEADERS, 1, fields()[5:]),
    "an unknown setting": settings((77, 1)) + request(),
    "a setting that pushes twice": settings((2, 2)),
    "a window that is too large": settings((4, 2 ** 31)),
    "frames that are too small": settings((5, 100)),
    "frames that are too large": settings((5, 2 ** 24)),
    "settings of a stream": frame(SETTINGS, 0, 1),
    "settings of five bytes": frame(SETTINGS, 0, 0, b"12345"),
    "an ack with a payload": frame(SETTINGS, 1, 0, b"123456"),
    "an ack of nothing": frame(SETTINGS, 1) * 2 + request(),
    "a ping": frame(PING, 0, 0, b"12345678"),
    "a ping of seven bytes": frame(PING, 0, 0, b"1234567"),
    "a ping of a stream": frame(PING, 0, 1, b"12345678"),
    "an answer to no ping": frame(PING, 1, 0, b"12345678"),
    "a goaway": frame(GOAWAY, 0, 0, struct.pack(">II", 0, 0)),
    "a goaway with an error": frame(GOAWAY, 0, 0, struct.pack(">II", 0, 2)),
    "a goaway of a stream": frame(GOAWAY, 0, 1, struct.pack(">II", 0, 0)),
    "a short goaway": frame(GOAWAY, 0, 0, b"1234"),
    "data of no stream": frame(DATA, 0, 0, b"abc"),
    "data of an idle stream": frame(DATA, 0, 1, b"abc"),
    "data behind the end": request() + frame(DATA, 0, 1, b"abc"),
    "headers of no stream": frame(HEADERS, 5, 0, fields()),
    "a stream of ours": request(2),
    "a stream that was passed": request(5) + request(3),
    "a continuation of nothing": frame(CONTINUATION, END_HEADERS, 1, fields()),
    "a ping within headers": frame(HEADERS, END_STREAM, 1, fields()) +
                             frame(PING, 0, 0, b"12345678"),
    "a reset of an idle stream": frame(RST, 0, 1, struct.pack(">I", 8)),
    "a reset of no stream": frame(RST, 0, 0, struct.pack(">I", 8)),
    "a short reset": request() + frame(RST, 0, 1, b"12"),
    "a window update of nothing": window(0, 0),
    "a window update of nothing for a stream": posted(window(1, 0)),
    "a window that overflows": window(0, BIG),
    "a window of a stream that overflows": posted(window(1, BIG)),
    "a window update of three bytes": frame(WINDOW, 0, 0, b"123"),
    "a window of an idle stream": window(3, 1),
    "a priority": frame(PRIORITY, 0, 1, b"\0\0\0\0\1") + request(3),
    "a short priority": frame(PRIORITY, 0, 1, b"\0\0\0"),
    "a stream that depends on itself": frame(HEADERS, 5 | WITH_PRIORITY, 1,
                                             b"\0\0\0\1\1" + fields()),
    "a push of a client": frame(PUSH, END_HEADERS, 1, b"\0\0\0\2" + fields()),
    "a frame that is too long": frame(DATA, 0, 1, b"x" * 20000),
    "headers that are too long": frame(HEADERS, 5, 1, b"x" * 20000),
    "too much padding": frame(HEADERS, 5 | PADDED, 1, b"\xff" + fields()),
    "padding": frame(HEADERS, 5 | PADDED, 1, b"\3" + fields() + b"\0\0\0"),
    "no path": pseudo(*GOOD[:3]),
    "no method": pseudo(*GOOD[1:]),
    "an empty path": pseudo(*GOOD[:3], (":path", "")),
    "two paths": pseudo(*GOOD, (":path", "/b")),
    "a status in a request": pseudo(*GOOD, (":status", "200")),
    "an unknown pseudo header": pseudo(*GOOD, (":what", "x")),
    "a pseudo header behind others": pseudo(*GOOD[:3], ("a", "b"), GOOD[3]),
    "capital letters": with_fields(("Abc", "d")),
    "an empty name": with_fields(("", "d")),
    "a connection header": with_fields(("connection", "close")),
    "a transfer encoding": with_fields(("transfer-encoding", "chunked")),
    "a te": with_fields(("te", "gzip")),
    "te: trailers": with_fields(("te", "trailers")),
    "a line in a value": with_fields(("a", "b\r\nc: d")),
    "a NUL in a value": with_fields(("a", "b\0c")),
    "cookies": with_fields(("cookie", "a=b"), ("cookie", "c=d")),
    "an upload": posted(frame(DATA, END_STREAM, 1, b"abc"), length=3),
    "less than was said": posted(frame(DATA, END_STREAM, 1, b"ab"), length=3),
    "more than was said": posted(frame(DATA, END_STREAM, 1, b"abcd"), length=3),
    "two lengths": request(payload=fields(("content-length", "3"), ("content-length", "4"))),
    "trailers": posted(frame(DATA, 0, 1, b"abc"),
                       frame(HEADERS, 5, 1, block([("x-end", "yes")]))),
    "trailers that do not end": posted(frame(DATA, 0, 1, b"abc"),
                                       frame(HEADERS, 4, 1, block([("x-end", "yes")]))),
    "a pseudo header in trailers": posted(frame(HEADERS, 5, 1, block([(":path", "/")]))),
    "a connect": pseudo((":method", "CONNECT"), (":authority", "a:1")),
    "a connect with a path": pseudo((":method", "CONNECT"), *GOOD[1:]),
    "a connect with a protocol": pseudo((":method", "CONNECT"), (":protocol", "websocket"),
                                        *GOOD[1:]),
    "expect": request(payload=fields(("expect", "100-continue"))),
    "expect something else": request(payload=fields(("expect", "more"))),
    "an index that is not there": frame(HEADERS, 5, 1, b"\xff\xff\x03"),
    "an index of 0": frame(HEADERS, 5, 1, b"\x80"),
    "a table that is too large": frame(HEADERS, 5, 1, b"\x3f\xff\xff\xff\x0f" + fields()),
    "a number without end": frame(HEADERS, 5, 1, b"\xff" + b"\xff" * 20),
    "a text that is cut off": frame(HEADERS, 5, 1, b"\x00\x7f\x10abc"),
    "bad huffman": frame(HEADERS, 5, 1, b"\x00\x81\xff\x81\xff"),
    "a header of 60,000 bytes": in_pieces(fields(("big", "x" * 60000))),
    "200 headers": request(payload=fields(*[(f"a{i}", "b") for i in range(200)])),
}

RAW = {
    "no preface": b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "a preface with a mistake": PREFACE.replace(b"SM", b"XX") + settings(),
    "no settings": PREFACE + request(),
}

OK = block([(":status", "200")])

TO_CLIENT = {
    "an answer": frame(HEADERS, 4, 1, OK) + frame(DATA, 1, 1, b"hello"),
    "an answer with trailers": frame(HEADERS, 4, 1, OK) + frame(DATA, 0, 1, b"hello") +
                               frame(HEADERS, 5, 1, block([("x-last", "yes")])),
    "an early hint": frame(HEADERS, 4, 1, block([(":status", "103")])) + frame(HEADERS, 5, 1, OK),
    "no status": frame(HEADERS, 5, 1, block([("a", "b")])),
    "a bad status": frame(HEADERS, 5, 1, block([(":status", "abc")])),
    "a path": frame(HEADERS, 5, 1, block([(":status", "200"), (":path", "/")])),
    "data before headers": frame(DATA, 1, 1, b"hello"),
    "a reset": frame(RST, 0, 1, struct.pack(">I", 8)),
    "a refusal": frame(RST, 0, 1, struct.pack(">I", 7)),
    "a reset behind some data": frame(HEADERS, 4, 1, OK) + frame(DATA, 0, 1, b"hello") +
                                frame(RST, 0, 1, struct.pack(">I", 2)),
    "a goaway": frame(GOAWAY, 0, 0, struct.pack(">II", 0, 0)),
    "a goaway behind it": frame(HEADERS, 5, 1, OK) + frame(GOAWAY, 0, 0, struct.pack(">II", 1, 0)),
    "a goaway with an error": frame(GOAWAY, 0, 0, struct.pack(">II", 1, 11)),
    "a stream that was not asked for": frame(HEADERS, 5, 3, OK),
    "a stream of a server": frame(HEADERS, 5, 2, OK),
    "a bad window": window(0, 0),
    "bad settings": settings((2, 7)),
    "a length that is wrong": frame(HEADERS, 4, 1, block([(":status", "200"),
                                                          ("content-length", "9")])) +
                              frame(DATA, 1, 1, b"hello"),
    "an index that is not there": frame(HEADERS, 5, 1, b"\xff\xff\x03"),
}


def ask_server(port, data, raw=False):
    peer = Peer.connect(port)
    peer.send(data if raw else PREFACE + settings() + data)
    peer.read(0.6)
    said = peer.verdict()
    peer.sock.close()
    return said


def all_of_server(port):
    """{name: the answer}; several at a time, since most of the time is waiting."""
    found = {}
    jobs = [(name, data, False) for name, data in TO_SERVER.items()] + \
        [(name, data, True) for name, data in RAW.items()]

    def work():
        while jobs:
            name, data, raw = jobs.pop()
            found[name] = ask_server(port, data, raw)
    threads = [threading.Thread(target=work) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def ask_client(command, data, directory):
    """What a client that gets these frames prints."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(30)
        child = subprocess.Popen(
            [*command, "client.js", f"http://127.0.0.1:{server.getsockname()[1]}/"], cwd=directory,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
        connection, _ = server.accept()
        peer = Peer(connection)
        peer.send(settings())
        size = len(PREFACE)
        while len(peer.bytes) < size:
            peer.bytes += connection.recv(65536)
        peer.bytes = peer.bytes[size:]
        peer.take()
        peer.read(5, until="headers")
        peer.send(frame(SETTINGS, 1) + data)
        peer.read(0.3)
        connection.close()
        try:
            out, _ = child.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            child.kill()
            out = f"still running: {child.communicate()[0]}"
    return out.strip().replace("\n", "; ")
