# SPDX-License-Identifier: MIT
"""Random graphs of modules: {file name: [line, ...]}, of which m0.mjs is the program.

ES modules import from any others, so there are cycles; export in all forms, also what others
export; read imports before, while and after they have a value; await; throw; import() in modules,
functions, eval and CommonJS. CommonJS modules, JSON and a package are among them. Some names do not
exist, some are exported by two. What is read is printed, with errors by their names (and messages,
where those are the loader's and not the engine's)."""

import random

NAMES = ["a", "b", "c", "d", "e"]

HELPER = """
globalThis.shown = (v) => {
  if (typeof v === 'function') return `function ${v.name}`;
  if (v === null || typeof v !== 'object') return String(v);
  if (Object.prototype.toString.call(v) === '[object Module]') {
    return `Module{${Object.keys(v).join()}}`;
  }
  try { return JSON.stringify(v); } catch (e) { return 'object'; }
};
globalThis.told = (e) => {
  if (!(e instanceof Error)) return `thrown ${shown(e)}`;
  const own = e.code !== undefined || e instanceof SyntaxError || e.constructor === Error;
  const text = own ? e.message.split('\\n')[0].replaceAll(process.cwd(), '')
    .replace(/^(Detected cycle).*/, '$1') : ''; // of several, the first in an order of V8's own
  return `${e.name} ${e.code ?? ''} ${text.replace(/file:[^ ]*\\//g, '')}`;
};
globalThis.look = (where, read) => {
  let text;
  try { text = shown(read()); } catch (e) { text = told(e); }
  console.log(where, text);
};
"""


class Graph:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = self.random.randint(2, 7)
        self.files = {}
        self.serial = 0
        self.kinds = ["mjs"] + [self.random.choice(["mjs"] * 7 + ["cjs"] * 2 + ["json"])
                                for _ in range(1, self.count)]
        self.missing = self.random.random() < 0.12  # some graphs cannot be linked
        self.asks_json = 0.96
        self.has_package = self.random.random() < 0.25

    def chance(self, share):
        return self.random.random() < share

    def name(self, number):
        return f"m{number}.{self.kinds[number]}"

    def fresh(self):
        self.serial += 1
        return f"v{self.serial}"

    def make(self):
        self.files["helper.mjs"] = HELPER.strip().split("\n")
        self.exported = [self.plan(i) for i in range(self.count)]
        for i, kind in enumerate(self.kinds):
            self.files[self.name(i)] = getattr(self, f"make_{kind}")(i)
        if self.has_package:
            self.make_package()
        return self.files

    def plan(self, number):
        """Which names a module will have, its own or from others."""
        if self.kinds[number] == "json":
            return ["default"]
        names = self.random.sample(NAMES, self.random.randint(1, 4))
        if self.chance(0.6):
            names.append("default")
        return names

    def target(self, number):
        """Another module, or rarely the module itself."""
        if self.chance(0.05):
            return number
        return self.random.randrange(self.count)

    def specifier(self, number):
        name = f"./{self.name(number)}"
        return name + ("?again" if self.kinds[number] == "mjs" and self.chance(0.03) else "")

    def attributes(self, number):
        if self.kinds[number] != "json":
            return ""
        if not self.chance(self.asks_json):
            return ""
        return self.random.choice([" with { type: 'json' }"] * 3 + [" assert { type: 'json' }"])

    def wanted(self, number):
        """A name to import from a module."""
        if self.missing and self.chance(0.2):
            return self.random.choice([*NAMES, "nothing"])
        return self.random.choice(self.exported[number])

    # --- ES modules

    def make_mjs(self, number):
        me = f"m{number}"
        lines = ["import './helper.mjs';"] if number == 0 else []
        imports, readers = self.imports()
        exports, after = self.exports(number)
        body = [f"console.log('{me} begins');"]
        for _ in range(self.random.randint(0, 4)):
            if readers:
                body.append(self.read(me, readers))
        body += after
        for _ in range(self.random.randint(0, 3)):
            body.append(self.statement(me, readers))
        self.random.shuffle(body)
        lines += imports + exports
        if self.chance(0.3):
            self.random.shuffle(lines)
        return [*lines, *body, f"console.log('{me} ends');"]

    def imports(self):
        lines, readers = [], []
        for _ in range(self.random.randint(0, 4)):
            at = self.target(0)
            start, from_ = self.fresh(), f"'{self.specifier(at)}'{self.attributes(at)};"
            form = self.random.choice(["named", "named", "default", "star", "bare", "both"])
            if form == "bare" or (form in ("default", "both") and
                                  "default" not in self.exported[at] and not self.missing):
                lines.append(f"import {from_}")
            elif form == "default":
                lines.append(f"import {start} from {from_}")
                readers.append(start)
            elif form == "star":
                lines.append(f"import * as {start} from {from_}")
                readers += [start, f"{start}.{self.random.choice(NAMES)}",
                            f"Object.keys({start}).join()", f"{start}.default"]
            else:
                listed = [(self.wanted(at), self.fresh()) for _ in range(self.random.randint(1, 2))]
                inner = ", ".join(f"{name} as {local}" for name, local in listed)
                lines.append(f"import {start + ', ' if form == 'both' else ''}{{ {inner} }} "
                             f"from {from_}")
                readers += [local for _, local in listed] + [start] * (form == "both")
        if self.has_package and self.chance(0.5):
            local = self.fresh()
            lines.append(f"import {{ p as {local} }} from "
                         f"'{self.random.choice(['pack', 'pack/sub'])}';")
            readers.append(local)
        if self.chance(0.15):
            local = self.fresh()
            lines.append(f"import {{ sep as {local} }} from '{self.random.choice(['', 'node:'])}"
                         "path';")
            readers.append(local)
        return lines, readers

    def exports(self, number):
        lines, after = [], []
        for name in self.exported[number]:
            line, later = self.export(number, name)
            lines.append(line)
            after += later
        if self.chance(0.35):
            other = self.target(number)
            lines.append(f"export * from '{self.specifier(other)}'{self.attributes(other)};")
        if self.chance(0.1):
            other = self.target(number)
            lines.append(f"export * as 'a name' from '{self.specifier(other)}'"
                         f"{self.attributes(other)};")
        return lines, after

    def export(self, number, name):
        own, value = self.fresh(), self.random.randint(0, 99)
        if self.chance(0.2):
            other = self.target(number)
            return (f"export {{ {self.wanted(other)} as {name} }} from "
                    f"'{self.specifier(other)}'{self.attributes(other)};", [])
        if name == "default":
            return self.random.choice([
                (f"export default {value};", []),
                ("export default function () { return 'called'; }", []),
                (f"export default function {own}() {{ return {own}.name; }}", []),
                ("export default class { static x = 1; }", []),
                ("export default () => 1;", []),
                ("export default async function () {}", []),
                (f"let {own} = {value}; export {{ {own} as default }};",
                 [f"{own}++;", f"look('m{number} own', () => {own});"]),
            ])
        return self.random.choice([
            (f"export let {own} = {value}; export {{ {own} as {name} }};", [f"{own} += 1;"]),
            (f"let {own} = {value}; export {{ {own} as {name} }};",
             [f"queueMicrotask(() => {{ {own} = 'later'; }});"]),
            (f"export const {own} = {{ v: {value} }}, [{name}] = [{value}];", []),
            (f"export function {name}() {{ return ++{own}; }} let {own} = {value};",
             [f"look('m{number} calls', () => {name}());"]),
            (f"export class {name} {{ static v = {value}; }}", []),
            (f"export var {name} = {value};", [f"{name} = 'set';"]),
            (f"export async function {name}() {{ return {value}; }}", []),
            (f"export function* {name}() {{ yield {value}; }}", []),
        ])

    def read(self, me, readers):
        one = self.random.choice(readers)
        return self.random.choice([
            f"look('{me} reads {one}', () => {one});",
            f"look('{me} reads {one}', () => {one});",
            f"look('{me} type of {one}', () => typeof {one});",
            f"look('{me} calls {one}', () => {one}());",
            f"queueMicrotask(() => look('{me} reads {one} later', () => {one}));",
            f"look('{me} shorthand', () => Object.keys({{ k: {one} }}));",
        ])

    def statement(self, me, readers):
        other = self.target(0)
        importing = f"import('{self.specifier(other)}'"
        importing += ", { with: { type: 'json' } })" if self.kinds[other] == "json" else ")"
        got = "(m) => look('%s got', () => m), (e) => console.log('%s failed', told(e))" % (me, me)
        forms = [
            "await null;",
            "await null; await null;",
            f"console.log('{me} awaits', shown(await Promise.resolve(1)));",
            f"for await (const x of [1, Promise.resolve(2)]) console.log('{me} loop', x);",
            f"await Promise.resolve().then(() => console.log('{me} then'));",
            f"queueMicrotask(() => console.log('{me} microtask'));",
            f"await {importing}.then({got});",
            f"await {importing}.then({got});",
            f"await eval(\"{importing.replace(chr(34), chr(39))}\").then({got});",
            f"await new Function('x', 'return x()')(() => {importing}).then({got});",
            f"await import('./not-there.mjs').catch((e) => console.log('{me}', told(e)));",
            f"look('{me} meta', () => import.meta.url.split('/').at(-1) + import.meta.filename"
            ".split('/').at(-1) + typeof import.meta.dirname);",
            f"look('{me} resolve', () => import.meta.resolve('./{self.name(other)}')"
            ".split('/').at(-1));",
            f"look('{me} this', () => [typeof this, typeof require, typeof module]);",
            f"look('{me} arguments', () => arguments);",
            f"import('node:path').then((m) => console.log('{me} path', typeof m.join));",
        ]
        if self.chance(0.07):
            return random_throw(self.random, me)
        if readers and self.chance(0.2):
            one = self.random.choice(readers).split(".")[0].split("(")[0]
            if one != "Object":
                return self.random.choice([
                    # Before it has a value, the engines throw different errors.
                    f"look('{me} assigns', () => {{ try {{ {one} = 1; }} catch {{ return; }} }});",
                    f"look('{me} deletes', () => Reflect.deleteProperty({one}, 'a'));",
                    f"look('{me} tag', () => Object.prototype.toString.call({one}));",
                    f"look('{me} has', () => 'a' in {one});",
                    f"look('{me} describes', () => "
                    f"Object.getOwnPropertyDescriptor({one}, 'b')?.writable);",
                ])
        return self.random.choice(forms)

    # --- the others

    def make_cjs(self, number):
        me = f"m{number}"
        lines = ["'use strict';"] if self.chance(0.5) else []
        lines.append(f"console.log('{me} begins', typeof require, typeof exports);")
        names = [n for n in self.exported[number] if n != "default"]
        if self.chance(0.3):
            lines.append("Object.defineProperty(exports, '__esModule', { value: true });")
        if self.chance(0.4):
            inner = ", ".join(f"{n}: {self.random.randint(0, 9)}" for n in names)
            lines.append(f"module.exports = {{ {inner} }};")
        else:
            lines += [f"exports.{n} = {self.random.randint(0, 9)};" for n in names]
        if "default" in self.exported[number] and self.chance(0.4):
            lines.append("exports.default = 'own default';")
        if self.chance(0.3):
            other = self.target(number)
            if self.kinds[other] == "cjs":
                lines.append(f"module.exports = require('./{self.name(other)}');")
        if self.chance(0.3):
            lines.append(f"exports['{self.random.choice(NAMES)} x'] = 1;")
        if self.chance(0.4):
            other = self.target(number)
            lines.append(f"look('{me} requires', () => require('./{self.name(other)}'));")
        if self.chance(0.3):
            other = self.target(number)
            if self.kinds[other] == "mjs":
                lines.append(f"import('./{self.name(other)}').then((m) => look('{me} got', () => "
                             f"m), (e) => console.log('{me} failed', told(e)));")
        if self.chance(0.04):
            lines.append(f"throw new Error('{me} throws');")
        return [*lines, f"console.log('{me} ends');"]

    def make_json(self, number):
        return self.random.choice([[f"{{ \"n\": {number} }}"], ["[1, 2]"], ["null"], ["3"]])

    def make_package(self):
        self.files["node_modules/pack/package.json"] = [
            '{ "name": "pack", "exports": { ".": { "import": "./i.mjs", "require": "./r.cjs" },',
            '"./sub": "./r.cjs" } }']
        self.files["node_modules/pack/i.mjs"] = ["export { p } from 'pack/sub';",
                                                 "console.log('pack');"]
        self.files["node_modules/pack/r.cjs"] = ["exports.p = 'p';", "console.log('pack/sub');"]


def random_throw(source, me):
    return source.choice([
        f"throw new Error('{me} throws');",
        f"await Promise.reject(new Error('{me} rejects'));",
        f"throw '{me} throws a string';",
        "null.x;",
    ])


def make(seed):
    return Graph(seed).make()


def render(files):
    """One text with the whole graph, for people and as a key."""
    return "".join(f"--- {name}\n" + "\n".join(lines) + "\n" for name, lines in files.items())
