/** Keeps the screen on while one plays: at a sealed table each draw of anybody needs this page, and a phone that sleeps stops them all. */

/** @typedef {{ request: (type: "screen") => Promise<{ release: () => Promise<void>, released: boolean }> }} Locks */

export class ScreenLock {
  /** @param {Locks | undefined} locks undefined where the browser has none */
  constructor(locks) {
    this.locks = locks;
    /** @type {{ release: () => Promise<void>, released: boolean } | null} */
    this.held = null;
    this.isWanted = false;
    this.isAsking = false;
  }

  /** Keep the screen on, or not any more. A browser takes the lock back when the page is hidden: ask again when it is seen. @param {boolean} isWanted */
  async keep(isWanted) {
    this.isWanted = isWanted;
    if (this.held?.released) this.held = null;
    if (!isWanted) {
      const { held } = this;
      this.held = null;
      await held?.release();
      return;
    }
    if (!this.locks || this.held || this.isAsking) return;
    this.isAsking = true;
    try {
      this.held = await this.locks.request("screen");
    } catch {
      this.held = null; // a low battery, or a hidden page: the game goes on without
    }
    this.isAsking = false;
    if (!this.isWanted) await this.keep(false);
  }
}
