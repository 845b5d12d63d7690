/** Frames of the wire protocol: four bytes of length, then a body. Source: protocol/PROTOCOL.md, section 2. */

import { joined, readU32, u32 } from "../core/bytes.js";
import { MOST_BYTES } from "../core/msgpack.js";

/** The host sends what the protocol forbids. */
export class ProtocolError extends Error {}

/** @param {Uint8Array} body @returns {Uint8Array} */
export function frame(body) {
  return joined(u32(body.length), body);
}

/** Splits a stream of bytes into bodies. */
export class FrameReader {
  constructor() {
    this.held = /** @type {Uint8Array} */ (new Uint8Array(0));
  }

  /** The bodies that these bytes complete. Throws ProtocolError for one that is too long. @param {Uint8Array} bytes @returns {Uint8Array[]} */
  feed(bytes) {
    const all = this.held.length ? joined(this.held, bytes) : bytes;
    const bodies = [];
    let at = 0;
    while (all.length - at >= 4) {
      const size = readU32(all, at);
      if (size > MOST_BYTES) throw new ProtocolError(`a message of ${size} bytes`);
      if (all.length - at - 4 < size) break;
      bodies.push(all.slice(at + 4, at + 4 + size));
      at += 4 + size;
    }
    this.held = all.slice(at);
    return bodies;
  }
}
