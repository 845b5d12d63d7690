/** Byte strings: joining, comparing, hexadecimal, numbers of fixed width. */

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @param {...Uint8Array} parts @returns {Uint8Array} */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Fields joined, each with its length in front, so that no two lists give the same bytes. @param {...Uint8Array} fields */
export function frame(...fields) {
  return joined(...fields.flatMap((field) => [u32(field.length), field]));
}

/** @param {Uint8Array} a @param {Uint8Array} b */
export function equal(a, b) {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** The bytes of hexadecimal text. Throws RangeError. @param {string} text @returns {Uint8Array} */
export function unhex(text) {
  if (text.length % 2 || !/^[0-9a-fA-F]*$/.test(text)) throw new RangeError("not hexadecimal");
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** @param {string} text @returns {Uint8Array} */
export function utf8(text) {
  return ENCODER.encode(text);
}

/** Text of UTF-8. Throws TypeError where the bytes are none. @param {Uint8Array} bytes */
export function utf8Text(bytes) {
  return DECODER.decode(bytes);
}

/** One byte. @param {number} value @returns {Uint8Array} */
export function u8(value) {
  return Uint8Array.of(value);
}

/** Two bytes, the most significant first. @param {number} value @returns {Uint8Array} */
export function u16(value) {
  return Uint8Array.of(value >>> 8, value);
}

/** Four bytes, the most significant first. @param {number} value @returns {Uint8Array} */
export function u32(value) {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** The number in four bytes at an offset. @param {Uint8Array} bytes @param {number} at */
export function readU32(bytes, at) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);
}

/** 32 zero bytes: the head before the first entry, the `prev` of a first statement. @type {Uint8Array} */
export const ZEROS = new Uint8Array(32);
