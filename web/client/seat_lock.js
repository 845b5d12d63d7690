/**
 * One page of a browser plays with its key: two of them could both sign a part of one shuffle. Browsers have locks for that, by origin as their
 * storage is, which end with the page that has them; without a certificate that holds (`--web-plain`) some have none. There the host's word
 * that another window came is what there is, and what is kept before it is sent.
 */

const LOCK = "rummynet seat";
const HOLDER = "holder";

/** @typedef {Pick<LockManager, "request">} Locks */

export class SeatLock {
  /** @param {Locks | undefined} locks @param {import("./own_statements.js").Keep} keep @param {() => number} wall Unix time in milliseconds
   * @param {() => void} changed called when `state` has changed */
  constructor(locks, keep, wall, changed) {
    this.locks = locks;
    this.keep = keep;
    this.began = wall();
    this.changed = changed;
    /** `waiting`: another page has the seat, and this one gets it when that is closed. @type {"" | "waiting" | "held"} */
    this.state = "";
    this.isAsked = false;
    /** Ends waiting. @type {AbortController | null} */
    this.queue = null;
  }

  /** When the page that has the seat was opened, as it wrote down; null if that is not known. */
  get holderBegan() {
    const began = Number(this.keep.get(HOLDER) ?? "");
    return began > 0 ? began : null;
  }

  /** Take the seat, at once or when the page that has it is closed. */
  async take() {
    if (this.isAsked) return; // a name that is sent twice by an impatient touch: the page would wait for itself
    this.isAsked = true;
    if (!this.locks) this.hold();
    else {
      await this.request({ ifAvailable: true });
      await this.wait();
    }
  }

  async takeOver() {
    this.queue?.abort();
    await this.request({ steal: true });
    await this.wait();
  }

  async wait() {
    this.set("waiting");
    this.queue = new AbortController();
    if (await this.request({ signal: this.queue.signal })) await this.wait();
  }

  /** Whether this page has had the seat; the answer comes when it has not, or no more. @param {LockOptions} options */
  async request(options) {
    let had = false;
    try {
      await this.locks?.request(LOCK, options, (lock) => {
        if (lock === null) return null;
        had = true;
        this.hold();
        return new Promise(() => {}); // until the page is closed, or another one takes it over
      });
    } catch (problem) {
      if (problem instanceof Error && problem.name === "AbortError") return had;
      this.locks = undefined; // a browser that keeps nothing for pages has no locks for them either
      this.hold();
      return new Promise(() => {});
    }
    return had;
  }

  hold() {
    this.keep.set(HOLDER, String(this.began));
    this.set("held");
  }

  /** @param {SeatLock["state"]} state */
  set(state) {
    this.state = state;
    this.changed();
  }
}
