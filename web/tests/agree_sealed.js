/**
 * The sealed deck of the pages for scripts/pages/agree_sealed.py, which holds the package's against it: a line of JSON each from
 * standard input, and a line of JSON each to standard output. A line is a plan of a round to make, a round to take, or
 * something to check.
 */

import { createInterface } from "node:readline";
import { hex, u32, unhex, joined } from "../core/bytes.js";
import { dealId } from "../core/identifiers.js";
import { sha256 } from "../core/hash.js";
import { Cheat } from "../sealed/cheat.js";
import { packCards, readCards } from "../sealed/ciphertexts.js";
import { HOST, epochZ, escrowContext, possessionContext } from "../sealed/contexts.js";
import { checkEscrow, judgeComplaint, openPart, rebuiltKey } from "../sealed/escrow.js";
import { checkPlay } from "../sealed/hidden_hand.js";
import { checkMix } from "../sealed/mix_proof.js";
import { auditRound } from "../sealed/round_audit.js";
import { provePossession, readKey, roundKey } from "../sealed/round_keys.js";
import { checkShares } from "../sealed/shares.js";
import { EventedRound, KeyHolder, bySeat, element, ownCards, partOf, scalar, written } from "./sealed_round.js";

/** What a call gives, or the name of the check that refuses it. @param {() => unknown} call */
function verdict(call) {
  try {
    return call() ?? "holds";
  } catch (problem) {
    if (problem instanceof Cheat) return problem.check;
    return `error: ${problem}`;
  }
}

/** Check one thing. @param {any} one */
function checked(one) {
  switch (one.kind) {
    case "key":
      return hex(readKey(unhex(one.Y), unhex(one.context), unhex(one.proof)).bytes);
    case "shares":
      return checkShares(element(one.Y), one.points.map(element), unhex(one.context), unhex(one.blob)).map(({ bytes }) => hex(bytes)).join("");
    case "mix": {
      const before = ownCards(one.before);
      return checkMix(before, readCards(unhex(one.after), before.length), element(one.Y), unhex(one.context), unhex(one.blob));
    }
    case "escrow":
      return [...checkEscrow(element(one.Y), one.keepers, unhex(one.blob)).keys()].join();
    case "part":
      return written(openPart(partOf(one.part), one.keeper, scalar(one.x), unhex(one.context)));
    case "complaint":
      return judgeComplaint(partOf(one.part), one.keeper, element(one.Y), unhex(one.escrow), unhex(one.context), unhex(one.blob));
    case "opening": {
      const parts = checkEscrow(element(one.Y), one.keepers, unhex(one.parts));
      return written(rebuiltKey(element(one.Y), parts, bySeat(one.opened, scalar)));
    }
    case "play": {
      const hand = { key: element(one.Y), cards: ownCards(one.hand), isAged: one.aged };
      return hex(packCards(checkPlay(hand, one.named, unhex(one.context), unhex(one.blob)).hand.cards));
    }
    default:
      throw new RangeError(`nothing is called ${one.kind}`);
  }
}

/** Take the events of a round, and audit it. @param {any} one */
function taken(one) {
  const round = new EventedRound(one);
  const said = one.events.map((/** @type {any} */ event) => verdict(() => `turned up ${round.take(event).join()}`));
  const left = verdict(() => Object.fromEntries(auditRound(round.cards, bySeat(one.secrets, scalar))));
  return { said, state: round.state(), left };
}

/** Make the round that a plan describes. @param {any} plan */
function made({ session, z, seed, seats, steps, identities }) {
  let count = 0;
  const fresh = () => sha256(joined(unhex(seed), u32((count += 1))));
  const [deal, head] = [dealId(unhex(session), 1, 0), sha256(unhex(seed))];
  const keys = new Map([...seats, HOST].map((seat) => [seat, roundKey(fresh(), deal, seat)]));
  const host = /** @type {import("../sealed/round_keys.js").RoundKey} */ (keys.get(HOST));
  keys.delete(HOST);
  const publics = Object.fromEntries([...keys].map(([seat, key]) => [seat, hex(key.public.bytes)]));
  const secrets = Object.fromEntries([...keys].map(([seat, key]) => [seat, written(key.secret)]));
  const whole = { session, deal: hex(deal), z, keys: publics, secrets, host: written(host.secret), events: /** @type {any[]} */ ([]) };
  const round = new EventedRound(whole);
  const { cards } = round;
  const holders = new Map([...keys].map(([seat, key]) => [seat, new KeyHolder(seat, key, cards)]));
  /** @param {any} event */
  const happens = (event) => {
    whole.events.push(event);
    round.take(event);
  };
  for (const [seat, key] of keys) {
    const context = possessionContext(unhex(session), deal, seat, unhex(identities[seat]));
    happens({ event: "key", seat, identity: identities[seat], Y: publics[seat], proof: hex(provePossession(key, context, fresh())) });
  }
  if (seats.length > 2) {
    for (const [seat, holder] of holders) happens({ event: "escrow", seat, blob: hex(holder.makeEscrow(host.public, fresh())) });
  }
  let epoch = 0;
  let number = 0;
  for (const step of steps) {
    if (step.do === "give") {
      happens({ event: "give", head: hex(head), position: cards.currentStock().position, to: step.to });
      for (const [seat, holder] of holders) {
        if (cards.owedBy(seat).length) happens({ event: "shares", seat, blob: hex(holder.makeShares(fresh())) });
      }
    } else if (step.do === "play") {
      const holder = /** @type {KeyHolder} */ (holders.get(step.seat));
      const held = holder.hand();
      const named = step.which.map((/** @type {number} */ at) => held[at]);
      number += 1;
      happens({ event: "play", seat: step.seat, number, head: hex(head), named, blob: hex(holder.makePlay(number, head, named, fresh())) });
    } else if (step.do === "lose") {
      const parts = /** @type {NonNullable<ReturnType<typeof round.parts.get>>} */ (round.parts.get(step.seat));
      const part = /** @type {import("../sealed/escrow.js").EscrowPart} */ (parts.get(HOST));
      const opened = [...keys.keys()].filter((seat) => seat !== step.seat).map((keeper) => {
        return [keeper, openPart(/** @type {typeof part} */ (parts.get(keeper)), keeper, keys.get(keeper)?.secret ?? 0n, escrowContext(cards.context, step.seat))];
      });
      opened.push([HOST, openPart(part, HOST, host.secret, escrowContext(cards.context, step.seat))]);
      holders.delete(step.seat);
      happens({ event: "open-key", seat: step.seat, opened: Object.fromEntries(opened.map(([keeper, x]) => [keeper, written(/** @type {bigint} */ (x))])) });
    } else {
      const id = dealId(unhex(session), 1, epoch);
      const epochs = epoch === 0 ? unhex(z) : epochZ(id, unhex(z), head);
      epoch += 1;
      happens({ event: step.do, deal: hex(id), z: hex(epochs), cards: step.cards });
      for (const [seat, holder] of holders) {
        happens({ event: "deck", seat, deck: hex(holder.makeDeck(fresh())) });
        happens({ event: "proof", seat, proof: hex(holder.makeProof(fresh())) });
      }
      happens({ event: "finish" });
    }
  }
  return whole;
}

for await (const line of createInterface({ input: process.stdin })) {
  const one = JSON.parse(line);
  const [make, take] = [() => made(one), () => taken(one)];
  console.log(JSON.stringify(one.kind === "plan" ? make() : one.kind === "events" ? verdict(take) : verdict(() => checked(one))));
}
