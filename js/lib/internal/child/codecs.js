// SPDX-License-Identifier: MIT
// The forms of a message on a channel (internal/child/channel.js).
'use strict';

// Messages are delivered one by one: an invalid message does not affect those before it, and its
// error is thrown to the program.
class Lines {
  #decoder = new (require('string_decoder').StringDecoder)('utf8');
  #rest = '';

  encode(message) { return `${JSON.stringify(message)}\n`; }

  * decode(bytes) {
    const lines = (this.#rest + this.#decoder.write(bytes)).split('\n');
    const rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
    this.#rest = rest; // not if there was an error: the same in Node
  }
}

// Views are marked; other objects that are not JavaScript's go as plain ones.
const [VIEW, OBJECT] = [0, 1];

function makeBlockClasses() {
  const { DefaultDeserializer, DefaultSerializer } = require('internal/v8/serialize');
  return {
    Serializer: class extends DefaultSerializer {
      _writeHostObject(object) {
        const isView = ArrayBuffer.isView(object);
        this.writeUint32(isView ? VIEW : OBJECT);
        if (isView) super._writeHostObject(object);
        else this.writeValue({ ...object });
      }
    },
    Deserializer: class extends DefaultDeserializer {
      _readHostObject() {
        return this.readUint32() === VIEW ? super._readHostObject() : this.readValue();
      }
    },
  };
}

class Blocks {
  #chunks = [];
  #size = 0;
  #needed = 4; // bytes until there is something to do
  #classes = makeBlockClasses();

  encode(message) {
    const serializer = new this.#classes.Serializer();
    serializer.writeHeader();
    serializer.writeValue(message);
    const bytes = serializer.releaseBuffer();
    const size = Buffer.alloc(4);
    size.writeUInt32BE(bytes.length);
    return Buffer.concat([size, bytes]);
  }

  * decode(bytes) {
    this.#keep([...this.#chunks, bytes], this.#size + bytes.length);
    while (this.#size >= this.#needed) {
      const all = Buffer.concat(this.#chunks);
      this.#needed = 4 + all.readUInt32BE(0);
      if (this.#size < this.#needed) break;
      const reader = new this.#classes.Deserializer(all.subarray(4, this.#needed));
      this.#keep([all.subarray(this.#needed)], this.#size - this.#needed);
      this.#needed = 4;
      reader.readHeader();
      yield reader.readValue();
    }
  }

  #keep(chunks, size) {
    this.#chunks = chunks;
    this.#size = size;
  }
}

exports.make = (serialization) => (serialization === 'advanced' ? new Blocks() : new Lines());
