// SPDX-License-Identifier: MIT
// The commands of the prompt: lines that begin with a dot. Used by repl.js.
'use strict';

const commands = {
  break: {
    help: 'Sometimes you get stuck, this gets you out',
    action() {
      this.clearBufferedCommand();
      this.displayPrompt();
    },
  },
  clear: {
    help: 'Break, and also clear the local context',
    action() {
      this.clearBufferedCommand();
      if (!this.useGlobal) {
        this.output.write('Clearing context...\n');
        this.resetContext();
      }
      this.displayPrompt();
    },
  },
  editor: {
    help: 'Enter editor mode',
    action() { this._enterEditor(); },
  },
  exit: {
    help: 'Exit the REPL',
    action() { this.close(); },
  },
  help: {
    help: 'Print this help message',
    action() {
      const names = Object.keys(this.commands).sort();
      const width = Math.max(...names.map((name) => name.length)) + 3;
      for (const name of names) {
        const { help } = this.commands[name];
        this.output.write(`.${help ? name.padEnd(width) + help : name}\n`);
      }
      this.output.write('\nPress Ctrl+C to abort current expression, Ctrl+D to exit the REPL\n');
      this.displayPrompt();
    },
  },
  load: {
    help: 'Load JS from a file into the REPL session',
    action(file) {
      const fs = require('fs');
      let text;
      try {
        text = fs.statSync(file).isFile() ? fs.readFileSync(file, 'utf8') : undefined;
      } catch {
        this.output.write(`Failed to load: ${file}\n`);
        this.displayPrompt();
        return;
      }
      if (text === undefined) {
        this.output.write(`Failed to load: ${file} is not a valid file\n`);
        this.displayPrompt();
        return;
      }
      if (this.terminal) this.output.write(text.endsWith('\n') ? text : `${text}\n`);
      this._run(text, text);
      this.displayPrompt();
    },
  },
  save: {
    help: 'Save all evaluated commands in this REPL session to a file',
    action(file) {
      try {
        require('fs').writeFileSync(file, this.lines.join('\n'));
        this.output.write(`Session saved to: ${file}\n`);
      } catch {
        this.output.write(`Failed to save: ${file}\n`);
      }
      this.displayPrompt();
    },
  },
};

function define(repl) {
  for (const name of Object.keys(commands)) {
    if (name !== 'editor' || repl.terminal) repl.defineCommand(name, { ...commands[name] });
  }
  if (repl.useGlobal) repl.commands.clear.help = 'Alias for .break';
}

exports.define = define;
