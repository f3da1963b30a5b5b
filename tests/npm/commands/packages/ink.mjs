// SPDX-License-Identifier: MIT
// ink: an interface of React components that is redrawn when its state changes or a key is hit.
import assert from 'node:assert';
import { EventEmitter } from 'node:events';
import React, { useEffect, useState } from 'react';
import { Box, Text, render, useApp, useInput } from 'ink';

class Screen extends EventEmitter {
  columns = 40;
  frames = [];

  write(frame) {
    this.frames.push(frame);
  }
}

class Keyboard extends EventEmitter {
  isTTY = true;
  #waiting = [];

  setEncoding() {}
  setRawMode() {}
  ref() {}
  unref() {}
  resume() {}
  pause() {}

  read() {
    return this.#waiting.shift() ?? null;
  }

  type(text) {
    this.#waiting.push(text);
    this.emit('readable');
    this.emit('data', text);
  }
}

const stdout = new Screen();
const stdin = new Keyboard();

function Counter() {
  const [count, setCount] = useState(0);
  const [key, setKey] = useState('none');
  const { exit } = useApp();
  useInput((typed) => {
    if (typed === 'q') exit();
    else setKey(typed);
  });
  useEffect(() => {
    const timer = setInterval(() => setCount((before) => Math.min(3, before + 1)), 20);
    return () => clearInterval(timer);
  }, []);
  return React.createElement(Box, { borderStyle: 'single', width: 20 },
    React.createElement(Text, null, `count ${count} key ${key}`));
}

const app = render(React.createElement(Counter), { stdout, stdin, debug: true });
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

async function until(text) {
  for (let i = 0; i < 400 && !stdout.frames.at(-1)?.includes(text); i++) await pause(10);
  assert.ok(stdout.frames.at(-1).includes(text), stdout.frames.at(-1));
}

await until('count 3 key none');
stdin.type('x');
await until('count 3 key x');
const [top, middle] = stdout.frames.at(-1).split('\n');
assert.deepStrictEqual([top.length, middle.length], [20, 20]);
const exit = app.waitUntilExit();
stdin.type('q');
await exit;
