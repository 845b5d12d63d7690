/** Runs in a Worker of the page of a seat: mixes and proofs take up to a second on a phone, and no touch shall wait for them. */

import { makePart } from "./part_maker.js";

/** @typedef {{ postMessage: (message: any) => void, onmessage: ((event: { data: any }) => void) | null }} WorkerScope */

const scope = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));
scope.onmessage = ({ data: { number, job } }) => {
  try {
    scope.postMessage({ number, made: makePart(job) });
  } catch (problem) {
    scope.postMessage({ number, problem: String(problem) });
  }
};
