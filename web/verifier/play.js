/**
 * A round from its deal to its score. Source: protocol/FAIRNESS.md, "The play", "Votes", "The end of a round". The rules are
 * known for Keilty rummy; of other games everything is checked here that does not need their rules.
 */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { deckKey, Drbg, firstKey, isOpening, leavesOf, merkleRoot, saltKey, shuffle as shuffled } from "../core/deck.js";
import { hostCommitment } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { actionText, parseAction } from "../core/notation.js";
import { handSize, Illegal, KeiltyRound, winnerOf } from "../rules/keilty.js";
import { Fault, need } from "./checks.js";
import { Votes } from "./votes.js";

/** @typedef {import("./forms.js").Entry} Entry */
/** @typedef {import("./forms.js").Envelope} Envelope */
/** @typedef {import("./forms.js").Statement} Statement */
/** @typedef {import("./game_log.js").GameLog} GameLog */
/** @typedef {import("./game_log.js").Sealed} Sealed */
/** @typedef {{ index: number, pile: number[] }} Position */
/** What happened in a round, to be done again with all cards known: an action, or a new stock.
 * @typedef {{ seat: number, text: string, why: string | null, t: number } | { epoch: number }} Step */
/** A step of a round and what lay on the table after it; the first is the deal, without an action.
 * @typedef {{ seat: number, text: string, why: string | null, t: number, shuffled: number, drew: number | null, table: TableNow }} Moment */
/** @typedef {{ hands: number[][], hidden: number[], stock: number, pile: number[], melds: import("../rules/keilty.js").Meld[], turn: number,
 *   phase: string, rummies: { text: string, by: number }[] }} TableNow */
/** @typedef {{ round: number, starter: number, moments: Moment[], score: import("./forms.js").Entry | null }} RoundHistory */

export class RoundPlay {
  /** @param {GameLog} log */
  constructor(log) {
    this.log = log;
    this.votes = new Votes();
    /** @type {KeiltyRound | null} */
    this.round = null;
    /** @type {Step[]} */
    this.steps = [];
    /** By head: the positions of this round. @type {Map<string, Position>} */
    this.positions = new Map();
    /** Heads that what is no call may be aimed at now. @type {Set<string>} */
    this.aims = new Set();
    /** By seat: the entry of its own last action; and of its last signature. @type {Map<number, number>} */
    this.acted = new Map();
    /** @type {Map<number, number>} */
    this.signed = new Map();
    /** Heads after votes of this round, and where. @type {Map<string, number>} */
    this.voteHeads = new Map();
    this.turnBegan = 0;
    this.starter = 0;
    /** Where each card was last seen by all: the entry. @type {Map<number, number>} */
    this.seen = new Map();
    /** The round with all cards known, once they are. @type {KeiltyRound | null} */
    this.whole = null;
    /** Who began the last round. */
    this.lastStarter = -1;
    /** Every round so far, each with all cards known once they are. @type {RoundHistory[]} */
    this.history = [];
  }

  get knowsRules() {
    return this.log.variant === "keilty";
  }

  /** @param {Entry} entry */
  takeDeal(entry) {
    const { log } = this;
    const seats = log.players.length;
    const sealed = /** @type {Sealed} */ (log.shuffle);
    need(entry.starter < seats, "first-seat", N_("another seat begins than the contributions give"));
    if (this.knowsRules) {
      const named = log.options.get("first_starter");
      const drawn = () => new Drbg(firstKey(sealed.z, sealed.pub)).below(seats);
      const due = this.lastStarter >= 0 ? (this.lastStarter + seats - 1) % seats : typeof named === "number" ? named : drawn();
      need(entry.starter === due, "first-seat", N_("another seat begins than the contributions give"));
      log.held("first-seat");
    }
    this.checkDealt(entry, sealed);
    Object.assign(this, { votes: new Votes(), steps: [], positions: new Map(), acted: new Map(), signed: new Map(), voteHeads: new Map(), seen: new Map(), whole: null });
    entry.up.forEach((/** @type {import("../core/deck.js").Opening} */ opening) => {
      const deal = /** @type {import("./game_log.js").Epoch} */ (log.epochs.get(log.epoch)).deal;
      const due = entry.to.length + entry.up.indexOf(opening);
      need(opening.position === due, "position", N_("a place of the deck was skipped or used twice"));
      need(isOpening(deal, opening, sealed.cards.length, sealed.root), "opening", N_("a card turned up is not the one sealed at its place"));
      this.seen.set(opening.card, log.index + 1);
      log.held("opening");
    });
    [...entry.to].forEach((seat, position) => sealed.given.set(position, { seat, index: log.index + 1 }));
    sealed.next = entry.to.length + entry.up.length;
    log.held("position", sealed.next);
    log.isDealt = true;
    log.dealt = log.players;
    this.starter = entry.starter;
    this.lastStarter = entry.starter;
    this.turnBegan = entry.t;
    if (this.knowsRules) {
      this.round = this.begin(entry.up[0].card, null);
      this.history.push({ round: log.round, starter: entry.starter, moments: [dealMoment(this.round, entry)], score: null });
    }
  }

  /** @param {Entry} entry @param {Sealed} sealed */
  checkDealt(entry, sealed) {
    const seats = this.log.players.length;
    /** @type {number[]} */
    const to = [...entry.to];
    need(to.every((seat) => seat < seats), "position", N_("cards are dealt to a seat that is not there"));
    need(to.length + entry.up.length <= sealed.cards.length, "position", N_("more cards are dealt than there are"));
    if (!this.knowsRules) return;
    const hand = handSize(seats, Number(this.log.options.get("hand")));
    const inTurn = to.length === hand * seats && to.every((seat, at) => seat === (entry.starter + at) % seats);
    need(inTurn && entry.up.length === 1, "position", N_("the cards are dealt to other seats than the rules say"));
  }

  /** The round at its beginning. @param {number} up @param {number[] | null} deck its order, where it is known */
  begin(up, deck) {
    const { players, options } = this.log;
    const hand = handSize(players.length, Number(options.get("hand")));
    const dealt = hand * players.length;
    const hands = deck
      ? players.map((_, seat) => deck.slice(0, dealt).filter((_card, at) => (this.starter + at) % players.length === seat))
      : hand;
    const stock = deck ? deck.slice(dealt + 1) : 52 - dealt - 1;
    return new KeiltyRound({ players: players.length, starter: this.starter, up, shuffles: Number(options.get("reshuffle_limit")), hands, stock });
  }

  /** A position that actions may be aimed at stands behind the entry. @param {Uint8Array} head @param {number} index @param {boolean}
   *   [keepsAims] whether what was aimed before is well aimed after it, as after an answer to an offer */
  notePosition(head, index, keepsAims = false) {
    if (!keepsAims) this.aims.clear();
    this.aims.add(hex(head));
    this.positions.set(hex(head), { index, pile: this.round?.pile ?? [] });
  }

  /** An action, or one that a new stock is wanted for. @param {Entry} entry */
  takeAction(entry) {
    const { log } = this;
    need((entry.signed === null) !== (entry.why === null), "action-signature", N_("an action is neither signed nor said to be the host's, or both"));
    if (entry.why !== "want") this.checkAction(entry);
    if (entry.e === "want") {
      const fits = this.round ? entry.do === "draw" && this.round.turn === entry.seat && this.round.phase === "pickup" && this.round.canShuffle : true;
      need(fits, "rules", N_("a new stock is asked for although none is due"));
      log.wanted = entry;
      return;
    }
    const why = entry.why === "want" ? (log.wanted?.why ?? null) : entry.why;
    if (entry.why === "want") this.renewStock();
    this.play(entry, why);
    this.checkDrawn(entry);
    this.acted.set(entry.seat, log.index + 1);
    log.wanted = null;
  }

  /** Signature, aim and time. @param {Entry} entry */
  checkAction(entry) {
    const { log } = this;
    const isWritten = this.knowsRules ? parseAction(entry.do) !== null : SPELLING.test(entry.do);
    need(isWritten, "rules", N_("an action is not written as the notation has it"));
    const player = log.players[entry.seat];
    need(player, "rules", N_("an action is of a seat that is not there"));
    if (entry.signed === null) {
      this.checkUnsigned(entry);
      log.unsigned += 1;
      log.held("clock");
      return;
    }
    const statement = this.statements.take("action", entry.signed, player.key, entry.t, "action-signature");
    const fits = equal(statement.session, log.session ?? ZEROS) && statement.round === log.round && statement.do === entry.do;
    need(fits, "action-signature", N_("an action is not the one that its player signed"));
    log.held("action-signature");
    this.checkAim(entry, statement);
    log.held("stale-action");
    this.hasSigned(entry.seat);
  }

  get statements() {
    return /** @type {import("./statements.js").Statements} */ (this.log.statements);
  }

  /** @param {number} seat */
  hasSigned(seat) {
    this.votes.seen(seat);
    this.signed.set(seat, this.log.index + 1);
  }

  /** @param {Entry} entry @param {Statement} statement */
  checkAim(entry, statement) {
    const aimed = this.positions.get(hex(statement.head));
    need(aimed, "stale-action", N_("an action was aimed at no position of this round"));
    const action = this.knowsRules ? parseAction(entry.do) : null;
    const races = this.knowsRules ? action?.do === "rummy" : RACING.has(entry.do.split(" ")[0]);
    if (!races) {
      need(this.aims.has(hex(statement.head)), "stale-action", N_("an action was aimed at an earlier position than the one it met"));
      return;
    }
    need(aimed.index >= (this.acted.get(entry.seat) ?? -1), "stale-action", N_("a call was aimed at a position before its player's last action"));
    if (action?.do !== "rummy" || !this.round) return;
    const brings = this.round.broughtBy(action.play);
    const then = broughtFrom(aimed.pile, action.play.cards);
    need(brings.length === then.length && brings.every((card, at) => card === then[at]), "stale-action", N_("a call brings other cards than where it was aimed"));
  }

  /** What the host does without a signature. @param {Entry} entry */
  checkUnsigned(entry) {
    const { log, round } = this;
    if (entry.why === "vote") need(this.votes.carry(entry.seat, log.players.length), "clock", N_("the host played for a seat without the votes of the others"));
    if (!round) return;
    need(entry.why !== "rule", "clock", N_("the host acted by a clock that this game does not have"));
    need(round.turn === entry.seat && round.phase !== "over", "clock", N_("the host played for a seat that was not on turn"));
    const verb = entry.do.split(" ")[0];
    const possible = round.phase === "play" ? ["throw"] : round.stockSize > 0 || round.canShuffle ? ["draw"] : ["take", "pass"];
    need(possible.includes(verb), "clock", N_("the host did something else than the clock does"));
    if (entry.why !== "turn") return;
    const seconds = Number(log.options.get("turn_seconds"));
    need(seconds > 0, "clock", N_("the host played by a turn clock that the table does not have"));
    need(entry.t - this.turnBegan >= 1000 * seconds, "clock", N_("the host played for a seat before its time was up"));
  }

  /** The pile has become the stock: the shuffle that the draw asked for is there. */
  renewStock() {
    this.steps.push({ epoch: this.log.epoch });
    if (!this.round) return;
    this.round.reshuffle(null);
    this.history.at(-1)?.moments.push(shuffleMoment(this.round, this.log.time));
  }

  /** Do the action by the rules, as far as they are known. @param {Entry} entry @param {string | null} why */
  play(entry, why) {
    this.noteSeen(entry);
    const step = { seat: entry.seat, text: entry.do, why, t: entry.t };
    this.steps.push(step);
    if (!this.round) return;
    const turn = this.round.turn;
    try {
      this.round.apply(entry.seat, /** @type {import("../core/notation.js").Action} */ (parseAction(entry.do)));
    } catch (problem) {
      if (problem instanceof Illegal) throw new Fault("rules", problem.message);
      throw problem;
    }
    this.log.held("rules");
    this.history.at(-1)?.moments.push(momentOf(this.round, step));
    if (this.round.turn !== turn) this.turnBegan = entry.t;
  }

  /** Cards that an action names lie open from here on. @param {Entry} entry */
  noteSeen(entry) {
    if (!this.knowsRules) return;
    const action = parseAction(entry.do);
    if (!action || action.do === "draw" || action.do === "pass") return;
    const cards = action.do === "throw" ? [action.card] : "play" in action ? action.play.cards : action.cards;
    for (const card of cards) this.seen.set(card, this.log.index + 1);
  }

  /** @param {Entry} entry */
  checkDrawn(entry) {
    const sealed = /** @type {Sealed} */ (this.log.shuffle);
    if (this.knowsRules) {
      const due = entry.do === "draw" ? 1 : 0;
      need(entry.drawn === due && (entry.position === null) === (due === 0), "position", N_("other cards were drawn than the action says"));
    }
    if (entry.position === null) {
      if (entry.drawn > 0) sealed.unnamed.set(entry.seat, (sealed.unnamed.get(entry.seat) ?? 0) + entry.drawn);
      if (entry.drawn > 0) sealed.next = -1;
      return;
    }
    need(entry.drawn > 0, "position", N_("other cards were drawn than the action says"));
    need(sealed.next < 0 || entry.position === sealed.next, "position", N_("a place of the deck was skipped or used twice"));
    need(entry.position + entry.drawn <= sealed.cards.length, "position", N_("more cards are drawn than there are"));
    for (let at = 0; at < entry.drawn; at += 1) sealed.given.set(entry.position + at, { seat: entry.seat, index: this.log.index + 1 });
    sealed.next = entry.position + entry.drawn;
    this.log.held("position", entry.drawn);
  }

  /** @param {Entry} entry */
  takeVote(entry) {
    const { log } = this;
    const player = log.players[entry.seat];
    need(player, "action-signature", N_("a vote is of or about a seat that is not there"));
    const vote = this.statements.take("vote", entry.signed, player.key, entry.t, "action-signature");
    const fits = equal(vote.session, log.session ?? ZEROS) && vote.round === log.round;
    need(fits, "action-signature", N_("a vote is for another round"));
    need(vote.about < log.players.length && vote.about !== entry.seat, "action-signature", N_("a vote is of or about a seat that is not there"));
    log.held("action-signature");
    const head = hex(vote.head);
    const position = this.positions.get(head)?.index;
    const at = position ?? this.voteHeads.get(head);
    need(at !== undefined, "stale-action", N_("a vote was aimed at no position of this round"));
    need(at >= (this.signed.get(vote.about) ?? -1), "stale-action", N_("a vote is about somebody who has acted since"));
    const before = this.votes.lastOf(entry.seat, vote.about);
    if (before >= 0) need(position !== undefined && position > before, "stale-action", N_("a second vote about a seat met no new position"));
    log.held("stale-action");
    this.hasSigned(entry.seat);
    this.votes.add(entry.seat, vote.about, vote.yes, log.index + 1);
  }

  /** @param {Uint8Array} head @param {number} index */
  noteVote(head, index) {
    this.voteHeads.set(hex(head), index);
  }

  /** The secrets of the round are open: everything hidden is checked now. @param {Entry} entry */
  takeShow(entry) {
    const { log } = this;
    if (this.round) need(this.round.phase === "over", "rules", N_("the secrets were opened before the round was over"));
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
    if (this.round) this.playAgain(decks);
  }

  /** The whole round with all cards known. @param {Map<number, number[]>} decks */
  playAgain(decks) {
    const dealing = [...decks.values()][0] ?? [];
    const up = dealing[handSize(this.log.players.length, Number(this.log.options.get("hand"))) * this.log.players.length] ?? 0;
    const round = this.begin(up, dealing);
    const history = /** @type {RoundHistory} */ (this.history.at(-1));
    const moments = [{ .../** @type {Moment} */ (history.moments[0]), table: tableOf(round) }];
    let t = 0;
    try {
      for (const step of this.steps) {
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
    this.whole = round;
    history.moments = moments;
  }

  /** @param {Entry} entry */
  takeScore(entry) {
    const { log } = this;
    need(log.isShown, "score", N_("the points were counted before the cards were shown"));
    if (this.whole) {
      const points = this.whole.points();
      const totals = points.map((one, seat) => one + (log.scores[seat] ?? 0));
      const winner = winnerOf(totals, log.scores, Number(log.options.get("target")));
      const same = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.length === b.length && a.every((one, at) => one === b[at]);
      need(same(entry.round_scores, points) && same(entry.scores, totals), "score", N_("the points are not those of the cards"));
      const fits = entry.out === this.whole.out && entry.winner === winner && entry.finished === (winner !== null);
      need(fits, "score", N_("who is out or has won is not what the cards say"));
      log.held("score");
    } else need(entry.scores.length === log.players.length && entry.round_scores.length === log.players.length, "score", N_("the points are not those of all seats"));
    log.scores = entry.scores;
    log.isFinished = entry.finished;
    log.isRoundOver = true;
    const history = this.history.at(-1);
    if (history && this.round) history.score = entry;
    this.round = null;
  }
}

/** @param {KeiltyRound} round @returns {TableNow} */
function tableOf(round) {
  return {
    hands: round.hands.map(({ known }) => [...known]),
    hidden: round.hands.map(({ unknown }) => unknown),
    stock: round.stockSize,
    pile: round.pile,
    melds: round.melds,
    turn: round.turn,
    phase: round.phase,
    rummies: [...round.rummies.values()].map(({ play, by }) => ({ text: actionText({ do: "rummy", play }), by })),
  };
}

/** @param {KeiltyRound} round @param {{ seat: number, text: string, why: string | null, t: number }} step @returns {Moment} */
function momentOf(round, step) {
  return { ...step, shuffled: 0, drew: step.text === "draw" ? round.drawn : null, table: tableOf(round) };
}

/** @param {KeiltyRound} round @param {number} t @returns {Moment} */
function shuffleMoment(round, t) {
  return { seat: round.turn, text: "", why: null, t, shuffled: round.stockSize, drew: null, table: tableOf(round) };
}

/** @param {KeiltyRound} round @param {Entry} entry @returns {Moment} */
function dealMoment(round, entry) {
  return { seat: entry.starter, text: "", why: null, t: entry.t, shuffled: 0, drew: null, table: tableOf(round) };
}

/** What an action of any game can look like: words and cards with single spaces. */
const SPELLING = /^[a-z]+(?: (?:[a-z]+|\/|0|[1-9]\d{0,2}|(?:[A2-9TJQK][CDHS]|\*[12])(?:\.[0-3])?(?:=[A2-9TJQK][CDHS?])?))*$/;

/** First words of actions that race against others, in the other games. */
const RACING = new Set(["rummy", "want", "waive", "out", "penalty", "call"]);

/** @param {number[]} pile @param {number[]} cards */
function broughtFrom(pile, cards) {
  const places = cards.map((card) => pile.indexOf(card));
  return places.includes(-1) ? [] : pile.slice(Math.min(...places));
}
