/** The end of a round: the secrets, the round once more with all cards known, the points. Source: protocol/FAIRNESS.md, "The end of a round". */

import { equal } from "../core/bytes.js";
import { drawKey, insertPlaces, leavesOf, merkleRoot, shuffle as shuffled } from "../core/deck.js";
import { hostCommitment } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { readAction } from "../rules/actions.js";
import { inRules } from "./aimed_actions.js";
import { need } from "./checks.js";
import { actionMoment, endEvents, shuffleMoment, tableOf } from "./round_history.js";

/** @import { Round } from "../rules/round.js" */
/** @import { Entry } from "./forms.js" */
/** @import { Sealed } from "./game_log.js" */
/** @import { RoundPlay } from "./play.js" */
/** @import { Moment, RoundHistory } from "./round_history.js" */

/** The secrets of the round are open: everything hidden is checked now. @param {RoundPlay} play @param {Entry} entry */
export function takeShow(play, entry) {
  const { log } = play;
  need(play.present.isPlayed, "rules", N_("the secrets were opened before the round was over"));
  /** @type {[number, Uint8Array][]} */
  const secrets = entry.secrets;
  const sealed = [...log.sealed.keys()];
  need(sealed.length === secrets.length && sealed.every((epoch, at) => epoch === secrets[at]?.[0]), "commitment", N_("the host did not open the secret of every shuffle"));
  /** @type {Map<number, number[]>} */
  const decks = new Map();
  for (const [number, secret] of secrets) {
    const epoch = /** @type {import("./game_log.js").Epoch} */ (log.epochs.get(number));
    const { cards, z, root } = /** @type {Sealed} */ (log.sealed.get(number));
    need(equal(hostCommitment(epoch.deal, "host-deck", log.host, secret), epoch.cDeck), "commitment", N_("a secret of the host is not the one committed to"));
    log.held("commitment");
    const deck = shuffled(cards, drawKey("deck-key", z, secret));
    need(equal(merkleRoot(leavesOf(epoch.deal, deck, drawKey("salt-key", z, secret))), root), "deck", N_("a deck is not the one that the contributions of all give"));
    log.held("deck");
    decks.set(number, deck);
  }
  const open = new Map(secrets);
  playAgain(play, decks, (round, { putBack }, epoch) => {
    const key = drawKey("insert-key", /** @type {Sealed} */ (play.log.sealed.get(epoch)).z, /** @type {Uint8Array} */ (open.get(epoch)));
    round.putBack(insertPlaces(key, Array.from({ length: putBack }, (_, at) => round.stockSize + at)));
    return epoch;
  });
  cardsAreOpen(play, entry.t);
}

/** All cards of the round are known. @param {RoundPlay} play @param {number} t */
export function cardsAreOpen(play, t) {
  play.log.isShown = true;
  play.watcher?.cardsShown();
  play.clocks.note(play.present, t);
  play.noteTurn(t);
}

/** The whole round with all cards known. @param {RoundPlay} play @param {Map<number, number[]>} decks by epoch
 * @param {(round: Round, step: { putBack: number, epoch: number }, epoch: number) => number} putBack does this step; returns the epoch of the stock
 *   behind it */
export function playAgain(play, decks, putBack) {
  const known = play.present;
  let [epoch = 0] = decks.keys();
  const round = play.begin(decks.get(epoch) ?? []);
  const history = /** @type {RoundHistory} */ (play.history.at(-1));
  const [deal] = /** @type {[Moment]} */ (history.moments);
  const moments = [{ ...deal, table: tableOf(round) }];
  /** Where the cards lay that were drawn since some were put back. @type {number[]} */
  let places = [];
  let t = 0;
  play.watcher?.holdAgainst(null, round);
  for (const step of play.steps) {
    if (step.putBack !== undefined) {
      epoch = putBack(round, step, epoch);
    } else if ("epoch" in step) {
      checkPlaces(play, epoch, places);
      epoch = step.epoch;
      places = [];
      round.reshuffle(decks.get(epoch) ?? []);
      moments.push(shuffleMoment(round, t));
    } else {
      // Of a sealed deck nobody checks which card a clock takes: who is late gains nothing by it.
      if (step.why !== null && !play.log.isSealed) play.clocks.checkDone(round, step.seat, step.text, step.why);
      const action = readAction(step.text);
      if (step.isWanted) need(action && round.needsStock(step.seat, action), "rules", N_("a new stock is asked for although none is due"));
      if (step.isWanted) continue;
      places.push(...(round.stock ?? []).slice(0, step.drawn).map((card) => (decks.get(epoch) ?? []).indexOf(card)));
      const before = tableOf(round);
      inRules(() => round.act(step.seat, step.text));
      moments.push(actionMoment(round, before, step));
      t = step.t;
    }
    if ("index" in step) play.watcher?.holdAgainst(step.index, round);
  }
  checkPlaces(play, epoch, places);
  checkSame(known, round);
  play.round = round;
  history.moments = moments;
}

/** The openings that came since cards were put back. @param {RoundPlay} play @param {number} epoch @param {number[]} places */
export function checkPlaces(play, epoch, places) {
  const sealed = /** @type {Sealed} */ (play.log.sealed.get(epoch));
  for (const [draw, position] of sealed.matched) need(places[draw] === position, "opening", N_("a card is shown to a seat that did not get it"));
}

/** That what was known before is so with all cards known. @param {Round} known @param {Round} round */
export function checkSame(known, round) {
  const hands = known.hands.every(({ known: cards }, seat) => [...cards].every((card) => round.hand(seat).known.has(card)));
  need(hands, "opening", N_("a card is shown to a seat that did not get it"));
  const text = (/** @type {Round} */ { pile, melds, out }) => JSON.stringify([pile, melds, out]);
  const same = known.hands.every((_, seat) => known.handCount(seat) === round.handCount(seat)) && text(known) === text(round) && round.isPlayed;
  need(same, "rules", N_("the round comes out differently with all cards known"));
}

/** @param {RoundPlay} play @param {Entry} entry */
export function takeScore(play, entry) {
  const { log } = play;
  need(log.isShown, "score", N_("the points were counted before the cards were shown"));
  const { present } = play;
  need(present.phase === "over", "score", N_("the points were counted before the cards were shown"));
  const result = present.result();
  const { points, totals, out, winner, finished } = result;
  const same = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.length === b.length && a.every((one, at) => one === b[at]);
  need(same(entry.round_scores, points) && same(entry.scores, totals), "score", N_("the points are not those of the cards"));
  const fits = entry.out === out && entry.winner === winner && entry.finished === finished;
  need(fits, "score", N_("who is out or has won is not what the cards say"));
  log.held("score");
  log.scores = entry.scores;
  log.isFinished = entry.finished;
  log.isRoundOver = true;
  const history = play.history.at(-1);
  if (history) history.score = entry;
  play.events = endEvents(result);
  play.before = present;
  play.round = null;
}
