# SPDX-License-Identifier: MIT
"""Random programs with a worker: what it sends, prints, throws and how it ends, and how its parent
reacts. Only the parent prints, so that there is one order: that of its events."""

import random


class Statement:
    """A line of the worker's program, or of its parent's."""

    def __init__(self, of, text):
        self.of, self.text, self.bodies = of, text, []

    def copy(self):
        return Statement(self.of, self.text)


HEAD = """'use strict';
const { Worker, MessageChannel, isMainThread, parentPort, workerData } =
  require('worker_threads');
if (isMainThread) parent(); else child();

function parent() {
  const L = (...words) => console.log(...words);
  const extra = new MessageChannel();
  const worker = new Worker(__filename, {
    workerData: { extra: extra.port2 }, transferList: [extra.port2], stdout: true, stderr: true,
  });
  let printed = '';
  worker.stdout.on('data', (data) => { printed += data; });
  worker.stderr.on('data', (data) => { printed += data; });
  let messages = 0;
  let told = 0;
  worker.on('message', (message) => { messages++; L('message', message); });
  worker.on('online', () => L('online'));
  worker.on('error', (error) => L('error', error.name, error.message ?? error));
  worker.on('exit', (code) => L('exit', code));
  process.on('exit', (code) => L('end', code, messages, JSON.stringify(printed)));
"""
MIDDLE = """}

function child() {
  const { extra } = workerData;
  const S = (text) => parentPort.postMessage(text);
"""
TAIL = "}\n"

WHEN = ("{};", "process.nextTick(() => {{ {}; }});", "Promise.resolve().then(() => {{ {}; }});",
        "setImmediate(() => {{ {}; }});", "setTimeout(() => {{ {}; }}, 1);",
        "queueMicrotask(() => {{ {}; }});")
IN_EVENT = ("{};", "process.nextTick(() => {{ {}; }});", "Promise.resolve().then(() => {{ {}; }});",
            "setImmediate(() => {{ {}; }});")


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.labels = 0

    def label(self):
        self.labels += 1
        return f"{self.labels}"

    def pick(self, *options):
        return self.random.choice(options)

    def child_action(self):
        label = self.label()
        return self.random.choices([
            f"S('{label}')",
            f"for (let i = 0; i < {self.pick(2, 5)}; i++) S('{label} ' + i)",
            f"console.log('out {label}')",
            f"console.error('err {label}')",
            f"process.stdout.write('text {label}\\n', () => S('written {label}'))",
            f"extra.postMessage('extra {label}')",
            f"throw new Error('thrown {label}')",
            f"Promise.reject(new RangeError('rejected {label}'))",
            f"process.exit({self.pick('', '0', '3')})",
            f"process.exitCode = {self.pick(0, 4)}",
            "parentPort.close()",
            "extra.close()",
        ], [6, 3, 3, 1, 2, 2, 1, 1, 1.5, 1, 0.7, 0.7])[0]

    def child_statement(self):
        kind = self.random.random()
        if kind < 0.55:
            return self.pick(*WHEN).format(self.child_action())
        if kind < 0.75:
            label = self.label()
            return (f"parentPort.{self.pick('on', 'once')}('message', (m) => {{ S('got ' + m); "
                    f"{self.pick(*IN_EVENT).format(self.child_action())} "
                    f"if (m === 'last') parentPort.close(); }}); // {label}")
        if kind < 0.85:
            return f"process.on('exit', (code) => {{ S('exiting ' + code); " \
                   f"{self.pick('', self.child_action())}; }});"
        if kind < 0.92:
            return "process.on('uncaughtException', (e) => S('uncaught ' + e.message));"
        return "process.on('beforeExit', () => { if (!child.told) { child.told = 1; " \
               f"{self.child_action()}; }} }});"

    def parent_action(self):
        label = self.label()
        return self.random.choices([
            f"L('{label}')",
            f"worker.postMessage('m{label}')",
            f"worker.terminate().then((code) => L('terminated {label}', code))",
            f"extra.port1.postMessage('e{label}')",
            "extra.port1.close()",
            "worker.unref()",
            "worker.ref()",
        ], [5, 4, 1.5, 1, 0.7, 0.4, 0.4])[0]

    def parent_statement(self):
        kind = self.random.random()
        action = self.pick(*IN_EVENT).format(self.parent_action())
        if kind < 0.25:
            return action
        if kind < 0.6:
            return f"worker.{self.pick('on', 'once')}('message', () => {{ {action} }});"
        if kind < 0.72:
            return f"worker.on('online', () => {{ {action} }});"
        if kind < 0.82:
            return f"worker.on('exit', () => {{ {action} }});"
        if kind < 0.88:
            return f"worker.on('error', () => {{ {action} }});"
        if kind < 0.95:
            return "extra.port1.on('message', (m) => { L('extra', m); " \
                   f"if (told++ === {self.pick(0, 1)}) extra.port1.close(); }});"
        return "extra.port1.on('close', () => L('extra closed'));"

    def program(self):
        statements = [Statement("parent", self.parent_statement())
                      for _ in range(self.random.randint(1, 6))]
        statements.append(Statement("parent", "worker.postMessage('last');"))
        statements += [Statement("child", self.child_statement())
                       for _ in range(self.random.randint(1, 6))]
        return statements


def make(seed, _):
    """The program of a seed, whatever the engine."""
    return Writer(seed).program()


WAIT = "for (const end = Date.now() + 15; Date.now() < end;);"


def delayed(text):
    """The same program with one thread slower. If Node then prints something else, it is a race."""
    child = "function child() {\n"
    said = "const L = (...words) => console.log(...words);"
    yield text.replace(child, child + f"  {WAIT}\n")
    yield text.replace(said, f"const L = (...words) => {{ console.log(...words); {WAIT} }};")


def render(statements):
    lines = {of: "".join(f"  {s.text}\n" for s in statements if s.of == of)
             for of in ("parent", "child")}
    return HEAD + lines["parent"] + MIDDLE + lines["child"] + TAIL
