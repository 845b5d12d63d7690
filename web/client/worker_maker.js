/** Has what a sealed deck takes computed in a Worker, where the browser lets a page have one; else parts in the page itself, and nothing ahead. */

import { makePart } from "../sealed/part_maker.js";

/** @import { Job } from "../sealed/part_maker.js" */
/** @import { Found, Task } from "../sealed/proof_checker.js" */
/** Makes checks ahead; null where there is no Worker. @typedef {(tasks: Task[]) => Promise<Found | null>} Checker */
/** @typedef {Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">} Works */

/** @param {() => Works | null} start @returns {{ make: import("./sealed_seat.js").Maker, check: Checker }} */
export function workerMaker(start) {
  /** @type {Works | null} */
  let worker = null;
  let isBroken = false;
  let count = 0;
  /** @type {Map<number, { job: Job | { kind: "check", tasks: Task[] }, made: (found: any) => void, failed: (problem: unknown) => void }>} */
  const waiting = new Map();

  const here = (/** @type {Job | { kind: "check" }} */ job) => new Promise((made) => setTimeout(() => made(job.kind === "check" ? null : makePart(job)), 0));
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
  const ask = async (/** @type {Job | { kind: "check", tasks: Task[] }} */ job) => {
    if (!worker && !isBroken) begin();
    if (!worker) return here(job);
    return new Promise((made, failed) => {
      count += 1;
      waiting.set(count, { job, made, failed });
      /** @type {Works} */ (worker).postMessage({ number: count, job });
    });
  };
  return {
    make: (job) => /** @type {Promise<Uint8Array[]>} */ (ask(job)),
    check: (tasks) => /** @type {Promise<Found | null>} */ (ask({ kind: "check", tasks })),
  };
}

/** The Worker, whose script the host has beside the page: a plain deck needs none. @returns {Worker | null} */
export function partWorker() {
  try {
    return new Worker("/part_worker.js");
  } catch {
    return null; // this browser has none, or lets the page have none
  }
}
