# SPDX-License-Identifier: MIT
"""Scenarios about child processes. The output of a child comes in arbitrary pieces: only their sum
counts. The child and each of its streams have lanes of their own."""

from base import Statement
from files import Files

COMMANDS = (
    "'cat'", "'cat'", "'cat'", "'head', ['-c', '10']", "'true'", "'false'",
    "'sh', ['-c', 'exit 7']", "'sh', ['-c', 'kill -9 $$']", "'sh', ['-c', 'kill -TERM $$']",
    "'sh', ['-c', 'exec <&-; sleep 0.05; echo late']", "'sh', ['-c', 'sleep 0.05; cat | wc -c']",
    "'sh', ['-c', 'echo out; echo err >&2; exit 3']", "'head', ['-c', '300000', '/dev/zero']",
    "'missing-program'", "'sleep', ['5']", "'sh', ['-c', 'echo $0 $FOO; pwd >&2', 'zero']",
    "'sh', ['-c', 'sleep 0.03; exit 1']",
    "'sh', ['-c', 'head -c 100000 /dev/zero; cat >/dev/null']",
    "'wc', ['-c']", "'sh', ['-c', 'exec >&-; cat >/dev/null; echo x >&2']",
    "'sh', ['-c', 'printf one; sleep 0.02; printf two']", "'dir'", "'sh', ['-c', 'cat <&3']",
)
# Children that read their input to its end, so that all written data arrives.
READERS = ("'cat'", "'cat'", "'wc', ['-c']", "'sh', ['-c', 'sleep 0.05; cat | wc -c']",
           "'sh', ['-c', 'cat; echo err >&2; exit 2']", "'md5sum'",
           "'sh', ['-c', 'read line; echo $line; cat >/dev/null']",
           "'sh', ['-c', 'exec >&-; cat >/dev/null; echo x >&2']")


class Children(Files):
    def spawn_options(self):
        return self.some((
            ("stdio", 0.3, "'pipe'", "'ignore'", "['pipe', 'pipe', 'ignore']",
             "['pipe', 'ignore', 'pipe']", "['ignore', 'pipe', 'pipe']",
             "['pipe', 'pipe', 'pipe', 'pipe']", "['pipe', fs.openSync('new', 'w'), 'pipe']",
             "[fs.openSync('mid', 'r'), 'pipe', 'pipe']", "['overlapped', 'pipe', null]",
             "['pipe', 'nonsense']" if self.chance(0.2) else "[null, undefined, 'pipe']",
             "['pipe', 'pipe', 'pipe', 'ipc']", "'nonsense'" if self.chance(0.2) else "'pipe'"),
            ("env", 0.1, "{ FOO: 'foo', PATH: process.env.PATH }"),
            ("cwd", 0.1, "'dir'", "'missing'", "'mid'"),
            ("timeout", 0.1, "30", "5000", "-1" if self.chance(0.3) else "5000"),
            ("killSignal", 0.05, "'SIGKILL'", "'SIGINT'", "'nonsense'"),
            ("signal", 0.12, "control.signal"),
            ("shell", 0.07, "true", "'/bin/sh'", "'/missing/sh'"),
            ("argv0", 0.04, "'other'"), ("uid", 0.01, "-5"),
            ("serialization", 0.03, "'advanced'", "'nonsense'"),
        ))

    def watch(self, streams):
        yield Statement(["H.watch('child', c, { lane: 'child', events: "
                         "['spawn', 'exit', 'close', 'error', 'disconnect', 'message'] });"])
        # No 'drain': whether one is needed depends on how soon the child reads.
        events = "['close', 'error', 'end', 'finish']"
        for name, index in streams:
            yield Statement([f"if (c.{name}) H.watch('{name}', c.{name}, {{ lane: '{name}', "
                             f"merge: true, events: {events}"
                             f"{', hide: true' if index == 0 else ''} }});"])

    KILLS = ("c.kill()", "c.kill('SIGKILL')", "c.kill(0)", "c.kill('nonsense')", "c.kill(15)",
             "control.abort()", "c.killed", "c.exitCode", "c.signalCode", "c.kill()",
             "(c.unref(), c.ref())", "c.ref()", "c.connected", "c.disconnect?.()",
             "c.send?.({ x: 1 }, {cb})", "[c.spawnfile, c.spawnargs]",
             "control.abort(new Error('why'))")

    def spawn(self):
        reads = self.chance(0.6)
        command = self.pick(*(READERS if reads else COMMANDS))
        yield Statement(["const control = new AbortController();"])
        yield Statement([f"const c = H.call(null, 'spawn', () => child_process.spawn({command}, "
                         f"{self.spawn_options() if self.chance(0.6) else '{}'}));"])
        yield Statement(["if (!c) return;"])
        yield from self.watch((("stdin", 0), ("stdout", 1), ("stderr", 2)))
        yield from self.output()
        yield from self.input(reads)
        if self.chance(0.4) and "/dev/zero" not in command:
            yield self.at("c", ("sync", "tick", "spawn", "exit", "close", "spawn"),
                          [self.say("c", self.action("c", self.KILLS))
                           for _ in range(self.number(1, 2))])
        if "sleep', ['5'" in command:
            yield self.at("c", ("spawn",), [self.say("c", "c.kill()")])

    def output(self):
        for name in ("stdout", "stderr"):
            kind = self.random.random()
            if kind < 0.6:
                yield Statement([f"c.{name}?.on('data', H.data(c.{name}));"])
            elif kind < 0.7:
                yield Statement([f"c.{name}?.setEncoding('{self.pick('utf8', 'hex', 'latin1')}')"
                                 f".on('data', H.data(c.{name}));"])
            elif kind < 0.8:
                size = self.pick("", "", "1", "100")
                yield Statement([f"c.{name}?.on('readable', () => {{ let d; while ((d = "
                                 f"c.{name}.read({size})) !== null) H.data(c.{name})(d); }});"])
            elif kind < 0.87:
                yield Statement([f"c.{name} && H.iterate(c.{name}, 0, 'break');"])
            elif kind < 0.9:
                yield self.at(f"c.{name}", ("sync", "data", "tick", "end"),
                              [self.say(f"c.{name}", f"c.{name}?.destroy()")])
            else:
                yield Statement([f"c.{name}?.on('data', H.data(c.{name}));"])
                yield Statement([f"c.{name}?.pause();"])
                yield self.at("c", ("immediate", "later", "later", "tick"),
                              [Statement([f"c.{name}?.resume();"])])

    def input(self, reads):
        sizes = ("bytes(10)", "'text\\\\n'", "bytes(3000)") + \
            (("bytes(300000)", "bytes(100000)", "bytes(70000)", "text(50)") if reads else ())
        count = self.number(0, 4) if reads else 0  # otherwise nobody may read it
        for _ in range(count):
            cb = f", {self.cb('c.stdin', 'w')}" if self.chance(0.6) else ""
            yield Statement([f"c.stdin && H.call(c.stdin, 'write', () => void c.stdin.write("
                             f"{self.pick(*sizes)}{cb}));"])
        kind = self.random.random()
        if kind < 0.75:
            yield Statement([f"c.stdin && H.call(c.stdin, 'end', () => c.stdin.end("
                             f"{self.pick('', self.cb('c.stdin', 'ended'))}));"])
        elif kind < 0.85:
            yield Statement(["c.stdin && fs.createReadStream('big').pipe(c.stdin);"])
        elif kind < 0.9:
            yield self.at("c.stdin", ("sync", "tick", "immediate"),
                          [self.say("c.stdin", "c.stdin?.destroy()")])
        else:
            yield self.at("c", ("later", "spawn", "immediate"),
                          [Statement(["c.stdin?.end('last');"])])

    # --- exec and the synchronous ones

    SHELL = ("echo out; echo err >&2", "exit 5", "cat", "printf 0123456789", "kill -9 $$",
             "head -c 100000 /dev/zero", "missing-program-x",
             "sleep 5", "echo $FOO", "printf '\\\\342\\\\202\\\\254'", "printf abc >&2; exit 1",
             "true", "cat <&-; echo next", "echo a; sleep 0.02; echo b")

    def exec_options(self):
        return self.some((
            ("maxBuffer", 0.3, "5", "10", "0", "100000", "Infinity", "1",
             "-1" if self.chance(0.3) else "3"),
            ("encoding", 0.3, "'buffer'", "'hex'", "'utf8'", "'latin1'", "null", "'nonsense'"),
            ("timeout", 0.1, "50", "3000"),
            ("killSignal", 0.1, "'SIGKILL'", "'SIGINT'"),
            ("env", 0.1, "{ FOO: 'foo', PATH: process.env.PATH }"),
            ("cwd", 0.07, "'dir'", "'missing'"), ("signal", 0.08, "control.signal"),
            ("shell", 0.05, "'/bin/sh'", "'/missing/sh'"),
        ))

    def exec(self):
        yield Statement(["const control = new AbortController();"])
        shell = self.pick(*self.SHELL).replace("'", "\\'")
        options = self.exec_options()
        if shell == "sleep 5":
            options = options.replace("{", "{ timeout: 40, ", 1)
        cb = "H.cb(c, 'done')"
        call = self.pick(f"child_process.exec('{shell}', {options}, {cb})",
                         f"child_process.exec('{shell}', {options}, {cb})",
                         f"child_process.execFile('sh', ['-c', '{shell}'], {options}, {cb})",
                         f"child_process.execFile('missing-program', {options}, {cb})",
                         f"child_process.exec('{shell}', {cb})" if shell != "sleep 5" else
                         f"child_process.exec('true', {cb})")
        yield Statement([f"let c; c = H.call(null, 'exec', () => {call});"])
        yield Statement(["if (!c) return;"])
        yield Statement(["H.watch('child', c, { lane: 'child', events: "
                         "['spawn', 'exit', 'close', 'error'] });"])
        yield Statement([f"c.stdin?.on('error', () => {{}}).end({self.pick('', 'bytes(100)')});"])
        if self.chance(0.2) and "/dev/zero" not in shell:
            yield self.at("c", ("sync", "tick", "spawn", "exit"),
                          [self.say("c", self.action("c", self.KILLS))])

    def promised(self):
        yield Statement(["const control = new AbortController();"])
        shell = self.pick(*self.SHELL).replace("'", "\\'")
        options = self.exec_options()
        if shell == "sleep 5":
            options = options.replace("{", "{ timeout: 40, ", 1)
        yield Statement([f"const p = H.call(null, 'exec', () => util.promisify("
                         f"child_process.exec)('{shell}', {options}));"])
        yield Statement(["if (p) p.child.stdin.on('error', () => {}).end();"])

    def sync(self):
        for _ in range(self.number(1, 2)):
            options = self.some((
                ("input", 0.4, "bytes(10)", "bytes(300000)", "'text'", "new Uint8Array(5)", "''",
                 "5" if self.chance(0.2) else "bytes(3)", "new DataView(new ArrayBuffer(3))"),
                ("maxBuffer", 0.25, "5", "0", "100000", "Infinity",
                 "-1" if self.chance(0.3) else "9"),
                ("encoding", 0.3, "'utf8'", "'hex'", "'buffer'", "'nonsense'"),
                ("killSignal", 0.1, "'SIGKILL'", "'nonsense'", "9"),
                ("stdio", 0.3, "'pipe'", "['pipe', 'pipe', 'ignore']", "'ignore'",
                 "['pipe', 'ignore', 'pipe']", "[fs.openSync('mid', 'r'), 'pipe', 'pipe']",
                 "['ignore', 'pipe', 'pipe', 'pipe']", "['pipe', 'pipe', 'pipe', 'ipc']"),
                ("cwd", 0.07, "'dir'", "'missing'"),
                ("env", 0.05, "{ FOO: 'foo', PATH: process.env.PATH }"),
                ("shell", 0.05, "true", "'/missing/sh'"),
                ("timeout", 0.1, "2000", "50"),
            ))
            shell = self.pick(*self.SHELL).replace("'", "\\'")
            if shell == "sleep 5":
                options = options.replace("{", "{ timeout: 40, ", 1)
            quiet = options.replace("{", "{ stdio: 'pipe', ", 1)
            call = self.pick(
                f"child_process.spawnSync('sh', ['-c', '{shell}'], {options})",
                f"child_process.spawnSync('cat', {options})",
                f"child_process.spawnSync('missing-program', {options})",
                f"child_process.execSync('{shell}', {quiet})",
                f"child_process.execFileSync('sh', ['-c', '{shell}'], {quiet})",
                f"child_process.execFileSync('cat', {quiet})",
                f"child_process.spawnSync('wc', ['-c'], {options})",
                f"child_process.spawnSync('head', ['-c', '3'], {options})")
            yield Statement([f"H.call(null, 'sync', () => {{ const r = {call}; if (r?.pid) r.pid = "
                             f"'some'; return r; }});"])

    # --- messages

    KID = ("process.on('message', (m) => process.send(m));",
           "process.on('message', (m) => { process.send({ got: m }); if (m === 'go') "
           "process.disconnect(); });",
           "process.send('first'); process.once('message', (m) => process.exit(4));",
           "for (let i = 0; i < 50; i++) process.send({ i, fill: 'x'.repeat(3000) }); "
           "process.on('message', () => process.disconnect());",
           "process.on('disconnect', () => { console.log('gone', process.connected); }); "
           "process.on('message', () => {});",
           "process.disconnect(); console.log(process.send === undefined, process.connected);",
           "process.send('bye', () => process.exit(0));", "console.log('nothing');",
           "process.on('message', (m) => { console.log(JSON.stringify(m)); if (m === 'go') "
           "process.disconnect(); });", "setTimeout(() => process.exit(2), 20);",
           "process.channel.ref(); process.on('message', (m) => { process.channel.unref(); });",
           "try { process.send(undefined); } catch (e) { console.log(e.code, e.message); } "
           "process.send('x', (...a) => { console.log(a.length, a[0]); process.disconnect(); "
           "process.send('late', (e) => console.log(e.code)); });")

    def fork(self):
        kid = self.pick(*self.KID)
        options = self.some((("silent", 0.7, "true"),
                             ("serialization", 0.3, "'advanced'", "'json'"),
                             ("execArgv", 0.1, "[]"), ("signal", 0.1, "control.signal"),
                             ("killSignal", 0.1, "'SIGKILL'"),
                             ("stdio", 0.1, "['pipe', 'pipe', 'pipe', 'ipc']",
                              "['pipe', 'pipe', 'pipe']")))
        if "silent" not in options and "stdio" not in options:
            options = options.replace("{", "{ silent: true, ", 1)
        yield Statement(["const control = new AbortController();"])
        quoted = kid.replace("'", "\\'")
        yield Statement([f"fs.writeFileSync('kid.js', '{quoted}');"])
        yield Statement([f"const c = H.call(null, 'fork', () => child_process.fork('kid.js', [], "
                         f"{options}));"])
        yield Statement(["if (!c) return;"])
        yield from self.watch((("stdin", 0), ("stdout", 1), ("stderr", 2)))
        for name in ("stdout", "stderr"):
            yield Statement([f"c.{name}?.on('data', H.data(c.{name}));"])
        messages = ("'hello'", "'go'", "{ a: [1, null, undefined] }", "5", "true", "null",
                    "undefined", "'x'.repeat(100000)", "() => {}", "new Map([[1, 2]])", "10n",
                    "Symbol('s')", "[]", "{ cmd: 'NODE_own' }", "new Date(0)", "NaN")
        for _ in range(self.number(0, 4)):
            cb = f", {self.cb('c', 'sent')}" if self.chance(0.5) else ""
            yield self.at("c", ("sync", "sync", "spawn", "message", "tick", "disconnect"), [
                Statement([f"H.call(c, 'send', () => void c.send({self.pick(*messages)}{cb}));"])])
        end = self.pick("c.disconnect()", "c.disconnect()", "c.kill()", "c.send('go')",
                        "control.abort()", "c.kill('SIGKILL')")
        yield self.at("c", ("sync", "message", "later", "tick", "spawn"), [self.say("c", end)])
        yield self.at("c", ("message",), [self.at("c", ("later", "immediate"), [
            Statement(["if (c.connected) c.disconnect();"])])])
        yield Statement(["setTimeout(() => c.kill('SIGKILL'), 4000).unref();"])
