/** A session's WebSocket in a browser: opened, and opened again when it breaks. */

import { CodecError } from "../core/msgpack.js";
import { ProtocolError } from "./frames.js";
import { SUBPROTOCOL, WIRE_PATH, WrongHost } from "./host_link.js";

/** @typedef {import("./session.js").Session} Session */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const FINAL = new Set(["replaced", "version", "proof"]);

export class Socket {
  /** @param {Session} session @param {() => void} changed called when `state` has changed */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    /** `broken`: it is tried again. `over`: it is not. @type {"connecting" | "open" | "broken" | "over"} */
    this.state = "connecting";
    /** Why it is over, where the host did not say so. @type {Error | null} */
    this.problem = null;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.connect();
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.retry());
  }

  connect() {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${WIRE_PATH}`, SUBPROTOCOL);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.session.connected((bytes) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(/** @type {Uint8Array<ArrayBuffer>} */ (bytes));
      });
    };
    socket.onmessage = ({ data }) => this.receive(socket, new Uint8Array(data));
    socket.onclose = () => this.closed(socket);
  }

  /** @param {WebSocket} socket @param {Uint8Array} bytes */
  receive(socket, bytes) {
    if (socket !== this.socket) return;
    try {
      this.session.receive(bytes);
    } catch (problem) {
      if (!(problem instanceof ProtocolError || problem instanceof CodecError || problem instanceof WrongHost)) throw problem;
      this.problem = problem;
      this.end();
      return;
    }
    if (this.session.isOpen && this.state !== "open") {
      this.wait = FIRST_WAIT;
      this.set("open");
    }
  }

  /** @param {WebSocket} socket */
  closed(socket) {
    if (socket !== this.socket || this.state === "over") return;
    this.session.disconnected();
    if (this.session.bye && FINAL.has(this.session.bye.code)) {
      this.set("over");
      return;
    }
    this.set("broken");
    this.timer = window.setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  /** Try now rather than later. */
  retry() {
    if (this.state !== "broken") return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Connect anew, as another name wants it. */
  again() {
    this.socket?.close();
  }

  /** End it for good. */
  end() {
    this.set("over");
    this.socket?.close();
    this.session.disconnected();
  }

  /** @param {"connecting" | "open" | "broken" | "over"} state */
  set(state) {
    this.state = state;
    this.changed();
  }
}
