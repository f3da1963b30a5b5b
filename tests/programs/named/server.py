# SPDX-License-Identifier: MIT
"""A name server for the scenarios of this folder: on loopback, in the current directory, with a
zone of its own, recursion off. It ends with the scenario, and its log is printed."""
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time

ZONE = "example.test"
# Depends on how soon the server sees a connection that was reset.
PEER_LEFT = "Accepting TCP connection failed: socket is not connected"
RECORDS = 1000
CONFIGURATION = """
include "rndc.key";
controls {{ inet 127.0.0.1 port {control} allow {{ 127.0.0.1; }} keys {{ "rndc-key"; }}; }};
options {{
  directory "{directory}";
  pid-file "named.pid";
  session-keyfile "session.key";
  {no_lock}
  geoip-directory none;
  listen-on port {port} {{ 127.0.0.1; }};
  listen-on-v6 port {port} {{ ::1; }};
  recursion no;
  dnssec-validation no;
  notify no;
  minimal-responses yes;
  tcp-clients 500;
  {options}
}};
zone "{zone}" {{
  type primary;
  file "zone";
  allow-transfer {{ 127.0.0.1; }};
  allow-update {{ 127.0.0.1; }};
}};
"""


def say(*words):
    print(*words, flush=True)


def has_lock():
    """BIND 9.20 no longer has a lock file."""
    version = subprocess.run(["named", "-v"], check=True, capture_output=True, text=True).stdout
    return tuple(map(int, re.search(r"(\d+)\.(\d+)", version).groups())) < (9, 20)


def free_port():
    """A port that neither kind of socket uses now."""
    while True:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as stream, \
             socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagram:
            stream.bind(("127.0.0.1", 0))
            port = stream.getsockname()[1]
            try:
                datagram.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def write(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def question(number, name):
    """A message that asks for the address of a name."""
    labels = b"".join(bytes([len(word)]) + word.encode() for word in name.split(".")) + b"\0"
    return struct.pack(">6H", number, 0, 1, 0, 0, 0) + labels + struct.pack(">2H", 1, 1)


class Server:
    def __init__(self, options=""):
        self.port, self.control = free_port(), free_port()
        self.options = options

    def __enter__(self):
        lines = [f"$ORIGIN {ZONE}.", "$TTL 300",
                 "@ IN SOA ns admin 1 3600 600 86400 300", "@ IN NS ns", "ns IN A 127.0.0.1",
                 "alias IN CNAME host1", 'text IN TXT "' + "x" * 200 + '"',
                 *(f'large IN TXT "{i} {"y" * 200}"' for i in range(40)),
                 *(f"host{i} IN A 10.0.{i // 250}.{i % 250 + 1}" for i in range(RECORDS))]
        write("zone", "\n".join(lines) + "\n")
        with open("rndc.key", "w", encoding="ascii") as file:
            subprocess.run(["tsig-keygen", "rndc-key"], check=True, stdout=file)
        write("named.conf", CONFIGURATION.format(
            directory=os.getcwd(), port=self.port, control=self.control, zone=ZONE,
            options=self.options, no_lock="lock-file none;" if has_lock() else ""))
        write("rndc.conf", f'include "{os.getcwd()}/rndc.key";\noptions {{ default-key "rndc-key"; '
                           f"default-server 127.0.0.1; default-port {self.control}; }};\n")
        self.log = open("log", "w", encoding="utf-8")
        self.process = subprocess.Popen(["named", "-f", "-g", "-n", "2", "-c", "named.conf"],
                                        stdout=self.log, stderr=self.log)
        self.wait_until_up()
        return self

    def wait_until_up(self):
        deadline = time.monotonic() + 20
        while "all zones loaded" not in self.read_log() or "running" not in self.read_log():
            if self.process.poll() is not None or time.monotonic() > deadline:
                sys.exit("named did not start:\n" + self.read_log()[-3000:])
            time.sleep(0.05)

    def read_log(self):
        with open("log", encoding="utf-8", errors="replace") as file:
            return file.read()

    def rndc(self, *words):
        done = subprocess.run(["rndc", "-c", "rndc.conf", *words], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=20)
        return done.returncode, done.stdout.strip()

    def dig(self, *words, **options):
        done = subprocess.run(["dig", "@127.0.0.1", "-p", str(self.port), "+tries=3", "+time=5",
                               *words], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=100, **options)
        return done.returncode, done.stdout

    def complaints(self):
        """Relevant lines of the log, without parts that differ between any two runs."""
        found = set()
        for line in self.read_log().splitlines():
            line = re.sub(r"^\S+ \S+ ", "", line)
            if "built with" in line or PEER_LEFT in line:
                continue
            if re.search(r"error|fail|warn|assert|critical|REQUIRE|INSIST|unable|could not", line):
                line = line.replace(os.getcwd(), "HERE")
                line = re.sub(r"0x[0-9a-f]+|#\d+|\b(?:port )?\d{4,5}\b", "N", line)
                found.add(line)
        return sorted(found)

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            code, _ = self.rndc("stop")
            say("rndc stop", code)
            try:
                say("named ended with", self.process.wait(20))
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGABRT)
                self.process.wait()
                say("named did not stop")
        self.log.close()
        for line in self.complaints():
            say("log:", line)
        if kind:
            print(self.read_log()[-3000:], file=sys.stderr)
