# SPDX-License-Identifier: MIT
"""The arguments of calls, as JavaScript texts: right ones, wrong ones, and hostile ones."""

RIGHT = [
    "'file'", "'dir'", "'gone'", "'utf8'", "'sha256'", "'x'", "f", "{}", "[]", "['x']", "1", "0",
    "true", "Buffer.from('abc')", "new Uint8Array(3)", "new URL('http://x/y?z')", "fileUrl()",
    "new AbortController().signal", "() => {}", "{ encoding: 'utf8' }",
]

WRONG = [
    "undefined", "null", "true", "false", "0", "-0", "-1", "1", "1.5", "NaN", "Infinity",
    "-Infinity", "65536", "2 ** 33", "2 ** 53", "-(2 ** 31) - 1", "1n", "-1n", "2n ** 70n", "''",
    "'x'", "'a\\0b'", "'0'", "'UTF-8'", "'nosuch'", "'x'.repeat(300)", "'\\ud800'",
    "'\\r\\nA: b'", "Symbol('s')", "Symbol.iterator", "[]", "[1]", "['x', 1]", "[undefined]",
    "[, 1]", "{}", "Object.create(null)", "{ length: -1 }", "{ length: 2 ** 33 }", "[[]]",
    "new Date(NaN)", "/x/g", "new Map([[1, 2]])", "new Set([1])", "new WeakMap()",
    "new Error('given')", "function named() {}", "async () => {}", "class C {}",
    "function* () {}", "f", "Buffer.alloc(0)", "Buffer.from('abc')", "new Uint8Array(3)",
    "new Float64Array(2)", "new ArrayBuffer(4)", "new SharedArrayBuffer(4)",
    "new DataView(new ArrayBuffer(2))", "new URL('http://x/')", "fileUrl()",
    "AbortSignal.abort()", "new AbortController().signal", "Object.freeze({})",
    "Promise.resolve(1)", "new Number(1)", "new String('x')", "globalThis", "process",
    "new (class Named { })()", "arguments", "Buffer", "Object(1n)", "Object(Symbol('o'))",
]

BITES = [
    "{ toString() { throw new Error('toString') } }",
    "{ valueOf() { throw new Error('valueOf') } }", "{ get x() { throw new Error('get') } }",
    "{ [Symbol.toPrimitive]() { throw 1 } }",
    "{ [Symbol.iterator]() { throw new Error('iterator') } }", "{ [Symbol.iterator]: 1 }",
    "{ then(a, b) { b(new Error('then')) } }", "{ __proto__: null, toString: 1 }",
    "() => { throw new Error('callback') }", "revoked()", "proxy()", "detached()", "deep()",
    "{ [Symbol.asyncIterator]() { return {} } }", "{ on() {}, once() {}, pipe() {} }",
    "{ constructor: { name: 1 } }", "{ constructor: null }", "{ name: Symbol() }",
    "{ get length() { throw new Error('length') } }", "cyclic()", "detached().buffer",
]

# Names of options; their values are wrong ones.
OPTIONS = """
encoding signal mode flag flags highWaterMark timeout port host hostname path fd start end length
size level key cert iv cwd env stdio shell objectMode recursive withFileTypes filter force
maxRetries retryDelay bigint offset position buffer method headers agent family hints all backlog
exclusive ipv6Only reuseAddr type lookup autoClose emitClose fs chunkSize windowBits memLevel
strategy dictionary finishFlush flush maxOutputLength info params uid gid argv0 detached
serialization maxBuffer killSignal input windowsHide execArgv execPath silent read write final
destroy transform construct writev defaultEncoding allowHalfOpen readableObjectMode
writableHighWaterMark captureRejections once passive capture depth colors showHidden compact
breakLength maxArrayLength numericSeparator sorted getters output terminal prompt history
historySize completer tabSize escapeCodeTimeout crlfDelay filename lineOffset columnOffset
cachedData importModuleDynamically context name microtaskMode contextName origin codeGeneration
eval workerData argv trackUnmanagedFds resourceLimits transferList stdin stdout stderr entryTypes
buffered lowest highest figures resolution asymmetricKeyType modulusLength publicExponent
namedCurve publicKeyEncoding privateKeyEncoding format cipher passphrase authTagLength
outputLength saltLength padding dsaEncoding divisionFloor N r p maxmem cost blockSize
parallelization message operator stackStartFn actual expected code options args strict
allowPositionals tokens triggerAsyncId requireManualDestroy keepAlive maxSockets maxFreeSockets
scheduling maxHeaderSize insecureHTTPParser requestTimeout headersTimeout
connectionsCheckingInterval keepAliveTimeout joinDuplicateHeaders noDelay localAddress localPort
setHost createConnection socketPath auth protocol readableAll writableAll allowUnordered
concurrency preserveTimestamps dereference errorOnExist verbatimSymlinks persistent interval
maxQueue priority bytesPerSecond fatal ignoreBOM stream threshold plugins ref tries nonceLength
hash mgf1HashAlgorithm group prime generator primeLength divisorLength paramEncoding rem add safe
checks
""".split()


def weighted(rng):
    kind = rng.random()
    if kind < 0.62:
        return rng.choice(WRONG)
    if kind < 0.74:
        return rng.choice(BITES)
    if kind < 0.90:
        return options(rng)
    return rng.choice(RIGHT)


def options(rng):
    names = [rng.choice(OPTIONS) for _ in range(rng.choice((1, 1, 1, 2)))]
    pool = WRONG if rng.random() < 0.85 else BITES
    return "{ " + ", ".join(f"{name}: {rng.choice(pool)}" for name in names) + " }"


def arguments(rng, length):
    """A list of arguments; the first ones are sometimes right, so that later ones are examined."""
    count = max(0, min(6, length + rng.choice((-1, 0, 0, 0, 1, 1, 2))))
    if rng.random() < 0.05:
        count = 0
    wrong = rng.randrange(count) if count else 0
    out = []
    for i in range(count):
        out.append(rng.choice(RIGHT) if i != wrong and rng.random() < 0.5 else weighted(rng))
    return out
