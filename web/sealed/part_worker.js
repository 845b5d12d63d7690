/** Runs in a Worker of the page of a seat: mixes, and the check of proofs, take up to a second on a phone, and no touch shall wait for them. */

import { newlyHeld, rememberHeld } from "../core/held.js";
import { makePart } from "./part_maker.js";
import { checkAhead } from "./proof_checker.js";

/** @typedef {{ postMessage: (message: any) => void, onmessage: ((event: { data: any }) => void) | null }} WorkerScope */

const scope = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));
rememberHeld(0); // names alone, for the page
newlyHeld();
scope.onmessage = ({ data: { number, job } }) => {
  try {
    scope.postMessage({ number, made: job.kind === "check" ? checkAhead(job.tasks) : makePart(job) });
  } catch (problem) {
    scope.postMessage({ number, problem: String(problem) });
  }
};
