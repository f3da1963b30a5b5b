// SPDX-License-Identifier: MIT
// Reads the answers of name servers (RFC 1035 and those of the types of records below).
'use strict';

const types = {
  A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33, NAPTR: 35, ANY: 255,
  CAA: 257,
};

// A place in a message. What lies outside of it is a RangeError, for read() below.
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  u8() { return this.view.getUint8(this.at++); }
  u16() { return this.view.getUint16((this.at += 2) - 2); }
  u32() { return this.view.getUint32((this.at += 4) - 4); }

  text(size) {
    if (this.at + size > this.bytes.length) throw new RangeError('behind the end');
    let text = '';
    for (let i = 0; i < size; i++) text += String.fromCharCode(this.bytes[this.at++]);
    return text;
  }

  // A name: labels, and pointers to labels further ahead; each pointer must go back, so it ends.
  name() {
    const labels = [];
    let end = -1;
    let limit = this.at;
    for (;;) {
      const size = this.u8();
      if (size === 0) break;
      if (size >= 0xc0) {
        const to = ((size & 0x3f) << 8) | this.u8();
        if (end === -1) end = this.at;
        if (to >= limit) throw new RangeError('a pointer that does not go back');
        this.at = limit = to;
      } else {
        if (size > 63) throw new RangeError('no label');
        labels.push(this.text(size).replace(/[.\\]/g, '\\$&'));
      }
    }
    if (end !== -1) this.at = end;
    return labels.join('.');
  }
}

function ip6(reader) {
  const groups = [];
  for (let i = 0; i < 8; i++) groups.push(reader.u16());
  // As the C library writes it: the longest run of zeros is left out, and old addresses are shown.
  let best = { at: -1, size: 1 };
  for (let i = 0; i < 8; i++) {
    let size = 0;
    while (i + size < 8 && groups[i + size] === 0) size++;
    if (size > best.size) best = { at: i, size };
  }
  const mapped = best.at === 0 &&
    (best.size === 6 || (best.size === 5 && groups[5] === 0xffff));
  const hex = groups.map((group) => group.toString(16));
  if (mapped) {
    const old = [groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255].join('.');
    return `::${best.size === 5 ? 'ffff:' : ''}${old}`;
  }
  if (best.at === -1) return hex.join(':');
  return `${hex.slice(0, best.at).join(':')}::${hex.slice(best.at + best.size).join(':')}`;
}

const readers = {
  A: (r) => [r.u8(), r.u8(), r.u8(), r.u8()].join('.'),
  AAAA: ip6,
  NS: (r) => r.name(),
  CNAME: (r) => r.name(),
  PTR: (r) => r.name(),
  MX(r) {
    const priority = r.u16();
    return { exchange: r.name(), priority };
  },
  TXT(r, end) {
    const chunks = [];
    while (r.at < end) chunks.push(r.text(r.u8()));
    return chunks;
  },
  SRV(r) {
    const [priority, weight, port] = [r.u16(), r.u16(), r.u16()];
    return { name: r.name(), port, priority, weight };
  },
  SOA(r) {
    const [nsname, hostmaster] = [r.name(), r.name()];
    return {
      nsname, hostmaster, serial: r.u32(), refresh: r.u32(), retry: r.u32(), expire: r.u32(),
      minttl: r.u32(),
    };
  },
  NAPTR(r) {
    const [order, preference] = [r.u16(), r.u16()];
    const [flags, service, regexp] = [r.text(r.u8()), r.text(r.u8()), r.text(r.u8())];
    return { flags, service, regexp, replacement: r.name(), order, preference };
  },
  CAA(r, end) {
    const critical = r.u8();
    const tag = r.text(r.u8());
    return { critical, [tag]: r.text(end - r.at) };
  },
};
const typeNames = new Map(Object.entries(types).map(([name, number]) => [number, name]));

// The records of an answer whose type is known here: [{ type, ttl, value }]; undefined if the
// message is invalid.
function read(bytes) {
  const reader = new Reader(bytes);
  const records = [];
  try {
    reader.at = 4;
    const [questions, answers] = [reader.u16(), reader.u16()];
    reader.at = 12;
    for (let i = 0; i < questions; i++) {
      reader.name();
      reader.at += 4;
    }
    for (let i = 0; i < answers; i++) {
      reader.name();
      const type = typeNames.get(reader.u16());
      reader.at += 2;
      const ttl = reader.u32();
      const size = reader.u16();
      const end = reader.at + size;
      if (end > bytes.length) return undefined;
      if (readers[type] !== undefined) {
        const value = readers[type](reader, end);
        if (reader.at !== end) return undefined;
        records.push({ type, ttl, value });
      }
      reader.at = end;
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return records;
}

module.exports = { read, types };
