# SPDX-License-Identifier: MIT
"""Reads traces, and checks what must hold for every one."""

import base64
import collections
import json
import re
import struct

Item = collections.namedtuple(
    "Item", "start duration id cause subject label value event kind thread open")


class Trace:
    """The contents of a page."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.header = json.loads(element(text, "trace"))
        raw = base64.b64decode(element(text, "items"))
        assert len(raw) == self.header["count"] * 40, "count says how many items there are"
        events = self.header["events"]
        self.items = []
        for at in range(0, len(raw), 40):
            fields = struct.unpack_from("<ddIIIIiBBH", raw, at)
            event, kind, thread = events[fields[7]], fields[8], fields[9]
            self.items.append(Item(*fields[:7], event, kind, thread & 0x7FFF, thread >> 15))

    def kind(self, item):
        names = {"phase": "phases", "limit": "phases", "sleep": "reasons"}
        return self.header[names.get(item.event, "kinds")][item.kind]

    def label(self, item):
        return self.header["labels"][item.label]

    def of(self, event):
        return [item for item in self.items if item.event == event]


def element(text, name):
    found = re.search(rf'<script id="{name}" type="[^"]*">([^<]*)</script>', text)
    assert found, f"the page has an element {name}"
    return found.group(1)


INSTANTS = {"schedule", "cancel", "create", "destroy", "signal", "limit", "mark", "starve"}


def check(trace):
    """The invariants of docs/trace-format.md."""
    header, items = trace.header, trace.items
    assert header["version"] == 1 and header["pid"] > 0 and header["capacity"] > 0
    assert header["labels"][0] == ["", ""] and header["threads"][0]["type"] == "queue"
    open_spans = collections.defaultdict(list)
    for number, item in enumerate(items, 1):
        assert item.id == number, f"items are numbered: {item}"
        assert number == 1 or item.start >= items[number - 2].start, f"ordered: {item}"
        assert item.cause < item.id, f"a cause comes first: {item}"
        assert item.label < len(header["labels"]) and item.subject < len(header["objects"])
        assert item.thread < len(header["threads"]), f"its thread is known: {item}"
        assert item.event not in INSTANTS or item.duration == 0, f"an instant: {item}"
        assert item.start + item.duration <= header["duration"], f"within the trace: {item}"
        if item.cause:
            assert items[item.cause - 1].event == "schedule", f"led to by a schedule: {item}"
            assert items[item.cause - 1].subject == item.subject, f"of the same subject: {item}"
        if item.event != "pool-wait" and item.event not in INSTANTS:
            check_nesting(item, open_spans[item.thread])
    return items


def check_nesting(item, spans):
    end = item.start + item.duration
    while spans and spans[-1][1] <= item.start and spans[-1][1] < end:
        spans.pop()
    if spans:
        assert end <= spans[-1][1] or item.open, f"{item} ends within {spans[-1]}"
    spans.append((item, end))


def check_chrome(path):
    """The schema of Chrome's format as far as we use it, and what Perfetto requires."""
    with open(path, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    last = {}
    flows = collections.defaultdict(list)
    begun = collections.Counter()
    spans = collections.defaultdict(list)
    for event in events:
        assert isinstance(event["pid"], int) and isinstance(event["tid"], int), event
        kind, lane = event["ph"], event["tid"]
        assert kind in "MXisfbe" and len(kind) == 1, event
        assert isinstance(event["name"], str), event
        if kind == "M":
            continue
        assert isinstance(event["ts"], (int, float)) and event["ts"] >= 0, event
        if kind == "X":
            assert event["dur"] >= 0, event
            assert event["ts"] >= last.get(lane, 0), f"monotonic: {event}"
            last[lane] = event["ts"]
            start, end = round(event["ts"] * 1000), round((event["ts"] + event["dur"]) * 1000)
            inside = spans[lane]
            while inside and inside[-1] <= start and inside[-1] < end:
                inside.pop()
            assert not inside or end <= inside[-1], f"nests: {event}"
            inside.append(end)
        elif kind == "i":
            assert event["s"] == "t", event
        elif kind in "be":
            begun[event["id"]] += 1 if kind == "b" else -1
        else:
            flows[event["id"]].append((kind, event["ts"]))
    assert all(count == 0 for count in begun.values()), "each b has its e"
    for flow in flows.values():
        assert [kind for kind, _ in flow] == ["s", "f"] and flow[0][1] <= flow[1][1], flow
    named = {event["tid"] for event in events if event["name"] == "thread_name"}
    assert {event["tid"] for event in events if event["ph"] != "M"} <= named, "lanes have names"
    return events
