/**
 * One connection to a host through a WebSocket, without the socket: bytes in, messages and bytes out.
 *
 * First the host proves its key for this page's origin, then the greeting of the wire protocol goes on as over TLS.
 * Source: protocol/PROTOCOL.md, sections 1 ("Browsers") and 3.
 */

import { hex, joined, readU32, u32, utf8 } from "../core/bytes.js";
import { sha256, taggedHash } from "../core/hash.js";
import { helloHash } from "../core/identifiers.js";
import { decode, encode, mapOf, MOST_BYTES } from "../core/msgpack.js";
import { isSignature, isUsableKey, publicKey, sign } from "../core/signatures.js";

export const VERSION = 12; // of PROTOCOL.md; counted up with each change of a message
export const WIRE_PATH = "/wire";
export const SUBPROTOCOL = "rummynet";
const PROOF = 96; // the host's key and its signature (PROTOCOL.md, "Browsers")

/** @import { Value } from "../core/msgpack.js" */
/** A message: its kind under `m`, its fields by name; maps inside are Maps. @typedef {Record<string, any>} Message */

/** The host sends what the protocol forbids. */
export class ProtocolError extends Error {}

/** Four bytes of length, then a body (PROTOCOL.md, section 2). @param {Uint8Array} body */
export function frame(body) {
  return joined(u32(body.length), body);
}

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

export class WrongHost extends Error {
  /** @param {Uint8Array} key */
  constructor(key) {
    super(`the host's key is ${hex(key)}`);
    this.key = key;
  }
}

export class HostLink {
  /**
   * @param {{ secret: Uint8Array, name: string, agent: string }} person who connects, with the private key
   * @param {string} origin of the page
   * @param {(bytes: number) => Uint8Array} random
   * @param {(host: Uint8Array) => boolean} isKnown whether this may be the host's key
   * @param {(bytes: Uint8Array) => void} send
   */
  constructor(person, origin, random, isKnown, send) {
    this.person = person;
    this.origin = origin;
    this.isKnown = isKnown;
    this.sendBytes = send;
    this.key = publicKey(person.secret);
    /** The host's key, once it is proven. */
    this.host = /** @type {Uint8Array} */ (new Uint8Array(0));
    this.isOpen = false;
    this.challenge = random(32);
    this.proof = /** @type {Uint8Array} */ (new Uint8Array(0));
    this.frames = new FrameReader();
    this.requests = 0;
  }

  /** The first bytes, once the WebSocket stands. */
  begin() {
    this.sendBytes(this.challenge);
  }

  /** The messages after the greeting that these bytes complete. Throws ProtocolError, CodecError, WrongHost.
   * @param {Uint8Array} bytes @returns {Message[]} */
  receive(bytes) {
    if (!this.host.length) {
      const all = this.proof = joined(this.proof, bytes);
      if (all.length < PROOF) return [];
      this.checkHost(all.slice(0, 32), all.slice(32, PROOF));
      bytes = all.slice(PROOF);
    }
    const messages = [];
    for (const body of this.frames.feed(bytes)) {
      const value = decode(body);
      if (!(value instanceof Map)) throw new ProtocolError("a message that is no map");
      const message = Object.fromEntries(value);
      if (!this.greet(message)) messages.push(message);
    }
    return messages;
  }

  /** Send a message. @param {string} kind @param {Record<string, Value>} fields */
  send(kind, fields) {
    this.sendBytes(frame(encode(mapOf({ m: kind, ...fields }))));
  }

  /** Send a request and return its number. @param {string} kind @param {Record<string, Value>} fields */
  request(kind, fields) {
    this.requests += 1;
    this.send(kind, { n: this.requests, ...fields });
    return this.requests;
  }

  /** @param {Uint8Array} host @param {Uint8Array} signature */
  checkHost(host, signature) {
    const payload = taggedHash("web", host, this.challenge, utf8(this.origin));
    if (!isUsableKey(host) || !isSignature(host, "web", payload, signature)) {
      throw new ProtocolError("the host has not proven its key for this page");
    }
    if (!this.isKnown(host)) throw new WrongHost(host);
    this.host = host;
    const { name, agent } = this.person;
    this.send("hello", { low: VERSION, high: VERSION, name, key: this.key, agent });
  }

  /** Whether the message belongs to the greeting, or is one that the link answers by itself. @param {Message} message */
  greet(message) {
    switch (message.m) {
      case "challenge":
        if (message.version !== VERSION) throw new ProtocolError("a version that was not offered");
        this.send("proof", {
          signature: sign(this.person.secret, "hello", helloHash(this.host, message.nonce, this.key)),
        });
        return true;
      case "welcome":
        this.isOpen = true;
        return false;
      case "ping":
        this.send("pong", { number: message.number });
        return true;
      default:
        return false;
    }
  }
}

/** The fingerprint that people compare, without `sha256:`. @param {Uint8Array} key */
export function fingerprint(key) {
  const der = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);
  return hex(sha256(joined(der, key)));
}
