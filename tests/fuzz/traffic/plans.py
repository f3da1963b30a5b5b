# SPDX-License-Identifier: MIT
"""Random exchanges over net and http, as plans that harness.js executes.

A plan has the sides' options, how each object is watched, and steps: [gap, object, action,
argument...]. The gap is what is waited for before the step: "" nothing, "tick", "immediate", or
"quiet", until nothing more happens. Objects: c and s, the two sockets of a connection of net; for
requests by number q0 (client's request), p0 (its response), r0 and w0 (the server's request and
response), k0 (the socket that q0 got), u0 and v0 (the client's and the server's socket after an
upgrade); n0, n1... the server's sockets in the order they came; server, agent. Steps under "arrive"
are done as soon as their object exists; "react" has what is done within an event.
"""

import random

SIZES = [0, 1, 10, 100, 1000, 5000, 16383, 16384, 16385, 20000, 65536, 65537, 100000, 300000]
WEIGHTS = [2, 3, 6, 6, 6, 4, 2, 3, 2, 5, 2, 2, 3, 1]
MARKS = [None, None, None, None, 0, 1, 100, 16384, 65536]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(f"traffic {seed}")
        self.chance = lambda p: self.random.random() < p
        self.one = self.random.choice

    def size(self):
        return self.random.choices(SIZES, WEIGHTS)[0]

    def gap(self):
        return self.random.choices(["quiet", "", "tick", "immediate"], [11, 3, 2, 3])[0]

    def weave(self, lists):
        """One list of all, keeping the order of each."""
        lists = [list(one) for one in lists if one]
        out = []
        while lists:
            chosen = self.one(lists)
            out.append(chosen.pop(0))
            lists = [one for one in lists if one]
        return out

    def watch(self):
        """How an object is watched: all its events, or listeners for some."""
        if self.chance(0.5):
            return "all"
        return [name for name in ("end", "close", "error", "aborted", "finish", "drain", "timeout",
                                  "prefinish", "connect") if self.chance(0.6)]

    # Steps for readable objects.
    def reading(self, name, deep=True):
        steps = []
        if self.chance(0.15):
            steps.append([name, "encoding", self.one(["utf8", "latin1", "hex", "base64"])])
        how = self.random.choices(
            ["flow", "readable", "readn", "resume", "iterate", "break", "file", "flow once"],
            [8, 3, 2, 3, 3, 1, 3, 1])[0]
        if how == "readn":
            steps.append([name, how, self.one([1, 7, 1000, 16384, 20000])])
        elif how == "break":
            steps.append([name, how, self.one([1, 1000, 20000])])
        else:
            steps.append([name, how])
        if deep:
            for _ in range(self.random.choices([0, 1, 2], [6, 3, 2])[0]):
                steps.append([name, self.one(["pause", "resume", "resume", "flow", "unpipe"])])
        return steps

    # Steps for writable objects.
    def writing(self, name, ends=0.85):
        steps = []
        for _ in range(self.random.choices([0, 1, 2, 3], [3, 5, 3, 1])[0]):
            kind = self.random.choices(["write", "text", "pump", "cork", "uncork", "writecb"],
                                       [6, 4, 2, 1, 1, 3])[0]
            if kind in ("cork", "uncork"):
                steps.append([name, kind])
            elif kind == "pump":
                steps.append([name, kind, self.one([50000, 100000, 300000]),
                              self.one([1000, 16384, 20000, 70000])])
            else:
                steps.append([name, kind, self.size()])
        if self.chance(ends):
            kind = self.random.choices(["end", "endtext", "endcb", "endnone"], [3, 4, 2, 4])[0]
            steps.append([name, kind, self.size()])
        return steps

    def reactions(self, names):
        """[object, event, [step...]]: steps within an event."""
        out = []
        for _ in range(self.random.choices([0, 1, 2], [6, 3, 1])[0]):
            name, target = self.one(names), self.one(names)
            event = self.one(["data", "data", "end", "close", "error", "finish", "drain",
                              "pause", "resume"])
            action = self.one([["pause"], ["resume"], ["destroy"], ["write", 100], ["text", 10],
                               ["end", 0], ["later resume"], ["destroy", "because"], ["flow"],
                               ["destroySoon"]])
            out.append([name, event, [[target] + action]])
        return out

    def split(self, name, steps, arrive, chance):
        """Steps to do as soon as the object exists, or else the same list."""
        if not self.chance(chance):
            return steps
        arrive.setdefault(name, []).extend(steps)
        return []

    def spaced(self, steps):
        return [[self.gap()] + step for step in steps]

    def options(self, *names):
        out = {}
        for name in names:
            if self.chance(0.4):
                out[name] = self.one([True, False])
        return out


def net_plan(make):
    server = make.options("allowHalfOpen", "noDelay")
    client = make.options("allowHalfOpen", "noDelay")
    if make.chance(0.1):
        server["pauseOnConnect"] = True
    for side in (server, client):
        mark = make.one(MARKS)
        if mark is not None:
            side["highWaterMark"] = mark
    lists, arrive = [], {}
    for name in ("c", "s"):
        at_once = 0.35 if name == "s" else 0
        if make.chance(0.85):
            lists.append(make.split(name, make.reading(name), arrive, at_once))
        lists.append(make.split(name, make.writing(name, 0.7), arrive, at_once))
    if make.chance(0.1):
        lists.append([["s", "echo"]])
    rude = ["destroy", "destroySoon", "reset", "pause", "resume", "read", "unpipe", "destroy",
            "destroy because", "end again", "unshift", "destroySoon", "reset", "pause"]
    rude += make.one([[], [], [], [], ["timeout"] * 8 + ["untimeout"]])
    for _ in range(make.random.choices([0, 1, 2], [4, 4, 2])[0]):
        lists.append([[make.one(["c", "s"]), make.one(rude)]])
    early = []
    if make.chance(0.15):  # before the connection exists
        early = make.one([make.writing("c"), make.reading("c", False), [["c", "destroy"]],
                          [["c", "pause"]], [["c", "encoding", "utf8"]]])
    return {"kind": "net", "server": server, "client": client,
            "steps": [["", "c", "connect"]] + [["", *step] for step in early] +
            make.spaced(make.weave(lists)),
            "arrive": arrive, "react": make.reactions(["c", "s"]),
            "watch": {n: make.watch() for n in "cs"}}


METHODS = ["GET", "GET", "GET", "POST", "POST", "POST", "PUT", "HEAD", "DELETE", "OPTIONS"]


def request_options(make):
    options = {"method": make.one(METHODS), "headers": {}}
    if make.chance(0.1):
        options["headers"]["Connection"] = make.one(["close", "keep-alive"])
    if options["method"] in ("POST", "PUT") and make.chance(0.15):
        options["headers"]["Expect"] = make.one(["100-continue", "100-continue", "other"])
    if make.chance(0.1):
        options["headers"]["X-Twice"] = ["a", "b"]
    if make.chance(0.01):
        options["timeout"] = 25
    return options


def sending(make, name, options):
    """The client's request: its head, and a body of a known length or in chunks."""
    steps = []
    if options["method"] in ("POST", "PUT"):
        steps = make.writing(name, 0.9)
        body = sum(s[2] for s in steps if s[1] in ("write", "text", "writecb", "pump", "end",
                                                   "endtext", "endcb"))
        if make.chance(0.5):
            options["headers"]["Content-Length"] = body if make.chance(0.95) else body + 5
        elif make.chance(0.3):
            options["headers"]["Trailer"] = "X-Sum"
            steps.insert(max(0, len(steps) - 1), [name, "trailers"])
    else:
        steps = [[name, "endnone", 0]] if make.chance(0.95) else []
    if make.chance(0.1):
        steps.insert(0, [name, "flush"])
    if make.chance(0.06):
        steps.insert(make.random.randrange(len(steps) + 1),
                     [name, make.one(["destroy", "abort", "destroy because"])])
    if make.chance(0.01):
        steps.append([name, "timeout"])
    return steps


def answering(make, name):
    """What the server does with one request."""
    steps = []
    if make.chance(0.1):
        steps.append([name, make.one(["processing", "hints", "continue"])])
    if make.chance(0.1):
        steps.append([name, "header", "X-Set", "1"])
    length = make.writing(name, 0.95)
    body = sum(s[2] for s in length if s[1] != "endnone" and len(s) > 2)
    head = {}
    if make.chance(0.3):
        head["Content-Length"] = body if make.chance(0.95) else body + 3
    if make.chance(0.06):
        head["Connection"] = make.one(["close", "keep-alive"])
    if make.chance(0.4) or head:
        code = make.random.choices([200, 201, 204, 304, 404, 500], [10, 2, 1, 1, 1, 1])[0]
        steps.append([name, "head", code, head])
    if make.chance(0.08):
        steps.append([name, "flush"])
    steps += length
    if make.chance(0.08):
        steps.insert(max(0, len(steps) - 1), [name, "trailers"])
    if make.chance(0.07):
        rude = ["destroy", "destroy because", "end again"] * 6 + ["timeout"]
        steps.insert(make.random.randrange(len(steps) + 1), [name, make.one(rude)])
    return steps


def serving(make, at):
    """The steps of the server for a request: it reads first, or answers first, or both at once."""
    read = make.reading(f"r{at}") if make.chance(0.75) else []
    if make.chance(0.06):
        read.insert(make.random.randrange(len(read) + 1),
                    [f"r{at}", make.one(["destroy", "destroy because"])])
    answer = answering(make, f"w{at}")
    if make.chance(0.05):
        answer = [[f"r{at}", "echo", f"w{at}"]]
    order = make.random.random()
    if order < 0.4:
        return read + answer
    return answer + read if order < 0.7 else make.weave([read, answer])


def after_upgrade(make, at):
    lists = []
    for name in (f"u{at}", f"v{at}"):
        lists.append(make.reading(name))
        lists.append(make.writing(name, 0.8))
    return make.weave(lists)


def upgrading(make, at, steps_of):
    options = {"method": "GET", "headers": {"Connection": "Upgrade", "Upgrade": "x"}}
    if make.chance(0.4):
        options = {"method": "CONNECT", "headers": {}}
    steps_of["send"] = [[f"q{at}", "endnone", 0]]
    status = "200 OK" if options["method"] == "CONNECT" else "101 Switching Protocols"
    more = "" if options["method"] == "CONNECT" else "Connection: Upgrade\r\nUpgrade: x\r\n"
    steps_of["serve"] = [[f"v{at}", "raw", f"HTTP/1.1 {status}\r\n{more}\r\n" +
                          make.one(["", "", "first"])]]
    steps_of["take"] = after_upgrade(make, at)
    return options


def http_server(make, upgrades):
    server = {"on": [], "options": {}, "set": {}}
    for name in ("upgrade", "connect"):
        if make.chance(0.9 if upgrades else 0.1):
            server["on"].append(name)
    for name in ("checkContinue", "checkExpectation", "clientError", "timeout", "dropRequest"):
        if make.chance(0.12):
            server["on"].append(name)
    mark = make.one(MARKS + [None, None])
    if mark is not None:
        server["options"]["highWaterMark"] = mark
    if make.chance(0.06):
        server["set"]["maxRequestsPerSocket"] = make.one([1, 2])
    if make.chance(0.05):
        server["set"]["httpAllowHalfOpen"] = True
    if make.chance(0.015):
        server["set"]["timeout"] = 20
    if make.chance(0.015):
        server["set"]["keepAliveTimeout"] = 20
    return server


def http_plan(make):
    count = make.random.choices([1, 2, 3, 4], [4, 5, 2, 1])[0]
    agent = {"keepAlive": make.chance(0.65)}
    if make.chance(0.6):
        agent["maxSockets"] = make.one([1, 1, 2])
    if make.chance(0.2):
        agent["maxFreeSockets"] = make.one([0, 1])
    if make.chance(0.15):
        agent["scheduling"] = make.one(["fifo", "lifo"])
    upgrades = make.chance(0.12)
    requests, lists, names, arrive = [], [], [], {}
    for at in range(count):
        steps_of = {}
        if upgrades and at == count - 1:
            options = upgrading(make, at, steps_of)
            names += [f"u{at}", f"v{at}"]
        else:
            options = request_options(make)
            steps_of["send"] = sending(make, f"q{at}", options)
            steps_of["serve"] = make.split(f"r{at}", serving(make, at), arrive, 0.4)
            take = make.reading(f"p{at}") if make.chance(0.85) else []
            steps_of["take"] = make.split(f"p{at}", take, arrive, 0.5)
        if make.chance(0.05):
            steps_of["take"].append([make.one([f"p{at}", f"q{at}", f"k{at}", "n0"]),
                                     make.one(["destroy", "destroySoon", "pause", "resume"])])
        options["listens"] = make.chance(0.93)
        requests.append(options)
        names += [f"q{at}", f"p{at}", f"r{at}", f"w{at}"]
        body = make.weave([steps_of["send"], steps_of["serve"]]) if make.chance(0.3) else \
            steps_of["send"] + steps_of["serve"]
        lists.append([[f"q{at}", "go"]] + body + steps_of["take"])
    steps = make.weave(lists) if make.chance(0.4) else [s for one in lists for s in one]
    if make.chance(0.08):
        steps.insert(make.random.randrange(1, len(steps) + 1),
                     [make.one(["server", "agent"]), make.one(["close", "closeIdle", "closeAll"])])
    return {"kind": "http", "server": http_server(make, upgrades), "agent": agent,
            "requests": requests, "arrive": arrive, "steps": make.spaced(steps),
            "react": make.reactions(names),
            "watch": {n: make.watch() for n in names + ["n0", "n1"]}}


def raw_request(make, at):
    method = make.one(METHODS)
    lines = [f"{method} /{at} HTTP/1.{make.one([1, 1, 1, 0])}", "Host: h"]
    body = ""
    if method in ("POST", "PUT"):
        text = "b" * make.one([0, 1, 10, 1000, 20000])
        if make.chance(0.5):
            lines.append(f"Content-Length: {len(text)}")
            body = text
        else:
            lines.append("Transfer-Encoding: chunked")
            pieces = [text[:10], text[10:]]
            body = "".join(f"{len(p):x}\r\n{p}\r\n" for p in pieces if p) + "0\r\n"
            body += make.one(["", "", "X-T: 1\r\n"]) + "\r\n"
    for line, p in (("Connection: close", 0.1), ("Connection: keep-alive", 0.1),
                    ("Expect: 100-continue", 0.05), ("Bad Line", 0.02)):
        if make.chance(p):
            lines.append(line)
    return "\r\n".join(lines) + "\r\n\r\n" + body


def cut(make, text):
    """Text in a few pieces, to be sent one by one."""
    places = sorted(make.random.randrange(len(text) + 1)
                    for _ in range(make.random.choices([0, 1, 2], [5, 3, 2])[0]))
    edges = [0] + places + [len(text)]
    return [text[a:b] for a, b in zip(edges, edges[1:]) if a < b]


def raw_client_plan(make):
    """A client that sends raw bytes, pipelined or in pieces, against http's server."""
    count = make.random.choices([1, 2, 3, 4], [3, 4, 3, 1])[0]
    texts = [raw_request(make, at) for at in range(count)]
    whole = ["".join(texts)] if make.chance(0.5) else texts
    client = [["c", "raw", piece] for text in whole for piece in cut(make, text)]
    if make.chance(0.3):
        client.append(["c", make.one(["endnone", "destroy", "reset", "endnone"]), 0])
    if make.chance(0.1):
        client.insert(make.random.randrange(len(client) + 1), ["c", "pause"])
    arrive = {}
    lists = [client] + [make.split(f"r{at}", serving(make, at), arrive, 0.5)
                        for at in range(count)]
    steps = make.weave(lists) if make.chance(0.5) else [s for one in lists for s in one]
    names = ["c"] + [n + str(at) for at in range(count) for n in "rw"]
    options = make.options("allowHalfOpen")
    return {"kind": "raw client", "server": http_server(make, False), "client": options,
            "steps": [["", "c", "connect"], ["", "c", "flow"]] + make.spaced(steps),
            "arrive": arrive, "react": make.reactions(names),
            "watch": {n: make.watch() for n in names + ["n0"]}}


def raw_response(make):
    text = "a" * make.one([0, 1, 10, 1000, 20000])
    head = make.one(["HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "HTTP/1.0 200 OK", "HTTP/1.1 204 None",
                     "HTTP/1.1 304 Same"])
    lines, body = [head], text
    how = make.one(["length", "length", "chunked", "close", "short"])
    if how in ("length", "short"):
        lines.append(f"Content-Length: {len(text) + (how == 'short') * 5}")
    elif how == "chunked":
        lines.append("Transfer-Encoding: chunked")
        body = (f"{len(text):x}\r\n{text}\r\n" if text else "") + "0\r\n" + \
            make.one(["", "X-T: 1\r\n"]) + "\r\n"
    if make.chance(0.2):
        lines.append("Connection: " + make.one(["close", "keep-alive"]))
    first = make.one(["", "", "", "HTTP/1.1 100 Continue\r\n\r\n",
                      "HTTP/1.1 103 X\r\nA: b\r\n\r\n"])
    last = make.random.choices(["", "junk", "HTTP/1.1 200 OK\r\n\r\n"], [12, 1, 1])[0]
    return first + "\r\n".join(lines) + "\r\n\r\n" + body + last


def raw_server_plan(make):
    """http's client against a server that sends raw bytes."""
    count = make.random.choices([1, 2], [3, 2])[0]
    requests, lists, arrive = [], [], {}
    for at in range(count):
        options = request_options(make)
        send = sending(make, f"q{at}", options)
        options["listens"] = make.chance(0.93)
        requests.append(options)
        server = [[f"n{at}", "raw", piece] for piece in cut(make, raw_response(make))]
        if make.chance(0.6):
            server.append([f"n{at}", make.one(["endnone", "destroy", "endnone", "reset"]), 0])
        take = make.reading(f"p{at}") if make.chance(0.85) else []
        take = make.split(f"p{at}", take, arrive, 0.5)
        lists.append([[f"q{at}", "go"]] + send + make.weave([server, take]))
    steps = make.weave(lists) if make.chance(0.3) else [s for one in lists for s in one]
    names = [n + str(at) for at in range(count) for n in "qp"]
    return {"kind": "raw server", "server": make.options("allowHalfOpen"),
            "agent": {"keepAlive": make.chance(0.5)}, "requests": requests,
            "arrive": arrive, "steps": make.spaced(steps), "react": make.reactions(names),
            "watch": {n: make.watch() for n in names + ["n0", "n1"]}}


def countable(plan):
    """read(n) of text of which a part was already read is wrong in Node 20: it returns more than n,
    or throws. So streams with an encoding are not read in that way."""
    lists = [step[1:] for step in plan["steps"]]
    lists += [s for one in plan["arrive"].values() for s in one]
    texts = {step[0] for step in lists if step[1] == "encoding"}
    instead = {"readn": ["readable"], "read": ["resume"]}
    for steps, at in [(plan["steps"], 1)] + [(one, 0) for one in plan["arrive"].values()]:
        for i, step in enumerate(steps):
            if step[at] in texts and step[at + 1] in instead:
                steps[i] = step[:at + 1] + instead[step[at + 1]]
    return plan


def make_plan(seed):
    make = Maker(seed)
    kind = make.random.choices([net_plan, http_plan, raw_client_plan, raw_server_plan],
                               [5, 9, 4, 3])[0]
    over = make.one(["tcp", "tcp", "pipe"])
    plan = countable({"seed": seed, "over": over, **kind(make)})
    doing = repr([value for key, value in plan.items() if key != "watch"])
    plan["timed"] = "imeout': " in doing or "'timeout']" in doing
    return plan
