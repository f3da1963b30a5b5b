// SPDX-License-Identifier: MIT
// memory.js SCENE N: the N-th allocation of gyre's own code after the start of the scene is
// refused. Each request works, or gives an error that has a code; each callback comes, once.
'use strict';
const LIMIT_MS = 30000;

const scenes = {
  files: {
    async run(fs) {
      const { promises } = fs;
      await said(fs.writeFile, 'file', 'x'.repeat(5000));
      await said(fs.readFile, 'file');
      await said(fs.readFile, 'file', 'utf8');
      await said(fs.stat, 'file');
      await said(fs.readdir, '.', { withFileTypes: true });
      await said(fs.writev, 1, [Buffer.alloc(0), Buffer.alloc(0)]);
      await settled(promises.opendir('.', { bufferSize: 64 }).then(async (dir) => {
        await dir.read();
        await dir.close();
      }));
      await settled(promises.copyFile('file', 'copy'));
      tried(() => fs.readFileSync(Buffer.from('file'), 'latin1'));
      tried(() => fs.writeFileSync('file', '€'.repeat(3000)));
      tried(() => fs.watch('file').close());
      tried(() => { fs.watchFile('file', () => {}); fs.unwatchFile('file'); });
    },
    load: () => require('fs'),
  },
  sockets: {
    async run({ net, dgram }) {
      await new Promise((resolve) => {
        const server = net.createServer((socket) => {
          socket.on('error', noted).on('close', () => server.close());
          socket.pipe(socket);
        }).on('error', noted).on('close', resolve);
        server.listen(0, () => {
          const client = net.connect(server.address().port).on('error', noted);
          client.on('close', () => server.close());
          for (let i = 0; i < 20; i++) client.cork(), client.write('é'.repeat(1000));
          client.uncork();
          client.end('x').resume();
        });
      });
      await new Promise((resolve) => {
        const socket = dgram.createSocket('udp4').on('error', end).on('close', resolve);
        function end(error) {
          if (error) noted(error);
          tried(() => socket.close());
        }
        socket.on('message', () => end());
        socket.bind(0, '127.0.0.1', () => socket.send('hello', socket.address().port, '127.0.0.1',
          (error) => { if (error) end(error); }));
      });
    },
    load: () => ({ net: require('net'), dgram: require('dgram') }),
  },
  http: {
    async run(http) {
      await new Promise((resolve) => {
        const server = http.createServer((request, response) => {
          request.resume().on('end', () => response.end('x'.repeat(100000)));
          response.on('error', noted);
        }).on('error', noted).on('clientError', (error, socket) => {
          noted(error);
          socket.destroy();
        }).on('close', resolve);
        server.listen(0, () => {
          const request = http.request({
            port: server.address().port, method: 'POST', agent: false,
            headers: Object.fromEntries([...'abcdefghijklmnopqrst'].map((n) => [`x-${n}`, n])),
          }, (response) => response.on('error', noted).resume());
          request.on('error', noted).on('close', () => {
            server.close();
            server.closeAllConnections();
          });
          request.end('body'.repeat(1000));
        });
      });
    },
    load: () => require('http'),
  },
  coders: {
    async run({ zlib, crypto, util }) {
      const text = 'abc'.repeat(2000);
      await said(zlib.gzip, text);
      await said(zlib.deflate, text, { dictionary: Buffer.alloc(100) });
      await said(zlib.brotliCompress, text);
      await said(crypto.pbkdf2, 'a', 'b', 1, 8, 'sha256');
      await said(crypto.randomBytes, 8);
      tried(() => crypto.createHash('sha256').update('é'.repeat(3000)).digest('hex'));
      tried(() => Buffer.alloc(5000, 'é').toString());
      tried(() => Buffer.alloc(5000).toString('hex', 1));
      tried(() => Buffer.alloc(5000).toString('base64', 1));
      tried(() => new util.TextDecoder('latin1').decode(Buffer.alloc(3000, 0xe9)));
      tried(() => atob(btoa('x'.repeat(3000))));
      tried(() => new URL('http://bücher.example/ä?b=ü'));
    },
    load: () => ({ zlib: require('zlib'), crypto: require('crypto'), util: require('util') }),
  },
  processes: {
    async run(child) {
      tried(() => {
        const { error } = child.spawnSync('/bin/echo', ['a'.repeat(500)], { env: { A: 'b' } });
        if (error) noted(error);
      });
      await new Promise((resolve) => {
        const one = tried(() => child.spawn('/bin/cat', ['-'], { stdio: 'pipe' }));
        if (one === undefined) return resolve();
        for (const part of [one, one.stdin, one.stdout, one.stderr]) part?.on('error', noted);
        one.on('error', resolve).on('close', resolve);
        one.stdin?.end('x'.repeat(2000));
        return one.stdout?.resume();
      });
      tried(() => {
        const nothing = () => {};
        process.on('SIGUSR2', nothing);
        process.off('SIGUSR2', nothing);
      });
    },
    load: () => require('child_process'),
  },
};

let errors = 0;

function noted(error) {
  if (typeof error?.code !== 'string' && !/memory|loop/i.test(error?.message)) {
    console.log('no code:', error);
    process.exit(4);
  }
  errors++;
}

function tried(call) {
  try {
    return call();
  } catch (error) {
    return noted(error);
  }
}

function settled(promise) {
  return promise.catch(noted);
}

function said(call, ...args) {
  let calls = 0;
  return new Promise((resolve) => {
    const done = (error) => {
      if (++calls > 1) throw new Error('called back twice');
      if (error) noted(error);
      resolve();
    };
    try {
      call(...args, done);
    } catch (error) {
      done(error);
    }
  });
}

const [, , name, at] = process.argv;
const scene = scenes[name];
const loaded = scene.load();
const timer = setTimeout(() => {
  process.env.STARVE_MEMORY = '0';
  console.log('something waits for ever');
  process.exit(3);
}, LIMIT_MS);
process.env.STARVE_MEMORY = at;
scene.run(loaded).then(() => {
  process.env.STARVE_MEMORY = '0';
  clearTimeout(timer);
  console.log(`done, ${errors} errors`);
});
