/** The end of a round: the secrets, the round once more with all cards known, the points. Source: protocol/FAIRNESS.md, "The end of a round". */

import { equal } from "../core/bytes.js";
import { deckKey, leavesOf, merkleRoot, saltKey, shuffle as shuffled } from "../core/deck.js";
import { hostCommitment } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { parseAction } from "../core/notation.js";
import { handSize, Illegal, winnerOf } from "../rules/keilty.js";
import { Fault, need } from "./checks.js";
import { momentOf, shuffleMoment, tableOf } from "./round_history.js";

/** @typedef {import("./forms.js").Entry} Entry */
/** @typedef {import("./game_log.js").Sealed} Sealed */
/** @typedef {import("./play.js").RoundPlay} RoundPlay */
/** @typedef {import("./round_history.js").Moment} Moment */
/** @typedef {import("./round_history.js").RoundHistory} RoundHistory */

/** The secrets of the round are open: everything hidden is checked now. @param {RoundPlay} play @param {Entry} entry */
export function takeShow(play, entry) {
  const { log } = play;
  if (play.round) need(play.round.phase === "over", "rules", N_("the secrets were opened before the round was over"));
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
    const deck = shuffled(cards, deckKey(z, secret));
    need(equal(merkleRoot(leavesOf(epoch.deal, deck, saltKey(z, secret))), root), "deck", N_("a deck is not the one that the contributions of all give"));
    log.held("deck");
    decks.set(number, deck);
  }
  log.isShown = true;
  if (play.round) playAgain(play, decks);
}

/** The whole round with all cards known. @param {RoundPlay} play @param {Map<number, number[]>} decks */
function playAgain(play, decks) {
  const dealing = [...decks.values()][0] ?? [];
  const up = dealing[handSize(play.log.players.length, Number(play.log.options.get("hand"))) * play.log.players.length] ?? 0;
  const round = play.begin(up, dealing);
  const history = /** @type {RoundHistory} */ (play.history.at(-1));
  const moments = [{ .../** @type {Moment} */ (history.moments[0]), table: tableOf(round) }];
  let t = 0;
  try {
    for (const step of play.steps) {
      if ("epoch" in step) {
        round.reshuffle(decks.get(step.epoch) ?? []);
        moments.push(shuffleMoment(round, t));
      } else {
        if (step.why !== null) need(round.leftToTheClock() === step.text, "clock", N_("the host did something else than the clock does"));
        round.apply(step.seat, /** @type {import("../core/notation.js").Action} */ (parseAction(step.text)));
        moments.push(momentOf(round, step));
        t = step.t;
      }
    }
  } catch (problem) {
    if (problem instanceof Illegal) throw new Fault("rules", problem.message);
    throw problem;
  }
  play.whole = round;
  history.moments = moments;
}

/** @param {RoundPlay} play @param {Entry} entry */
export function takeScore(play, entry) {
  const { log } = play;
  need(log.isShown, "score", N_("the points were counted before the cards were shown"));
  if (play.whole) {
    const points = play.whole.points();
    const totals = points.map((one, seat) => one + (log.scores[seat] ?? 0));
    const winner = winnerOf(totals, log.scores, Number(log.options.get("target")));
    const same = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.length === b.length && a.every((one, at) => one === b[at]);
    need(same(entry.round_scores, points) && same(entry.scores, totals), "score", N_("the points are not those of the cards"));
    const fits = entry.out === play.whole.out && entry.winner === winner && entry.finished === (winner !== null);
    need(fits, "score", N_("who is out or has won is not what the cards say"));
    log.held("score");
  } else need(entry.scores.length === log.players.length && entry.round_scores.length === log.players.length, "score", N_("the points are not those of all seats"));
  log.scores = entry.scores;
  log.isFinished = entry.finished;
  log.isRoundOver = true;
  const history = play.history.at(-1);
  if (history && play.round) history.score = entry;
  play.round = null;
}
