# SPDX-License-Identifier: MIT
"""Frames of RFC 9113 and blocks of RFC 7541 that no library would send, over a socket."""
import socket
import struct
import time

import hpack

DATA, HEADERS, PRIORITY, RST, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION = range(10)
END_STREAM, END_HEADERS, PADDED, WITH_PRIORITY = 1, 4, 8, 32
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def frame(kind, flags=0, stream=0, payload=b"", size=None):
    size = len(payload) if size is None else size
    return struct.pack(">I", size)[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def settings(*pairs):
    return frame(SETTINGS, 0, 0, b"".join(struct.pack(">HI", *pair) for pair in pairs))


def fields(*more, method="GET", path="/", encoder=None):
    first = [(":method", method), (":scheme", "http"), (":authority", "a"), (":path", path)]
    return block(first + list(more), encoder)


def block(pairs, encoder=None):
    """Each field literally, without a table."""
    encoder = encoder or hpack.Encoder()
    return encoder.encode([hpack.NeverIndexedHeaderTuple(*pair) for pair in pairs], huffman=False)


def request(stream=1, flags=END_STREAM | END_HEADERS, payload=None):
    return frame(HEADERS, flags, stream, fields() if payload is None else payload)


class Peer:
    """A connection, and what was received on it as short texts."""

    def __init__(self, sock):
        self.sock = sock
        self.sock.settimeout(5)
        self.bytes, self.seen, self.closed = b"", [], False
        self.decoder = hpack.Decoder()

    @classmethod
    def connect(cls, port):
        return cls(socket.create_connection(("127.0.0.1", port)))

    def send(self, data):
        """False: the other side has closed the connection."""
        try:
            self.sock.sendall(data)
            return True
        except OSError:
            return False

    def note(self, kind, flags, stream, payload):
        if kind == GOAWAY:
            self.seen.append(f"goaway {struct.unpack('>I', payload[4:8])[0]}")
        elif kind == RST:
            self.seen.append(f"reset {stream} {struct.unpack('>I', payload)[0]}")
        elif kind in (HEADERS, PUSH):
            headers = dict(self.decoder.decode(payload, raw=False))
            end = " end" if flags & END_STREAM else ""
            self.seen.append(f"headers {stream} {headers.get(':status', 'trailers')}{end}")
        elif kind == DATA and payload:
            self.seen.append(f"data {stream} {len(payload)}")
        elif kind == PING:
            self.seen.append(f"ping {flags}")

    def read(self, seconds=1.0, until=None):
        """Reads until nothing comes for this long, or until the end."""
        end = time.monotonic() + seconds
        while not self.closed and time.monotonic() < end:
            self.sock.settimeout(max(0.01, end - time.monotonic()))
            try:
                got = self.sock.recv(65536)
            except socket.timeout:
                break
            except OSError:
                got = b""
            if not got:
                self.closed = True
            self.bytes += got
            self.take()
            if until is not None and any(text.startswith(until) for text in self.seen):
                break
        return self

    def take(self):
        while len(self.bytes) >= 9:
            size = int.from_bytes(self.bytes[:3], "big")
            if len(self.bytes) < 9 + size:
                return
            kind, flags, stream = struct.unpack(">BBI", self.bytes[3:9])
            payload, self.bytes = self.bytes[9:9 + size], self.bytes[9 + size:]
            self.note(kind, flags, stream & 0x7fffffff, payload)

    def verdict(self):
        """The final answer of the other side."""
        return "; ".join(self.seen) + ("; closed" if self.closed else "")
