# SPDX-License-Identifier: MIT
"""Scenarios about streams that do nothing beyond the scenario. Nothing races here: all is in one
lane, with marks for the ticks that pass."""

from base import Statement
from files import Files

WAYS = ("sync", "sync", "tick", "micro", "immediate")


class Plain(Files):
    def later(self, call):
        """A call at once or later."""
        way = self.pick(*WAYS)
        return {"sync": f"{call};", "tick": f"process.nextTick(() => {call});",
                "micro": f"queueMicrotask(() => {call});",
                "immediate": f"setImmediate(() => {call});"}[way]

    def answer(self, value=""):
        if self.chance(0.12):
            return self.pick("cb(new Error('from below'))", "cb(undefined)", "cb(null)",
                             "{ throw new Error('thrown below'); }" if self.chance(0.3)
                             else "cb(new Error('from below'))")
        return f"cb({value})"

    def shared(self):
        parts = []
        if self.chance(0.2):
            parts.append(f"construct(cb) {{ H.log('main', '_construct'); "
                         f"{self.later(self.answer())} }}")
        if self.chance(0.3):
            parts.append(f"destroy(e, cb) {{ H.log('main', '_destroy ' + show(e)); "
                         f"{self.later(self.pick('cb(e)', 'cb(e)', 'cb()', self.answer()))} }}")
        for name, likely, *choices in (
                ("highWaterMark", 0.6, "0", "1", "3", "10", "100"), ("autoDestroy", 0.15, "false"),
                ("emitClose", 0.1, "false"), ("objectMode", 0.1, "true"),
                ("signal", 0.1, "control.signal"), ("captureRejections", 0.05, "true")):
            if self.chance(likely):
                parts.append(f"{name}: {self.pick(*choices)}")
        return parts

    def writing(self):
        parts = []
        if self.chance(0.9):
            parts.append(f"write(chunk, encoding, cb) {{ H.log('main', '_write ' + show(chunk) + "
                         f"encoding); {self.later(self.answer())} }}")
        if self.chance(0.35):
            parts.append(f"writev(chunks, cb) {{ H.log('main', '_writev ' + show(chunks.map("
                         f"(c) => c.chunk))); {self.later(self.answer())} }}")
        if self.chance(0.35):
            parts.append(f"final(cb) {{ H.log('main', '_final'); {self.later(self.answer())} }}")
        for name, likely, *choices in (("decodeStrings", 0.1, "false"),
                                       ("defaultEncoding", 0.05, "'latin1'")):
            if self.chance(likely):
                parts.append(f"{name}: {self.pick(*choices)}")
        return parts

    def reading(self):
        count = self.pick(0, 1, 2, 3, 5)
        push = self.pick("this.push(bytes(n))", "this.push(bytes(4))", "this.push('text')",
                         "(this.push('a'), this.push('b'))", "this.push(bytes(20))",
                         "this.push('')" if self.chance(0.1) else "this.push('abc')")
        end = self.pick("this.push(null)", "this.push(null)", "this.push(null)", "null",
                        "this.destroy(new Error('no more'))", "this.push(null, 'x')")
        parts = [f"read(n) {{ H.log('main', '_read ' + n); this.count = (this.count ?? 0) + 1; "
                 f"if (this.count > {count}) {{ if (this.count === {count} + 1) "
                 f"{self.later(end)} }} else {self.later(push)} }}"]
        if self.chance(0.2):
            parts.append(f"encoding: '{self.pick('utf8', 'hex', 'base64')}'")
        return parts

    def transforming(self):
        parts = []
        if self.chance(0.9):
            value = self.pick("null, chunk", "null, chunk", "", "null, 'other'", "null, null"
                              if self.chance(0.2) else "null, chunk")
            end = "this.push(null); " if self.chance(0.1) else ""
            parts.append(f"transform(chunk, encoding, cb) {{ H.log('main', '_transform'); {end}"
                         f"{self.later(self.answer(value))} }}")
        if self.chance(0.4):
            value = self.pick("", "null, 'last'", "null, null")
            parts.append(f"flush(cb) {{ H.log('main', '_flush'); {self.later(self.answer(value))} "
                         f"}}")
        if self.chance(0.1):
            parts.append(f"final(cb) {{ H.log('main', '_final'); {self.later(self.answer())} }}")
        return parts

    def start(self, name, parts):
        yield Statement(["const control = new AbortController();"])
        parts = list(parts)
        self.random.shuffle(parts)
        joined = ", ".join(parts)
        yield Statement([f"const s = H.call(null, 'create', () => new stream.{name}("
                         f"{{ {joined} }}));"])
        yield Statement(["if (!s) return;"])
        yield Statement([f"H.watch('s', s, {{ state: {self.pick('true', 'true', 'false')} }});"])
        yield Statement(["(function mark(n) { if (n < 15) process.nextTick(() => { "
                         "H.log('main', 'tick ' + n); mark(n + 1); }); })(1);"])

    def steps(self, one, moments):
        for _ in range(self.number(0, 4)):
            body = [one("s") for _ in range(self.number(1, 2))]
            yield self.at("s", moments, body)

    def read_step(self, it):
        return self.say(it, self.action(it, self.READ_ACTIONS))

    def writable(self):
        yield from self.start("Writable", self.shared() + self.writing())
        for _ in range(self.number(0, 5)):
            yield self.write_call("s") if self.chance(0.75) else self.write_step("s")
        yield from self.steps(self.write_step, self.WRITE_MOMENTS + ("immediate",))
        if self.chance(0.7):
            yield self.end_call("s")

    def readable(self):
        yield from self.start("Readable", self.shared() + self.reading())
        if self.chance(0.92):
            yield from self.consume("s", sized=False)
        yield from self.steps(self.read_step, self.READ_MOMENTS + ("immediate",))

    def duplex(self):
        kind = self.pick("Duplex", "Transform", "Transform", "PassThrough")
        parts = self.shared()
        if kind == "Duplex":
            parts += self.reading() + self.writing()
            for name, likely, *choices in (("allowHalfOpen", 0.3, "false"),
                                           ("readable", 0.1, "false"), ("writable", 0.1, "false"),
                                           ("readableObjectMode", 0.1, "true")):
                if self.chance(likely):
                    parts.append(f"{name}: {self.pick(*choices)}")
        elif kind == "Transform":
            parts += self.transforming()
        yield from self.start(kind, parts)
        if self.chance(0.9):
            yield from self.consume("s", sized=False)
        for _ in range(self.number(0, 4)):
            yield self.write_call("s") if self.chance(0.75) else self.write_step("s")
        yield from self.steps(lambda it: self.pick(self.read_step, self.write_step)(it),
                              self.READ_MOMENTS + self.WRITE_MOMENTS + ("immediate",))
        if self.chance(0.7):
            yield self.end_call("s")
