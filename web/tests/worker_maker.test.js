/** Parts of a sealed deck are computed in a Worker; without one in the page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { workerMaker } from "../client/worker_maker.js";
import { hex } from "../core/bytes.js";
import { BASE, scalarBytes } from "../sealed/group.js";
import { makePart } from "../sealed/part_maker.js";

/** @type {import("../sealed/part_maker.js").Job} */
const JOB = { kind: "share", points: [BASE.bytes], secret: scalarBytes(7n), context: Uint8Array.of(1), fresh: new Uint8Array(32) };
const wanted = makePart(JOB).map(hex);

test("a Worker answers each job, also out of order", async () => {
  /** @type {any[]} */
  const asked = [];
  /** @type {any} */
  const worker = { postMessage: (/** @type {any} */ message) => asked.push(message), terminate: () => {} };
  const { make } = workerMaker(() => worker);
  const both = [make(JOB), make(JOB)];
  await Promise.resolve();
  for (const { number, job } of asked.reverse()) worker.onmessage({ data: { number, made: [...makePart(job), Uint8Array.of(number)] } });
  assert.deepEqual((await Promise.all(both)).map((parts) => parts.map(hex)), [[...wanted, "01"], [...wanted, "02"]]);
});

test("where a page may have no Worker, or it breaks, the page computes", async () => {
  assert.deepEqual((await workerMaker(() => null).make(JOB)).map(hex), wanted);
  /** @type {any} */
  const worker = { postMessage: () => setTimeout(() => worker.onerror(), 0), terminate: () => {} };
  const { make } = workerMaker(() => worker);
  assert.deepEqual((await make(JOB)).map(hex), wanted);
  assert.deepEqual((await make(JOB)).map(hex), wanted);
});
