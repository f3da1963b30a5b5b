# SPDX-License-Identifier: MIT
"""Scenarios about connected streams: pipeline, compose, finished. Each stream has a lane of its
own, because the order between files, zlib and the loop is not fixed."""

from base import Statement
from zlibs import Zlibs, compressed, letters


class Chains(Zlibs):
    def watch(self, name, more=""):
        events = "['error', 'close', 'end', 'finish', 'open', 'prefinish']"
        return Statement([f"H.watch('{name}', {name}, {{ lane: '{name}', events: {events}{more} "
                          f"}});"])

    def source(self):
        return self.pick("'mid'", "'mid'", "'big'", "'small'", "'empty'", "'missing'", "'dir'",
                         "'utf'")

    def first(self):
        kind = self.random.random()
        if kind < 0.55:
            return f"fs.createReadStream({self.source()}, {self.few_options()})"
        if kind < 0.75:
            return self.pick("stream.Readable.from(['a', 'b', 'c'])",
                             "stream.Readable.from([bytes(100), bytes(50000)])",
                             "stream.Readable.from('text')", "stream.Readable.from([])",
                             "stream.Readable.from((async function*() { yield 'a'; yield 'b'; })"
                             "())",
                             "stream.Readable.from((function*() { yield 'a'; throw new "
                             "Error('from the source'); })())")
        data = compressed("Gunzip", letters(self.random, self.pick(10, 3000)), self.random)
        if self.chance(0.3):
            data = data[:-5]
        return f"stream.Readable.from([Buffer.from('{data.hex()}', 'hex')]).pipe(" \
               f"zlib.createGunzip())"

    def few_options(self):
        return self.some((("highWaterMark", 0.4, "10", "1000", "65536"),
                          ("start", 0.2, "3", "100"), ("end", 0.2, "50", "3000"),
                          ("encoding", 0.1, "'utf8'"), ("autoClose", 0.1, "false"),
                          ("emitClose", 0.1, "false")))

    def middle(self):
        kind = self.random.random()
        if kind < 0.3:
            return "through(" + self.some((("how", 0.5, "'tick'"), ("failAt", 0.2, "1", "2"),
                                           ("double", 0.2, "true"),
                                           ("highWaterMark", 0.3, "1", "100"))) + ")"
        if kind < 0.5:
            return self.pick("zlib.createGzip()", "zlib.createDeflate({ level: 1 })",
                             "zlib.createBrotliCompress()",
                             "zlib.createDeflateRaw({ chunkSize: 64 })")
        if kind < 0.6:
            return "new stream.PassThrough(" + self.some((("highWaterMark", 0.5, "1", "50"),
                                                          ("emitClose", 0.1, "false"),
                                                          ("autoDestroy", 0.1, "false"))) + ")"
        if kind < 0.7:
            return "stream.compose(zlib.createGzip(), zlib.createGunzip())"
        if kind < 0.8:
            return "stream.compose(through(), new stream.PassThrough())"
        return None

    def last(self):
        return self.pick("fs.createWriteStream('new')", "fs.createWriteStream('new')",
                         "fs.createWriteStream('no/new')", "fs.createWriteStream('/dev/full')",
                         "fs.createWriteStream('new', { highWaterMark: 10 })",
                         "fs.createWriteStream('new', { flush: true })",
                         "fs.createWriteStream('new', { autoClose: false })",
                         "fs.createWriteStream('new', { emitClose: false })",
                         "sink()", "sink({ how: 'immediate' })", "sink({ how: 'tick', failAt: 2 })",
                         "sink({ failAt: 1 })", "new stream.PassThrough().resume()")

    FUNCTIONS = ("async function*(source) { for await (const c of source) yield c; }",
                 "async function*(source) { for await (const c of source) yield "
                 "String(c).slice(0, 5); }",
                 "async function*(source) { for await (const c of source) throw new "
                 "Error('from the function'); }", "async function*(source) { yield 'only'; }")
    ENDS = ("async (source) => { let n = 0; for await (const c of source) n += c.length; "
            "return n; }",
            "async (source) => { throw new Error('from the end'); }",
            "async (source) => { for await (const c of source) return 'early'; }",
            "async (source) => 'reads nothing'")

    def pipeline(self):
        yield Statement(["const control = new AbortController();"])
        names = ["a"]
        yield Statement([f"const a = {self.first()};"])
        yield self.watch("a")
        for number in range(self.number(0, 3)):
            made = self.middle()
            if made is None:
                names.append(self.pick(*self.FUNCTIONS))
                continue
            name = f"m{number}"
            names.append(name)
            yield Statement([f"const {name} = {made};"])
            yield self.watch(name)
        if self.chance(0.8):
            names.append("z")
            last = self.last()
            fails = "full" in last
            yield Statement([f"const z = {last};"])
            yield self.watch("z")
        else:
            fails = False
            names.append(self.pick(*self.ENDS))
        yield from self.join(names, fails)
        streams = [n for n in names if len(n) < 3]
        for _ in range(self.number(0, 2)):
            it = self.pick(*streams)
            yield self.at(it, ("sync", "tick", "micro", "open", "close", "end", "finish", "error"),
                          [self.say(it, self.action(it, (
                              "{it}.destroy()", "{it}.destroy(new Error('mine'))",
                              "control.abort()", "stream.finished({it}, {cb})",
                              "stream.promises.finished({it})",
                              "control.abort(new Error('why'))",
                              "stream.finished({it}, { readable: false }, {cb})",
                              "stream.finished({it}, { writable: false }, {cb})",
                              "stream.finished({it}, { signal: control.signal }, {cb})")))])

    def join(self, names, fails):
        signal = self.pick("", "", "", "{ signal: control.signal }",
                           "" if fails else "{ end: false }")  # see exceptions.txt
        listed = ", ".join(names)
        kind = self.random.random()
        if kind < 0.5:
            args = f"[{listed}]" if self.chance(0.2) else listed
            yield Statement([f"H.call(null, 'pipeline', () => stream.pipeline({args}, "
                             f"H.cb(null, 'done')));"])
        elif kind < 0.85 or "=>" in names[-1] or "=>" in listed or "function" in listed:
            args = f"{listed}, {signal}" if signal else listed
            yield Statement([f"H.call(null, 'pipeline', () => stream.promises.pipeline({args}));"])
        else:
            yield Statement([f"{names[0]}{''.join(f'.pipe({n})' for n in names[1:])};"])

    def composed(self):
        """compose, Duplex.from, addAbortSignal, Readable.wrap and the like."""
        yield Statement(["const control = new AbortController();"])
        parts = [p for p in (self.middle() for _ in range(self.number(1, 3))) if p]
        parts = parts or ["through()"]
        made = self.pick(f"stream.compose({', '.join(parts)})", f"stream.compose({parts[0]})",
                         f"stream.Duplex.from({parts[0]})",
                         f"stream.compose(fs.createReadStream('mid'), {', '.join(parts)})",
                         f"stream.compose({', '.join(parts)}, fs.createWriteStream('new'))",
                         f"fs.createReadStream('mid').compose({parts[0]})",
                         f"stream.compose({self.pick(*self.FUNCTIONS)})",
                         f"stream.addAbortSignal(control.signal, {parts[0]})",
                         f"stream.Duplex.from({{ readable: fs.createReadStream('mid'), "
                         f"writable: fs.createWriteStream('new') }})",
                         f"stream.Duplex.from({self.pick(*self.FUNCTIONS)})",
                         f"new stream.Readable({{ read() {{}} }}).wrap(fs.createReadStream('mid'))")
        yield Statement([f"const s = H.call(null, 'make', () => {made});"])
        yield Statement(["if (!s) return;"])
        yield self.watch("s", ", merge: true")
        if self.chance(0.8):
            yield Statement(["s.on('data', H.data(s));"])
        if self.chance(0.3) or "zlib" in made:
            yield Statement(["H.known.get(s).hide = true; H.atEnd.length = 0;"])
        for _ in range(self.number(0, 3)):
            yield Statement([f"s.write && H.call(s, 'write', () => s.write(bytes(20), "
                             f"{self.cb('s', 'w')}));"])
        if self.chance(0.8):
            yield Statement([f"s.end && H.call(s, 'end', () => s.end({self.cb('s', 'ended')}));"])
        if self.chance(0.5):
            yield self.at("s", ("sync", "tick", "data", "end", "finish", "close"),
                          [self.say("s", self.action("s", (
                              "s.destroy()", "s.destroy(new Error('mine'))", "control.abort()",
                              "stream.finished(s, {cb})", "stream.promises.finished(s)")))])
