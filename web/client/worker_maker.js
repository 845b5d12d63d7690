/** Has the parts of a sealed deck computed in a Worker, where the browser lets a page have one; else in the page itself. */

import { makePart } from "../sealed/part_maker.js";

/** @typedef {import("../sealed/part_maker.js").Job} Job */
/** @typedef {import("./sealed_seat.js").Maker} Maker */
/** @typedef {Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">} Works */

/** @param {() => Works | null} start @returns {Maker} */
export function workerMaker(start) {
  /** @type {Works | null} */
  let worker = null;
  let isBroken = false;
  let count = 0;
  /** @type {Map<number, { job: Job, made: (parts: Uint8Array[]) => void, failed: (problem: unknown) => void }>} */
  const waiting = new Map();

  const here = (/** @type {Job} */ job) => new Promise((made) => setTimeout(() => made(makePart(job)), 0));
  const giveUp = () => {
    isBroken = true;
    worker?.terminate();
    worker = null;
    for (const { job, made, failed } of waiting.values()) here(job).then(/** @type {any} */ (made), failed);
    waiting.clear();
  };
  const begin = () => {
    worker = start();
    if (!worker) return giveUp();
    worker.onerror = giveUp;
    worker.onmessage = ({ data: { number, made, problem } }) => {
      const asked = waiting.get(number);
      waiting.delete(number);
      if (problem) asked?.failed(new Error(problem));
      else asked?.made(made);
    };
  };
  return async (job) => {
    if (!worker && !isBroken) begin();
    if (!worker) return /** @type {Promise<Uint8Array[]>} */ (here(job));
    return new Promise((made, failed) => {
      count += 1;
      waiting.set(count, { job, made, failed });
      /** @type {Works} */ (worker).postMessage({ number: count, job });
    });
  };
}

/** The Worker whose script is in the page itself; null where there can be none. @returns {Worker | null} */
export function partWorker() {
  if (typeof RUMMYNET_PART_WORKER === "undefined" || typeof Worker === "undefined") return null;
  try {
    const place = URL.createObjectURL(new Blob([RUMMYNET_PART_WORKER], { type: "text/javascript" }));
    return new Worker(place);
  } catch {
    return null;
  }
}
