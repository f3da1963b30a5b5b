# SPDX-License-Identifier: MIT
"""Scenarios about streams of files."""

from base import ENCODINGS, Maker, Statement

SIZES = ("1", "3", "7", "64", "100", "1024", "65536")


class Files(Maker):
    def source(self):
        """A path or an equivalent; some cannot be read."""
        return self.pick("'small'", "'mid'", "'mid'", "'mid'", "'big'", "'utf'", "'utf'", "'lines'",
                         "'empty'", "'missing'", "'dir'", "Buffer.from('mid')", "'small/x'",
                         "'/proc/self/mem'" if self.chance(0.2) else "'mid'")

    def read_options(self):
        options = self.some((
            ("start", 0.3, "0", "1", "5", "10", "4999", "6000", "-1" if self.chance(0.2) else "2"),
            ("end", 0.3, "0", "1", "9", "10", "4998", "5000", "Infinity", "20",
             "'x'" if self.chance(0.2) else "3"),
            ("highWaterMark", 0.6, *SIZES, "0" if self.chance(0.2) else "10"),
            ("encoding", 0.25, *(f"'{e}'" for e in ENCODINGS)),
            ("autoClose", 0.15, "false", "true"),
            ("emitClose", 0.15, "false", "true"),
            ("flags", 0.05, "'r'", "'r+'", "'a+'", "'wx'"),
            ("objectMode", 0.05, "true"),
            ("autoDestroy", 0.03, "false"),
            ("signal", 0.1, "control.signal"),
        ))
        if self.chance(0.03):
            return self.pick("'utf8'", "'hex'", "null", "undefined", "5", "'nonsense'")
        return options

    def open_read(self, name="s"):
        options = self.read_options()
        yield Statement(["const control = new AbortController();"])
        kind = self.random.random()
        if kind < 0.12 and options.startswith("{"):
            yield Statement(["const fd = fs.openSync('mid', 'r');"])
            options = options.replace("{", "{ fd, ", 1)
        elif kind < 0.24 and options.startswith("{"):
            yield Statement(["const fd = await fs.promises.open('mid', 'r');"])
            yield Statement(["H.watch('handle', fd, { events: ['close'] });"])
            options = options.replace("{", "{ fd, ", 1)
        yield Statement([f"const {name} = H.call(null, 'create', () => "
                         f"fs.createReadStream({self.source()}, {options}));"])
        yield Statement([f"if (!{name}) return;"])
        yield Statement([f"H.watch('{name}', {name}, {{ state: {self.pick('true', 'false')} }});"])

    def consume(self, it, sized=True):
        kind = self.random.random()
        if kind < 0.35:
            yield Statement([f"{it}.on('data', H.data({it}));"])
        elif kind < 0.55:
            size = self.pick("", "", "1", "5", "64", "0", "1000") if sized else ""
            yield Statement([f"{it}.on('readable', () => {{ let c; H.log('main', 'readable'); "
                             f"while ((c = {it}.read({size})) !== null) H.data({it})(c); }});"])
        elif kind < 0.7:
            most = self.pick(0, 0, 1, 2, 3)
            yield Statement([f"H.iterate({it}, {most}, '{self.pick('break', 'throw')}');"])
        elif kind < 0.85:
            yield from self.to_sink(it)
        elif kind < 0.93:
            yield self.say(it, self.pick(
                f"{it}.toArray()", f"{it}.take(2).toArray()", f"{it}.drop(1).toArray()",
                f"{it}.map((c) => c.length).toArray()", f"{it}.some((c) => c.length > 5)",
                f"{it}.reduce((n, c) => n + c.length, 0)", f"{it}.flatMap((c) => [1, 2]).toArray()",
                f"{it}.forEach((c) => H.data({it})(c))", f"{it}.find((c) => c.length < 8)"))
        else:
            yield Statement([f"{it}.resume();"])

    def to_sink(self, it):
        options = self.some((("how", 0.7, "'tick'", "'immediate'", "'sync'"),
                             ("failAt", 0.15, "1", "2", "3"),
                             ("highWaterMark", 0.6, "1", "10", "1000")))
        yield Statement([f"const w = H.watch('w', sink({options}), {{ lane: 'sink' }});"])
        yield Statement([f"{it}.pipe(w{self.pick('', ', { end: false }', '', '')});"])
        if self.chance(0.3):
            yield self.at("w", ("drain", "tick", "sync", "pipe"),
                          [self.say(it, self.pick(f"{it}.unpipe(w)", f"{it}.unpipe()"))])

    READ_ACTIONS = ("{it}.pause()", "{it}.resume()", "{it}.destroy()", "{it}.read()",
                    "{it}.destroy(new Error('mine'))", "{it}.close({cb})", "{it}.isPaused()",
                    "{it}.setEncoding('hex')", "{it}.unshift(Buffer.from('back'))",
                    "{it}.off('data', () => {})", "{it}.read(0)",
                    "{it}.destroy(null, {cb})", "control.abort()",
                    "control.abort(new Error('why'))",
                    "stream.finished({it}, {cb})", "stream.finished({it}, { error: false }, {cb})",
                    "stream.isDisturbed({it})", "stream.isErrored({it})", "{it}.close()",
                    "{it}.on('data', H.data({it}))", "{it}.push('pushed')", "{it}.push(null)",
                    "stream.promises.finished({it})", "{it}.readableEncoding",
                    "{it}[Symbol.asyncDispose]()")

    def action(self, it, actions):
        chosen = self.pick(*actions)
        while "{cb}" in chosen:
            chosen = chosen.replace("{cb}", self.cb(it, "cb"), 1)
        return chosen.replace("{it}", it)

    READ_MOMENTS = ("sync", "tick", "micro", "open", "ready", "data", "data", "data", "end",
                    "close", "error", "pause", "resume")

    def read(self):
        yield from self.open_read()
        # read(n) with an encoding: see exceptions.txt
        if self.chance(0.92):
            yield from self.consume("s", sized=False)
        for _ in range(self.number(0, 3)):
            body = [self.say("s", self.action("s", self.READ_ACTIONS))
                    for _ in range(self.number(1, 2))]
            yield self.at("s", self.READ_MOMENTS, body)
        if self.chance(0.3):
            yield self.at("s", ("pause",), [self.at("s", ("tick", "micro", "immediate"), [
                self.say("s", "s.resume()")])])

    # --- writing

    def write_options(self):
        return self.some((
            ("flags", 0.4, "'w'", "'a'", "'r+'", "'wx'", "'ax'", "'w+'", "'as'", "'a+'",
             "'nonsense'" if self.chance(0.2) else "'r'"),
            ("start", 0.2, "0", "3", "100", "-1" if self.chance(0.2) else "1"),
            ("highWaterMark", 0.6, "1", "5", "16", "100", "16384", "0"),
            ("encoding", 0.1, "'latin1'", "'hex'", "'utf16le'", "'nonsense'"),
            ("autoClose", 0.2, "false", "true"),
            ("emitClose", 0.15, "false", "true"),
            ("flush", 0.15, "true", "false", "null", "1" if self.chance(0.2) else "true"),
            ("mode", 0.05, "0o600"),
            ("signal", 0.1, "control.signal"),
            ("decodeStrings", 0.03, "false"),
        ))

    def open_write(self, name="s"):
        options = self.write_options()
        yield Statement(["const control = new AbortController();"])
        kind = self.random.random()
        if kind < 0.1:
            yield Statement([f"const fd = fs.openSync('mid', '{self.pick('r+', 'r', 'a', 'w')}');"])
            options = options.replace("{", "{ fd, ", 1)
        elif kind < 0.25:
            yield Statement([f"const fd = await fs.promises.open('mid', "
                             f"'{self.pick('r+', 'r', 'a', 'w')}');"])
            yield Statement(["H.watch('handle', fd, { events: ['close'] });"])
            options = options.replace("{", "{ fd, ", 1)
        target = self.pick("'new'", "'new'", "'new'", "'mid'", "'small'", "'dir'", "'no/new'",
                           "'/dev/full'", "'new'")
        yield Statement([f"const {name} = H.call(null, 'create', () => "
                         f"fs.createWriteStream({target}, {options}));"])
        yield Statement([f"if (!{name}) return;"])
        yield Statement([f"H.watch('{name}', {name}, {{ state: {self.pick('true', 'false')} }});"])
        yield Statement([f"H.atEnd.push(() => {{ for (const f of ['new', 'mid', 'small']) if "
                         f"(fs.existsSync(f)) H.log('main', f + ' ' + "
                         f"show(fs.readFileSync(f))); }});"])

    def chunk(self):
        return self.pick("bytes(1)", "bytes(5)", "bytes(16)", "bytes(100)", "bytes(5000)",
                         "bytes(40000)", "'text'", "text(30)", "''", "Buffer.alloc(0)",
                         "'abcd', 'hex'", "'abcd', 'latin1'", "new Uint8Array(4)",
                         *(("null", "5", "undefined", "{}", "'x', 'nonsense'", "new DataView(new "
                            "ArrayBuffer(2))") if self.chance(0.15) else ("'more'",)))

    def write_call(self, it):
        cb = ", " + self.cb(it, "w") if self.chance(0.6) else ""
        return self.say(it, f"{it}.write({self.chunk()}{cb})")

    def end_call(self, it):
        args = [a for a in (self.chunk() if self.chance(0.4) else "",
                            self.cb(it, "ended") if self.chance(0.6) else "") if a]
        return self.say(it, f"{it}.end({', '.join(args)})")

    WRITE_ACTIONS = ("{it}.cork()", "{it}.cork()", "{it}.uncork()", "{it}.uncork()",
                     "{it}.destroy()", "{it}.destroy(new Error('mine'))", "{it}.close({cb})",
                     "{it}.close()", "{it}.setDefaultEncoding('hex')", "control.abort()",
                     "{it}.destroy(null, {cb})", "stream.finished({it}, {cb})",
                     "{it}.destroySoon({cb})", "{it}.writableLength", "{it}.end({cb})",
                     "stream.promises.finished({it})", "{it}.end()", "{it}.end()",
                     "(() => { let n = 0; while ({it}.write(bytes(9)) && n < 5) n++; return n; "
                     "})()",
                     "{it}.writableHighWaterMark", "{it}.setDefaultEncoding('nonsense')")

    WRITE_MOMENTS = ("sync", "sync", "tick", "micro", "open", "ready", "drain", "drain", "finish",
                     "close", "error", "prefinish")

    def write_step(self, it):
        kind = self.random.random()
        if kind < 0.5:
            return self.write_call(it)
        if kind < 0.65:
            return self.end_call(it)
        return self.say(it, self.action(it, self.WRITE_ACTIONS))

    def write(self):
        yield from self.open_write()
        for _ in range(self.number(0, 5)):
            yield self.write_call("s") if self.chance(0.75) else self.write_step("s")
        for _ in range(self.number(0, 3)):
            body = [self.write_step("s") for _ in range(self.number(1, 3))]
            yield self.at("s", self.WRITE_MOMENTS, body)
        if self.chance(0.6):
            yield self.end_call("s")

    # --- handles

    HANDLE_CALLS = (
        "h.read(Buffer.alloc(8), 0, 8, {pos})",
        "h.read({ buffer: Buffer.alloc(5), position: {pos} })",
        "h.read()", "h.write('data')", "h.write(bytes(6), 0, 6, {pos})", "h.write('abcd', {pos})",
        "h.readFile()", "h.readFile('utf8')", "h.writeFile('whole')", "h.appendFile('more')",
        "h.writev([bytes(3), bytes(4)])", "h.readv([Buffer.alloc(3), Buffer.alloc(4)])",
        "h.truncate(20)", "h.sync()", "h.datasync()", "h.close()", "h.stat().then((s) => s.size)",
        "h.chmod(0o600)", "h.utimes(1, 1)", "h.fd > 0", "h.read(Buffer.alloc(0))",
        "h.read(Buffer.alloc(4), { offset: 1 })", "h.writeFile(bytes(100))", "h.close()")

    HANDLE_STREAMS = ("h.createReadStream({o})", "h.createWriteStream({o})", "h.readLines({o})",
                      "h.readableWebStream()", "h.readableWebStream({ type: 'bytes' })")

    def handle(self):
        file = self.pick("mid", "mid", "small", "lines", "utf", "empty", "dir", "new")
        flags = self.pick("r", "r", "r+", "w", "a", "w+", "a+") if file != "dir" else "r"
        yield Statement([f"const h = await fs.promises.open('{file}', '{flags}');"])
        yield Statement(["H.watch('h', h, { events: ['close'] });"])
        calls = self.number(0, 4)
        streams = self.chance(0.75)
        for at in range(1, calls + 1):
            # Two concurrent operations may end in any order; but a close waits for the other.
            alone = at < calls or streams or self.chance(0.5)
            wait = "await " if alone else ""
            call = self.pick(*self.HANDLE_CALLS).replace("{pos}", self.pick("null", "0", "3", "50"))
            yield Statement([f"{wait}H.call(h, '{call[:40].replace(chr(39), '')}', "
                             f"() => {call})?.catch?.(() => {{}});"])
        if streams:
            readable = flags in ("r", "r+", "w+", "a+") and file != "dir"
            yield from self.handle_stream(readable)
        yield Statement(["await H.call(h, 'close', () => h.close())?.catch(() => {});"])
        if self.chance(0.2):
            yield Statement(["await H.call(h, 'again', () => h.read())?.catch(() => {});"])

    def handle_stream(self, readable):
        kind = self.pick(*self.HANDLE_STREAMS[:None if readable else 3])
        options = self.some((("start", 0.3, "0", "3", "10"), ("end", 0.3, "5", "50"),
                             ("highWaterMark", 0.5, "3", "10", "100"),
                             ("autoClose", 0.4, "false", "true"),
                             ("emitClose", 0.1, "false"), ("encoding", 0.2, "'utf8'", "'hex'")))
        if "Write" in kind:
            options = options.replace("end:", "mode:")
        yield Statement([f"const s = H.call(h, 'make', () => {kind.replace('{o}', options)});"])
        yield Statement(["if (!s) return;"])
        if "Web" in kind:
            yield from self.web_reader()
            return
        if "Lines" in kind:
            yield Statement(["H.watch('s', s, { events: ['line', 'close', 'pause', 'resume', "
                             "'error'] });"])
            if self.chance(0.8):
                yield Statement([f"{self.pick('await ', '')}H.iterate(s, {self.pick(0, 1, 2)}, "
                                 f"'{self.pick('break', 'throw')}');"])
            return
        yield Statement(["H.watch('s', s);"])
        if "Write" in kind:
            for _ in range(self.number(1, 4)):
                yield self.write_step("s")
            yield Statement(["s.end();"])
        else:
            yield from self.consume("s")
            if self.chance(0.4):
                yield self.at("s", self.READ_MOMENTS,
                              [self.say("s", self.action("s", (
                                  "s.destroy()", "s.close({cb})", "h.close()", "s.pause()")))])
        if self.chance(0.8):
            yield Statement(["await stream.promises.finished(s).catch(() => {});"])

    def web_reader(self):
        yield Statement(["const r = H.call(h, 'reader', () => s.getReader());"])
        yield Statement(["if (!r) return;"])
        for _ in range(self.number(1, 3)):
            call = self.pick("r.read()", "r.read()", "r.read()", "r.cancel()", "r.cancel('why')",
                             "h.close()", "h.readableWebStream()", "s.locked")
            yield Statement([f"await H.call(h, '{call.replace(chr(39), '')}', () => {call})"
                             f"?.catch?.(() => {{}});"])
        if self.chance(0.5):
            yield Statement(["r.releaseLock?.();"])
