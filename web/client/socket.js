/** A session's WebSocket in a browser: opened, and opened again when it breaks. */

import { CodecError } from "../core/msgpack.js";
import { ProtocolError } from "./host_link.js";
import { StoreFull } from "./browser_store.js";
import { SUBPROTOCOL, WIRE_PATH, WrongHost } from "./host_link.js";

// Milliseconds. At once, a host that restarts would be asked before it listens; at most, a phone in a pocket asks six
// times a minute.
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** Milliseconds without a word from the host after which it is asked for one, and after which that is shown: within three seconds a
 * person knows that nothing comes through. */
const ASK_AFTER = 1000;
const SHOW_AFTER = 2500;
/** Milliseconds after which a connection is given up for another one: a host that was busy is back by then. */
const GIVE_UP_AFTER = 8000;
const TICK = 500; // half the shortest of the times above: so none is noticed much too late
/** Redirects that are followed at once: a table moves once or twice, and hosts that disagree would send us in circles. */
const MOST_MOVES = 4;
/** So often it has to fail before it is called refused: a host that is started just then answers the next. */
const REFUSED_TRIES = 2;
const FINAL = new Set(["replaced", "version", "proof"]);

export class Silence {
  /** @param {number} now in milliseconds */
  constructor(now) {
    this.silent = 0;
    this.last = now;
    this.hasAsked = false;
  }

  /** The host has said something. @param {number} now */
  heard(now) {
    this.silent = 0;
    this.last = now;
    this.hasAsked = false;
  }

  /** What is due now. A page that slept has heard nothing because it slept, so a long tick counts as a short one.
   * @param {number} now @returns {"" | "ask" | "show" | "give up"} */
  tick(now) {
    this.silent += Math.min(now - this.last, 2 * TICK);
    this.last = now;
    if (this.silent >= GIVE_UP_AFTER) return "give up";
    if (this.silent >= SHOW_AFTER) return "show";
    if (this.silent < ASK_AFTER || this.hasAsked) return "";
    this.hasAsked = true;
    return "ask";
  }
}

export class Socket {
  /** @param {import("./session.js").Session} session @param {() => void} changed called when `state` has changed
   * @param {string} [place] the address of the host that it stays at; else it follows its tables */
  constructor(session, changed, place = "") {
    this.session = session;
    this.changed = changed;
    /** `silent`: the host does not answer, which may be the network. `broken`: it is tried again. `over`: it is not.
     * @type {"connecting" | "open" | "silent" | "broken" | "over"} */
    this.state = "connecting";
    /** Why it is over, where the host did not say so. @type {Error | null} */
    this.problem = null;
    this.wait = FIRST_WAIT;
    /** Tries since the page was opened, while none has led to the host; null once one has. @type {number | null} */
    this.failed = 0;
    /** Whether the host answers requests of pages, and only this kind of connection does not come about. */
    this.isRefused = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    /** The address of the host that has the table; empty for the one that the page is of. */
    this.place = place;
    this.stays = place !== "";
    this.moves = 0;
    this.waits = new Silence(performance.now());
    this.connect();
    addEventListener("pagehide", () => this.again()); // a browser keeps the page for the way forward, with its connection: the player would seem to be here
    addEventListener("offline", () => this.doubt());
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.retry());
    window.setInterval(() => this.tick(), TICK);
  }

  tick() {
    if (this.state !== "open" && this.state !== "silent") return;
    if (document.visibilityState !== "visible") {
      this.waits.heard(performance.now()); // nobody looks, and the host is spared the question
      return;
    }
    const due = this.waits.tick(performance.now());
    if (due === "ask") this.session.ping();
    else if (due === "show") this.doubt();
    else if (due === "give up") this.drop();
  }

  /** Nothing comes through, as far as is known: that is said, and the host is asked for a word, which takes it back. */
  doubt() {
    if (this.state !== "open") return;
    this.session.ping();
    this.set("silent");
  }

  /** Leave a connection that nothing comes through; a browser takes minutes to close it. */
  drop() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.lost();
  }

  connect() {
    const at = this.place && `?at=${encodeURIComponent(this.place)}`;
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + WIRE_PATH + at, SUBPROTOCOL);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      if (socket !== this.socket) {
        socket.close(); // another one was tried meanwhile: two would throw each other out
        return;
      }
      this.waits.heard(performance.now());
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
    this.waits.heard(performance.now());
    try {
      this.session.receive(bytes);
    } catch (problem) {
      if (!(problem instanceof ProtocolError || problem instanceof CodecError || problem instanceof WrongHost || problem instanceof StoreFull)) throw problem;
      this.fail(problem);
      return;
    }
    if (this.session.isOpen && this.state !== "open") {
      this.wait = FIRST_WAIT;
      this.failed = null;
      this.isRefused = false;
      this.set("open");
    }
  }

  /** @param {WebSocket} socket */
  closed(socket) {
    if (socket !== this.socket || this.state === "over") return;
    this.lost();
  }

  lost() {
    this.session.disconnected();
    const { redirect } = this.session;
    if (redirect && this.stays) this.session.leaveToOthers(redirect.table);
    else if (redirect) this.place = String(redirect.addresses[0] ?? "");
    if (redirect && this.moves < MOST_MOVES) {
      this.moves += 1;
      this.set("connecting");
      this.connect();
      return;
    }
    this.moves = 0;
    if (this.session.bye && FINAL.has(this.session.bye.code)) {
      this.set("over");
      return;
    }
    if (this.failed !== null && (this.failed += 1) >= REFUSED_TRIES) void this.askPage();
    this.set("broken");
    this.timer = window.setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  /** Find out which of the two is wrong: the way to the host, or this kind of connection, which some phones refuse behind a certificate that nobody
   * knows. */
  async askPage() {
    const answer = await fetch("/invitation").catch(() => null);
    this.isRefused = Boolean(answer?.ok) && this.failed !== null;
    this.changed();
  }

  retry() {
    if (this.state === "silent") this.drop();
    if (this.state !== "broken") return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Connect anew, as another name wants it, or the way back to the page. */
  again() {
    this.socket?.close();
  }

  /** End it for good, because of this. @param {Error} problem */
  fail(problem) {
    this.problem = problem;
    console.info(problem.message); // English, and for who reports it
    this.end();
  }

  end() {
    this.set("over");
    this.socket?.close();
    this.session.disconnected();
  }

  /** @param {Socket["state"]} state */
  set(state) {
    this.state = state;
    this.changed();
  }
}
