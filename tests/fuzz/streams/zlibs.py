# SPDX-License-Identifier: MIT
"""Scenarios about zlib. Data to decompress was compressed by Python or is given here, so that both
runtimes read the same bytes. Bytes that they compress may differ, as the versions of zlib do, and
are compared after decompressing them again."""

import gzip
import zlib

from base import Statement
from files import Files

# Texts by brotli: "hello hello ...", 260 letters, 50,000 letters, nothing.
BROTLI = (
    "1b1600f88d946ede445586966c206f214f1ce038",
    ("1b0301f8a5c3c4c6c8847231806fe1a037d3ebb370119685fbac2a24d559d6d1edc0156f60c6016c"
     "16eb04edfe6ea2c52a8b78f32abcc730a1656d4370493461f5c47b8a222df66022fac5a3d806"),
    "1b4fc3f805267008c4edc66d91c0815d00e47407",
    "3b",
)

COMPRESSORS = ("Deflate", "Gzip", "DeflateRaw", "BrotliCompress")
DECOMPRESSORS = ("Inflate", "Gunzip", "InflateRaw", "Unzip", "BrotliDecompress")
BACK = {"Deflate": "inflateSync", "Gzip": "gunzipSync", "DeflateRaw": "inflateRawSync",
        "BrotliCompress": "brotliDecompressSync"}


def letters(random, size):
    return bytes(97 + random.randrange(16) for _ in range(size))


def compressed(name, data, random):
    if name in ("Gunzip", "Unzip") and (name == "Gunzip" or random.random() < 0.6):
        return gzip.compress(data, mtime=0)
    if name == "InflateRaw":
        coder = zlib.compressobj(wbits=-15)
        return coder.compress(data) + coder.flush()
    if name == "BrotliDecompress":
        return bytes.fromhex(random.choice(BROTLI))
    return zlib.compress(data)


class Zlibs(Files):
    def damaged(self, name):
        """Compressed bytes, complete or not."""
        data = letters(self.random, self.pick(0, 5, 20, 100, 1000, 4000))
        if self.chance(0.3):
            data = b"abcdefgh" * self.pick(10, 1000, 5000)
        made = compressed(name, data, self.random)
        kind = self.random.random()
        if kind < 0.5:
            return made
        if kind < 0.62:
            return made[:self.number(0, len(made))]
        if kind < 0.72:
            return made + self.pick(b"garbage", b"\0\0\0", b"\x1f", b"\x1f\x8b\x08trash", made)
        if kind < 0.8:
            return made + compressed(name, letters(self.random, 30), self.random)
        if kind < 0.86:
            return b"not compressed at all"
        if not made:
            return b""
        at = self.number(0, len(made) - 1)
        return made[:at] + bytes([made[at] ^ (1 << self.number(0, 7))]) + made[at + 1:]

    def pieces(self, data):
        pieces = []
        while data:
            size = self.pick(1, 3, 10, 50, 1000, len(data), len(data))
            if len(pieces) > 6:
                size = len(data)
            pieces.append(data[:size])
            data = data[size:]
        return pieces

    def options(self, name):
        brotli = name.startswith("Brotli")
        options = [
            ("chunkSize", 0.4, "64", "100", "1024", "65536", "10" if self.chance(0.2) else "64"),
            ("highWaterMark", 0.2, "1", "10", "100"),
            ("readableHighWaterMark", 0.1, "1", "100"),
            ("maxOutputLength", 0.15, "1", "10", "100", "5000", "0" if self.chance(0.2) else "64"),
            ("autoDestroy", 0.05, "false"), ("emitClose", 0.05, "false"),
            ("info", 0.05, "true"), ("encoding", 0.03, "'utf8'"), ("objectMode", 0.03, "true"),
        ]
        if brotli:
            options += [("finishFlush", 0.2, "zlib.constants.BROTLI_OPERATION_FLUSH",
                         "zlib.constants.BROTLI_OPERATION_FINISH", "9"),
                        ("params", 0.1, "{ [zlib.constants.BROTLI_PARAM_QUALITY]: 3 }",
                         "{ 99: 1 }", "{ [zlib.constants.BROTLI_PARAM_QUALITY]: 'x' }")]
        else:
            options += [("finishFlush", 0.2, "zlib.constants.Z_SYNC_FLUSH", "0", "4",
                         "99" if self.chance(0.3) else "2"),
                        ("flush", 0.1, "zlib.constants.Z_SYNC_FLUSH", "3"),
                        ("level", 0.2, "0", "1", "9", "-1", "10" if self.chance(0.2) else "6"),
                        ("windowBits", 0.15, "8", "9", "15", "0",
                         "7" if self.chance(0.2) else "12"),
                        ("memLevel", 0.05, "1", "9", "0"),
                        ("strategy", 0.1, "1", "2", "3", "4", "9" if self.chance(0.2) else "0"),
                        ("dictionary", 0.08, "Buffer.from('abcdefgh')", "bytes(30)",
                         "'abc'" if self.chance(0.2) else "bytes(9)")]
        return self.some(options)

    ACTIONS = ("s.flush({cb})", "s.flush()", "s.flush(zlib.constants.Z_SYNC_FLUSH, {cb})",
               "s.flush(zlib.constants.Z_FINISH, {cb})", "s.close({cb})", "s.close()",
               "s.destroy()", "s.destroy(new Error('mine'))", "s.pause()", "s.resume()",
               "s.bytesWritten", "s.end({cb})", "s.end()", "s.write(bytes(3), {cb})",
               "stream.finished(s, {cb})", "s.cork()", "s.uncork()", "s.setEncoding('latin1')",
               "s._closed", "stream.promises.finished(s)", "s.params(99, 0, {cb})")
    # Only while nothing has been written: see exceptions.txt.
    FIRST = ("s.reset()", "s.params(99, 0, {cb})")
    MOMENTS = ("sync", "sync", "tick", "micro", "data", "data", "drain", "finish", "end", "close",
               "error", "prefinish", "w1", "w2")

    def stream(self):
        name = self.pick(*COMPRESSORS, *DECOMPRESSORS, *DECOMPRESSORS)
        squeeze = name in COMPRESSORS
        yield Statement([f"const s = H.call(null, 'create', () => "
                         f"zlib.create{name}({self.options(name)}));"])
        yield Statement(["if (!s) return;"])
        how = "merge: true, hide: true" if squeeze else f"state: {self.pick('true', 'false')}"
        yield Statement([f"H.watch('s', s, {{ {how} }});"])
        if squeeze:
            yield Statement([f"H.atEnd.push(() => H.call(s, 'back', () => zlib.{BACK[name]}("
                             f"Buffer.concat(H.known.get(s).data.map((d) => Buffer.from(d))), "
                             f"{{ finishFlush: {2 if 'Brotli' not in name else 1} }})));"])
            yield Statement(["s.on('data', H.data(s));"])
            pieces = [self.pick("bytes(10)", "bytes(1000)", "'text'", "bytes(5000)", "bytes(0)",
                                "text(50)", "new Uint16Array(4)", "Buffer.alloc(100000)")
                      for _ in range(self.number(0, 4))]
        else:
            if self.chance(0.9):
                yield from self.consume("s")
            pieces = [f"Buffer.from('{p.hex()}', 'hex')" for p in self.pieces(self.damaged(name))]
        yield from self.feed(pieces)
        for _ in range(self.number(0, 2)):
            yield self.at("s", self.MOMENTS, [self.say("s", self.action("s", self.ACTIONS))])

    def feed(self, pieces):
        if self.chance(0.15):
            yield self.say("s", self.action("s", self.FIRST))
        for piece in pieces:
            cb = f", {self.cb('s', 'w')}" if self.chance(0.6) else ""
            yield Statement([f"H.call(s, 'write', () => s.write({piece}{cb}));"])
            if self.chance(0.15):
                yield self.say("s", self.action("s", self.ACTIONS))
        if self.chance(0.85):
            yield self.say("s", self.pick("s.end()", f"s.end({self.cb('s', 'ended')})"))

    def function(self):
        """The functions that take all data at once."""
        for number in range(self.number(1, 3)):
            name = self.pick(*COMPRESSORS, *DECOMPRESSORS, *DECOMPRESSORS)
            method = name[0].lower() + name[1:]
            options = self.options(name)
            if name in COMPRESSORS:
                value = self.pick("bytes(0)", "bytes(50)", "bytes(3000)", "'text'", "''",
                                  "new Uint32Array(5)", "new DataView(new ArrayBuffer(3))",
                                  "new ArrayBuffer(5)", "undefined", "null", "7", "{}")
                shown = f"zlib.{BACK[name]}(x.buffer instanceof Buffer ? x.buffer : x)"
                options = options.replace("maxOutputLength", "ignored")
            else:
                data = self.damaged(name).hex()
                value = f"Buffer.from('{data}', 'hex')" if self.chance(0.95) else "'text'"
                shown = "x.engine ? [x.buffer, x.engine.bytesWritten] : x"
            lane = f"f{number}"
            yield Statement([f"const {lane} = {value};"])
            kind = self.random.random()
            if kind < 0.4:
                yield Statement([f"H.call(null, '{lane}', () => {{ const x = zlib.{method}Sync("
                                 f"{lane}, {options}); return {shown}; }});"])
            elif kind < 0.8:
                yield Statement([
                    f"H.call(null, '{lane} {method}', () => zlib.{method}({lane}, {options}, "
                    f"function(...args) {{ H.log('{lane}', args.length + ' ' + show(args[0]) + "
                    f"(args.length > 1 ? ((x) => show({shown}))(args[1]) : '') + "
                    f"showThis(this)); }}));"])
            else:
                yield Statement([f"H.promise('{lane}', '{method}', util.promisify(zlib.{method})("
                                 f"{lane}, {options}).then((x) => {shown}));"])
