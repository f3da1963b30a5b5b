# SPDX-License-Identifier: MIT
"""Random programs about order. A program is a list of statements; a statement is text with gaps for
lists of statements (the bodies of its callbacks), so that any part can be removed and the rest is
still a program: shrink.py relies on that."""

import random

MOST_STATEMENTS = 34
# Whether a timer of 1 ms is due in the next turn would depend on the speed of the runtime: after
# each one, after one that may have been restarted, and after work of the pool, the program waits
# until it certainly is.
DELAYS_MS = (0, 1, 1, 1, 30, 70, 110)
# Where engines of release 2.N differ from Node, and nobody can change that from outside:
# docs/node.md, "Order of promises". On other engines programs contain these, too.
EXCEPTIONS = {
    "await of a thenable that resolves with a promise": lambda minor: minor >= 54,
    "for await over a generator that yields a rejected promise": lambda minor: minor >= 54,
    "yield* in an async generator": lambda minor: minor < 54,
}


def exceptions(minor):
    return [name for name, holds in EXCEPTIONS.items() if holds(minor)]

# The count bounds programs whose listeners or intervals would never end.
PRELUDE = """'use strict';
const fs = require('fs');
const vm = require('vm');
const { EventEmitter } = require('events');
const em = new EventEmitter();
const T = [], I = [], P = [];
let count = 0, depth = 0;
const L = (label) => { if (++count > 400) process.exit(99); console.log(label); };
L('begin'); // its first use takes Node milliseconds, which the timers that follow would notice
// It waits without allocating: a task of Node's collector would run ticks that wait after an error.
const still = new Int32Array(new SharedArrayBuffer(4));
const spin = (ms) => { Atomics.wait(still, 0, 0, ms); };
class Sub extends Promise {}
let realm; // another one; most programs have none
const elsewhere = (text) => vm.runInContext(text, realm ??= vm.createContext({}));
const fire = (name) => {
  if (depth > 2) return;
  depth++;
  try { em.emit(name); } finally { depth--; }
};
"""


class Statement:
    """`pieces` and `bodies` alternate; the first and the last are pieces."""

    def __init__(self, pieces, bodies=()):
        self.pieces = list(pieces)
        self.bodies = [list(body) for body in bodies]

    def render(self, indent, lines):
        pad = "  " * indent
        lines.append(pad + self.pieces[0])
        for piece, body in zip(self.pieces[1:], self.bodies):
            for statement in body:
                statement.render(indent + 1, lines)
            lines.append(pad + piece)

    def copy(self):
        return Statement(self.pieces, [[s.copy() for s in body] for body in self.bodies])


def render(statements):
    lines = []
    for statement in statements:
        statement.render(0, lines)
    return PRELUDE + "\n".join(lines) + "\n"


class Writer:
    def __init__(self, seed, minor):
        self.random = random.Random(seed)
        self.without = exceptions(minor)
        self.left = self.random.randint(6, MOST_STATEMENTS)
        self.labels = 0
        self.has_files = self.random.random() < 0.5
        self.throws = self.random.random() < 0.5

    def label(self, what):
        self.labels += 1
        return f"{what}{self.labels}"

    def pick(self, *choices):
        return self.random.choice(choices)

    def unless(self, exception, text, otherwise):
        """The text, or another one on engines that have this exception."""
        if exception not in EXCEPTIONS:
            raise KeyError(exception)
        return otherwise if exception in self.without else text

    def body(self, depth, label):
        """What a callback does: it logs that it ran, then does some more."""
        most = max(0, 4 - depth)
        wanted = self.random.randint(0, most)
        first = [Statement([f"L('{label}');"])]
        return first + [s for s in (self.statement(depth + 1) for _ in range(wanted)) if s]

    def program(self):
        statements = list(self.handlers())
        while self.left > 0:
            statement = self.statement(0)
            if statement:
                statements.append(statement)
        statements.append(Statement(["L('main ends');"]))
        return statements

    def handlers(self):
        """What a program sets up once."""
        if self.random.random() < 0.7:
            label = self.label("exit")
            yield Statement([f"process.on('exit', (code) => {{ L('{label} ' + code);", "});"],
                            [self.exit_body()])
        if self.throws and self.random.random() < 0.8:
            label = self.label("uncaught")
            yield Statement(
                [f"process.on('uncaughtException', (error, origin) => {{ "
                 f"L('{label} ' + origin + ' ' + (error && error.code || error && error.message));",
                 "});"], [self.body(2, label)])
        if self.random.random() < 0.4:
            label = self.label("unhandled")
            yield Statement(
                [f"process.on('unhandledRejection', (reason) => {{ "
                 f"L('{label} ' + (reason && reason.message || reason));", "});"],
                [self.body(2, label)])
        if self.random.random() < 0.3:
            yield Statement(["process.on('rejectionHandled', () => { L('handled late');", "});"],
                            [[]])
        if self.random.random() < 0.4:
            label = self.label("before")
            yield Statement([f"process.once('beforeExit', () => {{ L('{label}');", "});"],
                            [self.body(2, label)])
        if self.random.random() < 0.15:
            yield Statement(["process.on('beforeExit', () => { L('each before');", "});"], [[]])

    def exit_body(self):
        chance = self.random.random()
        if chance < 0.1:
            return [Statement([f"process.exitCode = {self.pick(0, 3, 7)};"])]
        if chance < 0.2:
            return [Statement(["process.nextTick(() => L('tick of exit'));"]),
                    Statement(["Promise.resolve().then(() => L('micro of exit'));"])]
        if chance < 0.25:
            return [Statement(["throw new Error('in exit');"])]
        return []

    def statement(self, depth):
        if self.left <= 0:
            return None
        self.left -= 1
        kinds = [
            (4, self.tick), (4, self.microtask), (6, self.then), (5, self.timeout),
            (5, self.immediate), (4, self.async_function), (2, self.thenable), (2, self.interval),
            (2, self.clear), (2, self.combine), (3, self.emitter), (1, self.spin),
            (2, self.caught), (1, self.executor), (1, self.unref), (1, self.refresh),
            (2, self.rejection), (1, self.late_handler), (2, self.async_iteration),
            (3, self.last), (2, self.async_generator), (1, self.subclass),
        ]
        if self.has_files:
            kinds.append((3, self.file))
        if self.throws and depth > 0:
            kinds.append((2, self.throw))
        if depth > 0:
            kinds.append((0.3, self.leave))
        total = sum(weight for weight, _ in kinds)
        at = self.random.uniform(0, total)
        for weight, kind in kinds:
            at -= weight
            if at <= 0:
                return kind(depth)
        return kinds[0][1](depth)

    def callback(self, opening, closing, depth, what):
        label = self.label(what)
        return Statement([opening, closing], [self.body(depth, label)])

    def tick(self, depth):
        return self.callback("process.nextTick(() => {", "});", depth, "tick")

    def microtask(self, depth):
        return self.callback("queueMicrotask(() => {", "});", depth, "micro")

    def slot(self):
        return self.random.randint(0, 3)

    def timeout(self, depth):
        delay = self.pick(*DELAYS_MS)
        ending = " spin(3);" if delay <= 1 else ""
        return self.callback(f"T[{self.slot()}] = setTimeout(() => {{", f"}}, {delay});{ending}",
                             depth, f"timeout({delay})")

    def immediate(self, depth):
        return self.callback(f"I[{self.slot()}] = setImmediate(() => {{", "});", depth,
                             "immediate")

    def interval(self, depth):
        label = self.label("interval")
        name = f"i{self.labels}"
        times = self.random.randint(1, 3)
        delay, ending = self.pick((1, "spin(3);"), (30, ""))
        return Statement(
            [f"let n{name} = 0; const {name} = setInterval(() => {{ "
             f"if (++n{name} >= {times}) clearInterval({name});",
             f"{ending}}}, {delay}); {ending}"], [self.body(depth + 1, label)])

    def clear(self, _):
        return Statement([self.pick(f"clearTimeout(T[{self.slot()}]);",
                                    f"clearImmediate(I[{self.slot()}]);")])

    def unref(self, _):
        return Statement([self.pick(
            f"if (T[{self.slot()}]) T.filter(Boolean)[0].unref();",
            "if (I.filter(Boolean)[0]) I.filter(Boolean)[0].unref();",
            "if (T.filter(Boolean)[0]) T.filter(Boolean)[0].ref();",
            "setTimeout(() => L('never, it is unrefed'), 500).unref();")])

    def refresh(self, _):
        slot = self.slot()
        return Statement([f"if (T[{slot}]) T[{slot}].refresh(); spin(3);"])

    def source(self):
        return self.pick("Promise.resolve()", "Promise.resolve(1)", "(async () => {})()",
                         "new Promise((resolve) => setImmediate(resolve))",
                         "new Promise((resolve) => process.nextTick(resolve))",
                         "new Promise((resolve) => setTimeout(resolve, 30))",
                         "Promise.resolve({ then(resolve) { L('then called'); resolve(2); } })",
                         "new Promise((resolve) => resolve(Promise.resolve(3)))",
                         "Sub.resolve(1)", "Sub.resolve(Promise.resolve(1))",
                         "elsewhere('Promise.resolve(1)')")

    def value(self):
        """What a callback may return, an async function await, a generator yield."""
        return self.pick("1", "undefined", "{}", "Promise.resolve(7)", "(async () => 8)()",
                         "{ then(resolve) { resolve(9); } }",
                         "{ then(resolve) { queueMicrotask(resolve); } }",
                         self.unless("await of a thenable that resolves with a promise",
                                     f"{{ then(resolve) {{ resolve({self.source()}); }} }}",
                                     "{ then(resolve) { resolve(10); } }"), self.source())

    def several(self):
        """What an async generator may pass on."""
        return self.pick("[1, 2]", f"[{self.value()}]",
                         f"(function* () {{ yield 1; yield {self.value()}; }})()",
                         f"(async function* () {{ yield 1; yield {self.value()}; }})()")

    def then(self, depth):
        pieces = [f"P[{self.slot()}] = {self.source()}.then(() => {{"]
        bodies = [self.body(depth, self.label("then"))]
        for _ in range(self.random.randint(0, 2)):
            kind = self.pick("then(() => {", "finally(() => {", "catch(() => {",
                             "then((value) => {")
            ending = self.pick("", "", " return Promise.resolve(4);", " return (async () => 5)();")
            pieces.append(f"{ending} }}).{kind}")
            bodies.append(self.body(depth + 1, self.label(kind.split("(")[0])))
        pieces.append("});")
        return Statement(pieces, bodies)

    def async_function(self, depth):
        label = self.label("async")
        pieces = [f"(async () => {{ L('{label}');"]
        bodies = []
        for _ in range(self.random.randint(1, 3)):
            awaited = self.pick("null", "undefined", "Promise.resolve()", "(async () => 1)()",
                                self.source(), "{ then(resolve) { resolve(6); } }")
            bodies.append(self.body(depth + 1, self.label("before await")))
            pieces.append(f"await {awaited};")
        bodies.append(self.body(depth + 1, self.label("after await")))
        pieces.append(self.pick("})();", "})();", "})().then(() => L('async done'));"))
        return Statement(pieces, bodies)

    def last(self, depth):
        """finally: after a resolved or rejected promise, with something to wait for, or an error.
        """
        before = self.pick(self.source(), self.source(), "Promise.reject(new Error('kept back'))",
                           "(async () => { throw new Error('kept back'); })()")
        ending = self.pick("", "", f"return {self.value()};", "throw new Error('at last');")
        after = self.label("settled")
        return Statement(
            [f"{before}.finally(() => {{",
             f"{ending} }}).then(() => L('{after}'), () => L('{after}, refused'));"],
            [self.body(depth + 1, self.label("finally"))])

    def subclass(self, depth):
        how = self.pick(f"Sub.resolve({self.value()})", f"Sub.all([{self.value()}, 1])",
                        f"Sub.race([{self.value()}])", f"Sub.resolve(1).finally(() => "
                        f"({self.value()}))", f"new Sub((resolve) => resolve({self.value()}))")
        return self.callback(f"{how}.then(() => {{", "});", depth, "sub")

    def async_iteration(self, depth):
        label = self.label("step")
        over = self.pick("[1, Promise.resolve(2)]", f"[{self.value()}, {self.value()}]",
                         "(async function* () { yield 1; yield 2; })()",
                         f"(async function* () {{ try {{ yield {self.value()}; yield 2; }} "
                         f"finally {{ await {self.value()}; L('closed'); }} }})()",
                         f"(function* () {{ yield 1; yield {self.value()}; }})()",
                         f"[{self.value()}, Promise.reject(new Error('refused'))]",
                         "(function* () { try { yield 1; " + self.unless(
                             "for await over a generator that yields a rejected promise",
                             "yield Promise.reject(1);", "yield Promise.resolve(1);")
                         + " } finally { L('closed'); } })()")
        leave = self.pick("", "", " break;", " throw new Error('left');")
        return Statement([f"(async () => {{ for await (const x of {over}) {{ L('{label}');",
                          f"{leave} }} L('iterated'); }})().catch(() => L('{label} caught'));"],
                         [self.body(depth + 2, label)])

    def async_generator(self, depth):
        """Several requests at once to a generator, which handles them one after the other."""
        label = self.label("generator")
        name = f"g{self.labels}"
        pieces = [f"const {name} = (async function* () {{ try {{ L('{label}');"]
        bodies = []
        for _ in range(self.random.randint(1, 2)):
            bodies.append(self.body(depth + 2, self.label("in generator")))
            pieces.append(self.pick(f"yield {self.value()};", f"await {self.value()};",
                                    f"yield await {self.value()};", self.unless(
                                        "yield* in an async generator",
                                        f"yield* {self.several()};", f"yield {self.value()};")))
        bodies.append(self.body(depth + 2, self.label("in generator")))
        asks = []
        for _ in range(self.random.randint(1, 4)):
            ask = self.pick("next()", "next()", f"return({self.value()})",
                            "throw(new Error('thrown in'))")
            asked = self.label(ask.split("(")[0])
            asks.append(f"{name}.{ask}.then((step) => L('{asked} ' + step.done), "
                        f"() => L('{asked} refused'));")
        pieces.append(f"return {self.value()}; }} finally {{ L('{label} ends'); }} }})(); "
                      + " ".join(asks))
        return Statement(pieces, bodies)

    def thenable(self, depth):
        label = self.label("thenable")
        return Statement(
            [f"Promise.resolve({{ then(resolve) {{ L('{label} then');",
             "resolve(); } }).then(() => {", "});"],
            [self.body(depth + 1, label), self.body(depth + 1, self.label("thenable done"))])

    def executor(self, depth):
        label = self.label("executor")
        later = self.pick("setTimeout(resolve, 30)", "setImmediate(resolve)", "resolve()",
                          "queueMicrotask(resolve)", "process.nextTick(resolve)")
        return Statement([f"new Promise((resolve) => {{ L('{label}');",
                          f"{later}; }}).then(() => {{", "});"],
                         [self.body(depth + 2, label), self.body(depth + 1, self.label("kept"))])

    def combine(self, depth):
        kind = self.pick("all", "race", "allSettled", "any")
        sources = ", ".join(self.source() for _ in range(self.random.randint(1, 3)))
        return self.callback(f"Promise.{kind}([{sources}]).then(() => {{", "});", depth, kind)

    def emitter(self, depth):
        name = self.pick("a", "b")
        choice = self.random.random()
        if choice < 0.45:
            return Statement([f"fire('{name}');"])
        how = self.pick("on", "once", "prependListener")
        return self.callback(f"em.{how}('{name}', () => {{", "});", depth + 1, f"event {name} ")

    def spin(self, _):
        return Statement([f"spin({self.pick(3, 3, 40)});"])

    def caught(self, depth):
        label = self.label("caught")
        return Statement(["try {", f"throw 1; }} catch {{ L('{label}');", "}"],
                         [self.body(depth + 1, self.label("try")), self.body(depth + 2, label)])

    def throw(self, _):
        return Statement([f"throw new Error('{self.label('error')}');"])

    def rejection(self, depth):
        label = self.label("rejected")
        return Statement([self.pick(
            f"P[{self.slot()}] = Promise.reject(new Error('{label}'));",
            f"P[{self.slot()}] = (async () => {{ await null; throw new Error('{label}'); }})();",
            f"P[{self.slot()}] = Promise.reject(new Error('{label}')); "
            f"P.forEach((p) => p && p.catch(() => L('caught {label}')));",
            f"Promise.reject(new Error('{label}')).catch(() => L('at once {label}'));",
            f"(async () => {{ try {{ await Promise.reject(1); }} "
            f"catch {{ L('{label}'); }} }})();")])

    def late_handler(self, depth):
        slot = self.slot()
        label = self.label("late")
        return Statement([self.pick(
            f"if (P[{slot}]) P[{slot}].catch(() => L('{label}'));",
            f"setImmediate(() => P[{slot}] && P[{slot}].catch(() => L('{label}')));",
            f"process.nextTick(() => P[{slot}] && P[{slot}].catch(() => L('{label}')));")])

    def file(self, depth):
        """Waits until the file system has answered, so that the next poll phase finds it."""
        call = self.pick("stat(__filename", "access(__filename", "lstat('/nonexistent'",
                         "readdir(__dirname")
        return self.callback(f"fs.{call}, () => {{", "}); spin(4);", depth, "file")

    def leave(self, _):
        return Statement([self.pick("process.exit();", "process.exit(4);",
                                    "process.exitCode = 5;")])


def delayed(text):
    """The same program with waits that are a little shorter or longer, slower lines, and with a
    realm that is there already, because making one takes Node milliseconds. If Node then prints
    something else, what the program does takes about as long as a timer, and nothing but speed
    decides which is first."""
    wait = "Atomics.wait(still, 0, 0, ms"
    for change in ("- 0.5", "+ 0.5", "+ 1"):
        yield text.replace(wait, f"{wait} {change}")
    say = "const L = (label) => { "
    for ms in (1, 2):
        yield text.replace(say, "const rest = new Int32Array(new SharedArrayBuffer(4));\n"
                           f"{say}Atomics.wait(rest, 0, 0, {ms}); ")
    yield text.replace("let realm;", "let realm = vm.createContext({});")


def make(seed, minor):
    """The program of a seed, for an engine of release 2.MINOR."""
    return Writer(seed, minor).program()
