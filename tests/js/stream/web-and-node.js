// SPDX-License-Identifier: MIT
// Streams of both kinds made from each other: chunks, modes, errors, ends, and what is refused.
const {
  Readable,
  Writable,
  Duplex,
  finished,
  pipeline,
  compose,
  PassThrough,
  isReadable,
  isErrored,
  isDisturbed,
  addAbortSignal,
} = require('stream');
const util = require('util');
const http = require('http');
const ask = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, e?.name, e?.code, e?.message);
  }
};
const sink = (log) =>
  new WritableStream({
    write(c) {
      log.push(c);
    },
  });
const later = (ms) => new Promise((r) => setTimeout(r, ms));
(async () => {
  for (const x of [Buffer.from('b'), 'str', new Uint8Array([1]), new Uint16Array([1])])
    await ask('toWritable', async () => {
      const l = [];
      const w = Writable.fromWeb(sink(l));
      w.end(x);
      await new Promise((r) => finished(w, r));
      return [l[0]?.constructor.name, l[0] === x, l];
    });
  for (const x of ['str', { a: 1 }, null, undefined, 5])
    await ask('toWritable obj', async () => {
      const l = [];
      const w = Writable.fromWeb(sink(l), { objectMode: true });
      w.end(x);
      await new Promise((r) => finished(w, r));
      return l;
    });
  await ask('decode', async () => {
    const l = [];
    const w = Writable.fromWeb(sink(l), { decodeStrings: false });
    w.end('str');
    await new Promise((r) => finished(w, r));
    return l;
  });
  for (const x of [Buffer.from('b'), 'str', new Uint8Array([1]), 5, { a: 1 }, null])
    await ask('fromWeb', async () => {
      const r = Readable.fromWeb(
        new ReadableStream({
          start(c) {
            c.enqueue(x);
            c.close();
          },
        }),
      );
      const l = [];
      for await (const c of r) l.push(c);
      return [l, l[0] === x];
    });
  for (const x of [Buffer.from('b'), 'str', 5, { a: 1 }])
    await ask('fromWeb obj', async () => {
      const r = Readable.fromWeb(
        new ReadableStream({
          start(c) {
            c.enqueue(x);
            c.close();
          },
        }),
        { objectMode: true },
      );
      const l = [];
      for await (const c of r) l.push(c);
      return l;
    });
  await ask('enc', async () => {
    const r = Readable.fromWeb(
      new ReadableStream({
        start(c) {
          c.enqueue(Buffer.from('abc'));
          c.close();
        },
      }),
      { encoding: 'hex' },
    );
    const l = [];
    for await (const c of r) l.push(c);
    return l;
  });
  for (const x of [Buffer.from('b'), 'str', new Uint8Array([1]), 5, null])
    await ask('toWeb w', async () => {
      const l = [];
      const s = Writable.toWeb(
        new Writable({
          write(c, e, cb) {
            l.push(c, e);
            cb();
          },
        }),
      );
      const w = s.getWriter();
      await w.write(x);
      await w.close();
      return l;
    });
  await ask('toWeb obj', async () => {
    const l = [];
    const s = Writable.toWeb(
      new Writable({
        objectMode: true,
        write(c, e, cb) {
          l.push(c);
          cb();
        },
      }),
    );
    const w = s.getWriter();
    await w.write({ a: 1 });
    await w.close();
    return l;
  });
  await ask('toWeb r', async () => {
    const l = [];
    for await (const c of Readable.toWeb(
      Readable.from([Buffer.from('x'), Buffer.from('y')], { objectMode: false }),
    ))
      l.push(c);
    return l;
  });
  await ask('toWeb r str', async () => {
    const l = [];
    for await (const c of Readable.toWeb(Readable.from(['x', { a: 1 }]))) l.push(c);
    return l;
  });
  await ask('toWeb err', async () => {
    const r = new Readable({
      read() {
        this.destroy(Object.assign(new Error('bad'), { code: 'X' }));
      },
    });
    for await (const c of Readable.toWeb(r));
  });
  await ask('toWeb early', async () => {
    const r = new Readable({ read() {} });
    const w = Readable.toWeb(r);
    setTimeout(() => r.destroy(), 5);
    for await (const c of w);
  });
  await ask('cancel', async () => {
    const r = new Readable({ read() {} });
    r.on('error', (e) => console.log('err', e.message));
    const w = Readable.toWeb(r);
    await w.cancel(new Error('why'));
    await later(2);
    return [r.destroyed, r.errored?.message];
  });
  await ask('abort', async () => {
    const r = new Writable({
      write(c, e, cb) {
        cb();
      },
    });
    r.on('error', (e) => console.log('err', e.message));
    const w = Writable.toWeb(r);
    await w.abort(new Error('why'));
    await later(2);
    return [r.destroyed, r.errored?.message];
  });
  await ask('duplex', async () => {
    const l = [];
    const d = Duplex.fromWeb({
      readable: new ReadableStream({
        start(c) {
          c.enqueue(Buffer.from('in'));
          c.close();
        },
      }),
      writable: sink(l),
    });
    d.end('out');
    const g = [];
    for await (const c of d) g.push(c);
    return [g, l];
  });
  await ask('duplex obj', async () => {
    const t = new TransformStream({
      transform(c, k) {
        k.enqueue(c.v + 1);
      },
    });
    const d = Duplex.fromWeb(t, { objectMode: true });
    d.end({ v: 1 });
    const g = [];
    for await (const c of d) g.push(c);
    return g;
  });
  await ask('duplex.toWeb', async () => {
    const { readable, writable } = Duplex.toWeb(new PassThrough());
    const w = writable.getWriter();
    w.write(Buffer.from('z'));
    w.close();
    const g = [];
    for await (const c of readable) g.push(c);
    return [g, readable, writable];
  });
  for (const a of [
    [],
    [{}],
    [1],
    [null],
    [new ReadableStream()],
    [{ readable: 1, writable: 2 }],
    [{ readable: new ReadableStream(), writable: 1 }],
  ])
    await ask('bad duplex', () => Duplex.fromWeb(...a));
  for (const f of [
    Readable.fromWeb,
    Writable.fromWeb,
    Readable.toWeb,
    Writable.toWeb,
    Duplex.toWeb,
  ])
    for (const a of [[], [{}], [1]]) await ask('bad', () => f(...a));
  for (const o of [
    1,
    { objectMode: 1 },
    { highWaterMark: -1 },
    { signal: 1 },
    { decodeStrings: 1 },
  ]) {
    await ask('opt r', () => typeof Readable.fromWeb(new ReadableStream(), o));
    await ask('opt w', () => typeof Writable.fromWeb(new WritableStream(), o));
  }
  await ask('locked', () => {
    const s = new ReadableStream();
    s.getReader();
    return Readable.fromWeb(s);
  });
  await ask(
    'finished r',
    () =>
      new Promise((r) => {
        const s = new ReadableStream({
          start(c) {
            c.close();
          },
        });
        finished(s, (e) => r([e, isReadable(s), isErrored(s), isDisturbed(s)]));
      }),
  );
  await ask(
    'finished err',
    () =>
      new Promise((r) => {
        const s = new ReadableStream({
          start(c) {
            c.error(new Error('q'));
          },
        });
        finished(s, (e) => r([e.message, isReadable(s), isErrored(s)]));
      }),
  );
  await ask(
    'finished w',
    () =>
      new Promise((r) => {
        const s = new WritableStream();
        finished(s, (e) => r([e]));
        s.getWriter().close();
      }),
  );
  await ask('pipeline', async () => {
    const l = [];
    await util.promisify(pipeline)(
      new ReadableStream({
        start(c) {
          c.enqueue('a');
          c.close();
        },
      }),
      new TransformStream({
        transform(c, k) {
          k.enqueue(c + '!');
        },
      }),
      sink(l),
    );
    return l;
  });
  await ask('pipeline mix', async () => {
    const l = [];
    await util.promisify(pipeline)(
      Readable.from(['a', 'b']),
      async function* (s) {
        for await (const c of s) yield c + '?';
      },
      sink(l),
    );
    return l;
  });
  await ask('pipeline node end', async () => {
    const l = [];
    await util.promisify(pipeline)(
      new ReadableStream({
        start(c) {
          c.enqueue(Buffer.from('n'));
          c.close();
        },
      }),
      new Writable({
        write(c, e, cb) {
          l.push(c);
          cb();
        },
      }),
    );
    return l;
  });
  await ask('compose', async () => {
    const d = compose(
      new TransformStream({
        transform(c, k) {
          k.enqueue(String(c).toUpperCase());
        },
      }),
    );
    d.end('abc');
    const g = [];
    for await (const c of d) g.push(c);
    return g;
  });
  await ask('compose2', async () => {
    const d = compose(
      new ReadableStream({
        start(c) {
          c.enqueue('q');
          c.close();
        },
      }),
      async function* (s) {
        for await (const c of s) yield c + 1;
      },
    );
    const g = [];
    for await (const c of d) g.push(c);
    return g;
  });
  await ask('Readable.from', async () => {
    const g = [];
    for await (const c of Readable.from(
      new ReadableStream({
        start(c) {
          c.enqueue(1);
          c.close();
        },
      }),
    ))
      g.push(c);
    return g;
  });
  await ask('ReadableStream.from', async () => {
    const g = [];
    for await (const c of ReadableStream.from(Readable.from(['x']))) g.push(c);
    return g;
  });
  await ask('Duplex.from', async () => {
    const l = [];
    const d = Duplex.from(sink(l));
    d.end('foo');
    await new Promise((r) => d.on('finish', r));
    return l;
  });
  await ask('Duplex.from r', async () => {
    const d = Duplex.from(
      new ReadableStream({
        start(c) {
          c.enqueue('foo');
          c.close();
        },
      }),
    );
    const g = [];
    for await (const c of d) g.push(c);
    return [g, d.writable];
  });
  await ask('addAbort', async () => {
    const ac = new AbortController();
    const s = addAbortSignal(ac.signal, new ReadableStream());
    ac.abort();
    return s.getReader().read();
  });
  await ask('addAbort w', async () => {
    const ac = new AbortController();
    const s = addAbortSignal(ac.signal, new WritableStream());
    ac.abort();
    return s.getWriter().closed;
  });
  await ask(
    'res',
    () =>
      new Promise((r) => {
        const s = http
          .createServer((q, res) => {
            const w = Writable.toWeb(res).getWriter();
            w.write('hello ');
            w.write(Buffer.from('w'));
            w.close();
          })
          .listen(0, async () => {
            const t = await (await fetch(`http://localhost:${s.address().port}`)).text();
            s.close();
            s.closeAllConnections();
            r(t);
          });
      }),
  );
  await ask(
    'req',
    () =>
      new Promise((r) => {
        const s = http
          .createServer(async (q, res) => {
            let t = '';
            for await (const c of Readable.toWeb(q)) t += Buffer.from(c);
            res.end(t);
          })
          .listen(0, async () => {
            const t = await (
              await fetch(`http://localhost:${s.address().port}`, {
                method: 'POST',
                body: 'posted',
              })
            ).text();
            s.close();
            s.closeAllConnections();
            r(t);
          });
      }),
  );
  console.log(
    util.inspect(new ReadableStream()),
    util.inspect(new WritableStream()),
    util.inspect(new TransformStream()),
    util.inspect(new ReadableStream().getReader()),
    util.inspect(new ReadableStream({ type: 'bytes' })),
    util.inspect(new CountQueuingStrategy({ highWaterMark: 1 })),
    util.inspect(new TextDecoderStream()),
    util.inspect(new CompressionStream('gzip')),
  );
})();
