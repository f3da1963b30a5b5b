# SPDX-License-Identifier: MIT
"""What the responder sends to whom, and what it withstands."""

import os
import random
import socket
import threading
import time

from client import Program, eventually, receive_all

CONNECTIONS = 64


def head_and_body(answer):
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    return lines[0], dict(line.split(": ", 1) for line in lines[1:]), body


def expect(answer, status):
    line, headers, body = head_and_body(answer)
    assert line.startswith(f"HTTP/1.1 {status} "), line
    assert body == b"" and headers["Content-Length"] == "0", answer
    return answer


def page(program):
    line, headers, body = head_and_body(program.get(f"/{program.token}/"))
    assert line == "HTTP/1.1 200 OK", line
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert int(headers["Content-Length"]) == len(body)
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "connect-src 'self'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert not any(name.lower().startswith("access-control") for name in headers)
    assert body.count(b'<script id="trace" type="application/json">{"live":true}</script>') == 1
    assert b"<!--TRACE-->" not in body and body.rstrip().endswith(b"</html>")
    assert head_and_body(program.get(f"/{program.token}/", f"localhost:{program.port}"))[2] == body


def other_addresses(program):
    token = program.token
    wrong = ["/", "/events", "/favicon.ico", "/" + token, "/" + token[:-1] + "/",
             "/" + token + "0/",
             "/" + token[1:] + "/", "//" + token + "/", "/" + token + "//", "/" + token + "/page",
             "/" + token + "/events/", "/" + token + "/events?", "/" + token + "/event",
             "/" + token + "/../" + token + "/", "/%2e/" + token + "/", "*",
             f"http://127.0.0.1:{program.port}/{token}/", "/" + "0" * 32 + "/", "/" + "0" * 4000]
    wrong += ["/" + token[:i] + ("0" if token[i] != "0" else "1") + token[i + 1:] + "/"
              for i in range(32)]
    if token.upper() != token:
        wrong.append("/" + token.upper() + "/")
    answers = {expect(program.get(path), 404) for path in wrong}
    assert len(answers) == 1, "answers differ, and tell something"


def other_methods(program):
    known = f"/{program.token}/"
    answers = {expect(program.get(path, method=method), 405)
               for path in ("/", known, known + "events")
               for method in ("POST", "HEAD", "PUT", "DELETE", "OPTIONS", "get", "PRI", "X" * 100)}
    assert len(answers) == 1 and b"\r\nAllow: GET\r\n" in answers.pop()


def other_hosts(program):
    path, port = f"/{program.token}/", program.port
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}",
                 f"127.0.0.1:{port}.evil.example", f"127.0.0.1.evil.example:{port}",
                 f"localhost.:{port}", f"[::1]:{port}", f"x@127.0.0.1:{port}", "", f":{port}"):
        expect(program.get(path, host), 404)
    expect(program.ask(f"GET {path} HTTP/1.1\r\n\r\n".encode()), 404)
    expect(program.get(path, more=f"Host: 127.0.0.1:{port}\r\n"), 400)
    assert program.get(path, f"LocalHost:{port}").startswith(b"HTTP/1.1 200 ")


def no_requests(program):
    host = f"Host: 127.0.0.1:{program.port}\r\n"
    path = f"/{program.token}/"
    for request in (
            "\r\n\r\n", "GET\r\n\r\n", f"GET {path}\r\n\r\n", f"GET  {path} HTTP/1.1\r\n{host}\r\n",
            f"GET {path} HTTP/2.0\r\n{host}\r\n", f"GET {path} HTTP/1.1 \r\n{host}\r\n",
            f"GET {path} HTTP/1.1\n{host}\r\n", f"GET {path} HTTP/1.1\r\n {host}\r\n",
            f"GET {path} HTTP/1.1\r\n{host}\tfolded\r\n\r\n",
            f"GET {path} HTTP/1.1\r\nHost : 127.0.0.1:{program.port}\r\n\r\n",
            f"GET {path} HTTP/1.1\r\n{host}no colon\r\n\r\n",
            f"GET {path} HTTP/1.1\r\n{host}A: \0\r\n\r\n", f"G\0T {path} HTTP/1.1\r\n{host}\r\n",
            f"GET {path}\x7f HTTP/1.1\r\n{host}\r\n", f"GET {path} HTTP/1.1\r\n{host}A:\rB\r\n\r\n",
            f"GET {path} HTTP/1.1\r\n{host}Content-Length: 5\r\n\r\nhello",
            f"GET {path} HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"):
        expect(program.ask(request.encode()), 400)


def huge_heads(program):
    line = f"GET /{program.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{program.port}\r\nA: "
    fitting = line + "x" * (8192 - len(line) - 4) + "\r\n\r\n"
    assert program.ask(fitting.encode()).startswith(b"HTTP/1.1 200 ")
    expect(program.ask(fitting.replace("x", "xx", 1).encode()), 431)
    before = program.memory_kb()
    for request in (b"A" * (16 << 20), b"GET /" + b"a" * (8 << 20), b"\0" * (8 << 20)):
        answer = program.ask(request)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 431 "), answer[:80]
    assert program.memory_kb() < before + 4096, "it keeps what it receives"


def mutations(program):
    """Requests with errors at random places; only one that names the page correctly gets it."""
    draw = random.Random(7)
    good = f"GET /{program.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{program.port}\r\nA: b\r\n\r\n"
    head = good.encode().partition(b"\r\n")[0]
    seen = set()
    for _ in range(400):
        request = bytearray(good.encode())
        for _ in range(draw.randint(1, 3)):
            at = draw.randrange(len(request))
            kind = draw.randrange(3)
            if kind == 0:
                request[at] = draw.randrange(256)
            elif kind == 1:
                del request[at]
            else:
                request.insert(at, draw.choice(b"\r\n :/\0A\xff"))
        request += b"\r\n\r\n"
        answer = program.ask(bytes(request))
        status = answer[9:12].decode()
        seen.add(status)
        assert status in ("200", "400", "404", "405"), answer[:100]
        assert status != "200" or request.lower().startswith(head.lower()), bytes(request)
    assert seen == {"200", "400", "404", "405"}, seen


def pipelining(program):
    request = f"GET /{program.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{program.port}\r\n\r\n".encode()
    answer = program.ask(request * 100)
    assert answer.count(b"HTTP/1.1 ") == 1 and answer.rstrip().endswith(b"</html>")


def in_pieces(program):
    """A good request may come byte by byte, and be followed by the end of the client's data."""
    with program.connect() as connection:
        request = f"GET /{program.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{program.port}\r\n\r\n"
        for byte in request.encode():
            connection.sendall(bytes([byte]))
            time.sleep(0.002)
        connection.shutdown(socket.SHUT_WR)
        assert receive_all(connection).rstrip().endswith(b"</html>")


def slow_heads(program):
    """A client that sends a byte now and then, or none, is disconnected after five seconds."""
    started = time.monotonic()
    ends = []

    def drip(connection, silent):
        with connection:
            connection.settimeout(0.3)
            while time.monotonic() < started + 15:
                try:
                    if not silent:
                        connection.sendall(b"G")
                    if connection.recv(100) == b"":
                        break
                except TimeoutError:
                    pass
                except OSError:
                    break
        ends.append(time.monotonic() - started)

    threads = [threading.Thread(target=drip, args=(program.connect(), i % 2 == 0))
               for i in range(20)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    page(program)  # others are served meanwhile
    for thread in threads:
        thread.join()
    assert len(ends) == 20 and 4.5 < min(ends) and max(ends) < 9, sorted(ends)


def is_open(connection):
    connection.settimeout(0)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def thousand_connections(program):
    before = len(program.descriptors())
    connections = []
    most = 0
    for _ in range(1000):
        connections.append(program.connect())
        most = max(most, len(program.descriptors()) if len(connections) % 50 == 0 else 0)
    time.sleep(0.3)
    count = sum(is_open(connection) for connection in connections)
    assert count <= CONNECTIONS, f"{count} are open"
    assert most <= before + CONNECTIONS + 2, f"{most} descriptors"
    for connection in connections:
        connection.close()
    time.sleep(0.3)
    page(program)
    assert len(program.descriptors()) <= before + 2


def loopback_only(program):
    port = f"{program.port:04X}"
    with open(f"/proc/{program.child.pid}/net/tcp", encoding="ascii") as file:
        listening = [line.split()[1] for line in file if line.split()[3] == "0A"]
    mine = [address for address in listening if address.endswith(":" + port)]
    assert mine == ["0100007F:" + port], mine


def thread_of(program):
    """The directory of the live page's thread."""
    def find():
        for task in os.listdir(f"/proc/{program.child.pid}/task"):
            directory = f"/proc/{program.child.pid}/task/{task}"
            with open(f"{directory}/comm", encoding="ascii") as file:
                if file.read() == "gyre live\n":
                    return directory
        return None

    return eventually(find, "there is no such thread")


def flags_of(program, number):
    try:
        with open(f"/proc/{program.child.pid}/fdinfo/{number}", encoding="ascii") as file:
            return next(int(line.split()[1], 8) for line in file if "flags" in line)
    except FileNotFoundError:
        return 0o2000000  # it was opened for a moment


def signals_and_descriptors(program):
    """Its thread receives no signals; child programs inherit nothing."""
    with open(thread_of(program) + "/status", encoding="ascii") as file:
        blocked = next(int(line.split()[1], 16) for line in file if line.startswith("SigBlk"))
    all_but_two = 0x7fffffff & ~(1 << 8) & ~(1 << 18)  # SIGKILL and SIGSTOP cannot be blocked
    assert blocked & all_but_two == all_but_two, hex(blocked)
    with program.events() as connection:
        connection.recv(1)
        for number in program.descriptors():
            if int(number) > 2:
                assert flags_of(program, number) & 0o2000000, f"descriptor {number} is inherited"


def gone_clients(program):
    """A client that disconnects in the middle of an answer does not end the program."""
    for _ in range(30):
        connection = program.events()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        connection.close()
        program.send(f"GET /{program.token}/ HTTP/1.1\r\nHost: x\r\n\r\n".encode()).close()
    page(program)
    program.tell("steps 3")


TESTS = (slow_heads, thousand_connections, page, other_addresses, other_methods, other_hosts,
         no_requests, huge_heads, mutations, pipelining, in_pieces, loopback_only,
         signals_and_descriptors, gone_clients)


def run(command, check):
    """Each in a new program, which must end normally."""
    with Program(command) as program:
        check(program)
        assert program.end() == 0, f"it did not end normally: {''.join(program.errors)}"
