/**
 * MessagePack as protocol/FAIRNESS.md ("Packed values") and protocol/PROTOCOL.md (section 2) limit it.
 *
 * Values are nil, booleans, integers of at most 64 bits, bytes, text, lists, and maps with text keys. Numbers beyond
 * 2^53 are read as bigint, so that no two values of the wire become one here. `decode` takes longer forms than needed,
 * as the page says; `encode` writes the shortest form of everything.
 *
 * @typedef {null | boolean | number | bigint | string | Uint8Array | Value[] | ValueMap} Value
 * @typedef {Map<string, Value>} ValueMap
 */

import { utf8, utf8Text } from "./bytes.js";

// FAIRNESS.md, "Packed values": all readers have the same limits, so none takes what another refuses.
export const MOST_BYTES = 65_536;
export const MOST_ITEMS = 4_096;
export const DEEPEST = 8;

/** Bytes are no value of this protocol, or exceed a limit. */
export class CodecError extends Error {}

class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  /** Where the next *size* bytes begin. @param {number} size */
  skip(size) {
    const from = this.at;
    if (from + size > this.bytes.length) throw new CodecError("the bytes stop inside a value");
    this.at += size;
    return from;
  }

  /** @param {number} size */
  length(size) {
    const from = this.skip(size);
    return size === 1 ? this.view.getUint8(from) : size === 2 ? this.view.getUint16(from) : this.view.getUint32(from);
  }

  /** @param {number} size */
  bin(size) {
    const from = this.skip(size);
    return this.bytes.slice(from, from + size);
  }

  /** @param {number} size */
  text(size) {
    const from = this.skip(size);
    try {
      return utf8Text(this.bytes.subarray(from, from + size));
    } catch {
      throw new CodecError("text that is not UTF-8");
    }
  }

  /** @param {number} size @param {number} depth @returns {Value[]} */
  list(size, depth) {
    if (size > MOST_ITEMS) throw new CodecError(`a list of more than ${MOST_ITEMS} items`);
    const items = [];
    for (let count = 0; count < size; count += 1) items.push(this.value(depth + 1));
    return items;
  }

  /** @param {number} size @param {number} depth @returns {ValueMap} */
  map(size, depth) {
    if (size > MOST_ITEMS) throw new CodecError(`a map of more than ${MOST_ITEMS} items`);
    const map = new Map();
    for (let count = 0; count < size; count += 1) {
      const key = this.value(depth + 1);
      if (typeof key !== "string") throw new CodecError("a key that is not text");
      if (map.has(key)) throw new CodecError("a key that stands twice in a map");
      map.set(key, this.value(depth + 1));
    }
    return map;
  }

  /** @param {number} depth @returns {Value} */
  value(depth) {
    if (depth > DEEPEST) throw new CodecError("nested too deeply");
    const tag = this.view.getUint8(this.skip(1));
    if (tag < 0x80) return tag;
    if (tag < 0x90) return this.map(tag & 15, depth);
    if (tag < 0xa0) return this.list(tag & 15, depth);
    if (tag < 0xc0) return this.text(tag & 31);
    if (tag >= 0xe0) return tag - 256;
    switch (tag) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.bin(this.length(1 << (tag - 0xc4)));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.length(1 << (tag - 0xcc));
      case 0xcf:
        return plain(this.view.getBigUint64(this.skip(8)));
      case 0xd0:
        return this.view.getInt8(this.skip(1));
      case 0xd1:
        return this.view.getInt16(this.skip(2));
      case 0xd2:
        return this.view.getInt32(this.skip(4));
      case 0xd3:
        return plain(this.view.getBigInt64(this.skip(8)));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.text(this.length(1 << (tag - 0xd9)));
      case 0xdc:
      case 0xdd:
        return this.list(this.length(2 << (tag - 0xdc)), depth);
      case 0xde:
      case 0xdf:
        return this.map(this.length(2 << (tag - 0xde)), depth);
      default:
        throw new CodecError("a value of a kind that is not used here");
    }
  }
}

/** A number where it is exact as one. @param {bigint} value @returns {number | bigint} */
function plain(value) {
  const number = Number(value);
  return Math.abs(number) <= 2 ** 53 && BigInt(number) === value ? number : value;
}

/** The value in the bytes. Throws CodecError if they are none, exceed a limit, or go on behind it. @param {Uint8Array} bytes */
export function decode(bytes) {
  if (bytes.length > MOST_BYTES) throw new CodecError(`more than ${MOST_BYTES} bytes`);
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (reader.at !== bytes.length) throw new CodecError("more bytes follow the value");
  return value;
}

/** The bytes of a value, each part in its shortest form. Maps keep their order. @param {Value} value @returns {Uint8Array} */
export function encode(value) {
  /** @type {number[]} */
  const out = [];
  write(value, out);
  return Uint8Array.from(out);
}

/** @param {Value} value @param {number[]} out */
function write(value, out) {
  if (value === null) out.push(0xc0);
  else if (value === false) out.push(0xc2);
  else if (value === true) out.push(0xc3);
  else if (typeof value === "number" || typeof value === "bigint") writeInteger(BigInt(value), out);
  else if (typeof value === "string") {
    const bytes = utf8(value);
    writeHead(bytes.length, out, 0xa0, 32, [0xd9, 0xda, 0xdb]);
    for (const byte of bytes) out.push(byte);
  } else if (value instanceof Uint8Array) {
    writeHead(value.length, out, 0, 0, [0xc4, 0xc5, 0xc6]);
    for (const byte of value) out.push(byte);
  } else if (Array.isArray(value)) {
    writeHead(value.length, out, 0x90, 16, [0, 0xdc, 0xdd]);
    for (const item of value) write(item, out);
  } else {
    writeHead(value.size, out, 0x80, 16, [0, 0xde, 0xdf]);
    for (const [key, item] of value) {
      write(key, out);
      write(item, out);
    }
  }
}

/** Tag and length; tags are those of one, two and four bytes of length, 0 where there is no such form.
 * @param {number} size @param {number[]} out @param {number} short @param {number} below @param {[number, number, number]} tags */
function writeHead(size, out, short, below, tags) {
  if (size < below) out.push(short | size);
  else if (size < 0x100 && tags[0]) out.push(tags[0], size);
  else if (size < 0x10000) out.push(tags[1], size >> 8, size & 255);
  else out.push(tags[2], size >>> 24, (size >> 16) & 255, (size >> 8) & 255, size & 255);
}

/** @param {bigint} value @param {number[]} out */
function writeInteger(value, out) {
  if (value < -(1n << 63n) || value >= 1n << 64n) throw new CodecError("a number of more than 64 bits");
  if (value >= -32n && value < 128n) {
    out.push(Number(value) & 255);
    return;
  }
  let bytes = 1;
  if (value >= 0n) while (value >> BigInt(8 * bytes)) bytes *= 2;
  else while (value < -(1n << BigInt(8 * bytes - 1))) bytes *= 2;
  out.push((value >= 0n ? 0xcc : 0xd0) + Math.log2(bytes));
  for (let shift = bytes - 1; shift >= 0; shift -= 1) out.push(Number((value >> BigInt(8 * shift)) & 255n));
}

/** A map of plain fields, in their order. @param {{ [key: string]: Value }} fields @returns {ValueMap} */
export function mapOf(fields) {
  return new Map(Object.entries(fields));
}
