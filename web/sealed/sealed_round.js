/**
 * A round with a sealed deck as its log shows it: what each seat owes now, and the hidden cards. No secret of a seat that is there is in
 * here. It goes by the entries of the log alone: so a page gives only what its own copy of the log says is due. What may not come throws a
 * Cheat, and then nothing has changed. Source: protocol/SEALED.md, "The log".
 */

import { equal, joined } from "../core/bytes.js";
import { dealId } from "../core/identifiers.js";
import { must } from "./cheat.js";
import { HOST, complaintContext, epochZ, escrowContext, playContext, possessionContext, sealedRoot } from "./contexts.js";
import { checkEscrow, checkOpenedPart, judgeComplaint, keepersOf, openPart, rebuiltKey } from "./escrow.js";
import { IDENTITY, readScalar, scalarBytes } from "./group.js";
import { checkPlay, emptyHand } from "./hidden_hand.js";
import { plainCards } from "./part_maker.js";
import { auditStocked } from "./round_audit.js";
import { RoundCards } from "./round_cards.js";
import { checkOpenedKey, readKey } from "./round_keys.js";

/** @import { Ciphertext } from "./ciphertexts.js" */
/** @import { EscrowPart } from "./escrow.js" */
/** @import { Element, Scalar } from "./group.js" */
/** The head after an entry, and its log time. @typedef {{ head: Uint8Array, t: number }} Moment */
/** @typedef {"escrow" | "complain" | "mix" | "proof" | "share" | "open" | "key"} PartName */
/** What a seat owes: a part, or (`action`) what only its own program can do for it; the head that its statement names, and since when.
 * @typedef {{ what: PartName | "action" | "root", head: Uint8Array, since: number }} Due */
/** What an entry has shown to all: cards turned up, and hidden cards of seats whose keys are open.
 * @typedef {{ turnedUp: readonly number[], opened: readonly { seat: number, card: number }[] }} Learned */
/** The hidden hands at one moment, as all see them: what a play has to prove then. `seen` are the cards whose place all know, as a mask.
 * @typedef {{ hands: ReadonlyMap<number, import("./hidden_hand.js").HiddenHand>, seen: bigint, context: import("./contexts.js").RoundContext }} HandsSeen */
/** A key with its proof of possession as it was sent. @typedef {{ public: Uint8Array, proof: Uint8Array }} ShownKey */

const LEAST_WITH_ESCROW = 3;
/** So many people, with keys that are not open, are left when a key is opened: with one left the host would have all parts of that person's key. */
const LEAST_KEEPERS = 2;
/** @type {Learned} */
const NOTHING = { turnedUp: [], opened: [] };

export class SealedRound {
  /** @type {RoundCards} */
  cards;
  /** T. @type {Element} */
  hostKey = IDENTITY;
  epoch = 0;
  /** The entry that made due what is due now, or the newest deck of a chain. @type {Moment} */
  #asked;
  /** The entry that began the newest chain of mixes. @type {Moment} */
  #began;
  /** By seat: the entry with its deck, to which its proof is due. @type {Map<number, Moment>} */
  #mixedAt = new Map();
  /** The newest proof. @type {Moment} */
  provenAt;
  /** The mixes of this epoch: decks in order, proofs by seat. @type {Uint8Array[]} */
  #decks = [];
  /** @type {Map<number, Uint8Array>} */
  #proofs = new Map();
  /** By seat: its key in parts, as bytes, and each by its keeper. @type {Map<number, Uint8Array>} */
  #escrows = new Map();
  /** @type {Map<number, Map<number, EscrowPart>>} */
  #parts = new Map();
  /** By epoch: its mixed stock. @type {Map<number, readonly Ciphertext[]>} */
  #stocks = new Map();
  /** Cards whose place all know, as a mask: earlier ones are kept, to judge a play by. */
  #seen = 0n;
  /** Who made a part of a key that does not open, or said so of one that does: the deck is made anew. @type {number | null} */
  blamed = null;
  /** The seat whose time is up, and what it owes. @type {{ seat: number, due: Due } | null} */
  late = null;
  isEnding = false;
  /** What came of the audit, if another thread has made it ahead for the key that comes next. @type {import("./round_audit.js").Audited | null} */
  audited = null;
  /** By seat: the keys shown at the round's end. @type {Map<number, Scalar>} */
  #shown = new Map();
  /** By seat that was given up: the parts of its key that are open, by keeper, since the host opened its own.
   * @type {Map<number, { opened: Map<number, Scalar>, at: Moment }>} */
  #opening = new Map();

  /**
   * From the keys of all on. Throws Cheat.
   * @param {{ session: Uint8Array, number: number, host: Uint8Array, identities: ReadonlyMap<number, Uint8Array>, people: ReadonlySet<number>,
   *   hasEscrow: boolean }} table identities: of the holders, by seat; people: those that no bot of the host's has
   * @param {{ epoch: number, z: Uint8Array, keys: ReadonlyMap<number, ShownKey>, host: ShownKey }} shown
   * @param {Moment} at the entry with the keys
   */
  constructor(table, { epoch, z, keys, host }, at) {
    const { session, number, identities } = table;
    const deal = dealId(session, number, epoch);
    const context = (/** @type {number} */ seat, /** @type {Uint8Array} */ identity) => possessionContext(session, deal, seat, identity);
    this.table = table;
    this.holders = [...identities.keys()].sort((a, b) => a - b);
    const own = this.holders.map((seat) => {
      const one = /** @type {ShownKey} */ (keys.get(seat));
      return /** @type {const} */ ([seat, readKey(one.public, context(seat, /** @type {Uint8Array} */ (identities.get(seat))), one.proof)]);
    });
    this.hostKey = readKey(host.public, context(HOST, table.host), host.proof);
    this.cards = new RoundCards({ session, deal, z }, new Map(own));
    this.epoch = epoch;
    this.#asked = this.#began = this.provenAt = at;
  }

  // -- what is due

  get #wantsEscrow() {
    return this.table.hasEscrow && this.holders.length >= LEAST_WITH_ESCROW && this.#parts.size < this.holders.length;
  }

  /** By seat what it owes now. Co-signatures are not in here. @returns {Map<number, Due>} */
  get due() {
    const { cards } = this;
    const { mixing } = cards;
    /** @type {Map<number, Due>} */
    const due = new Map();
    if (this.blamed !== null) return due;
    const owe = (/** @type {number} */ seat, /** @type {Due["what"]} */ what, /** @type {Moment} */ at) => due.set(seat, { what, head: at.head, since: at.t });
    if (this.isEnding) this.holders.filter((seat) => !this.#shown.has(seat) && !cards.opened.has(seat)).forEach((seat) => owe(seat, "open", this.#asked));
    else if (this.#wantsEscrow) this.holders.filter((seat) => !this.#parts.has(seat)).forEach((seat) => owe(seat, "escrow", this.#asked));
    else if (mixing) {
      const mixed = mixing.mixers.slice(0, mixing.decks.length - 1);
      for (const seat of mixed) if (!mixing.proven.has(seat)) owe(seat, "proof", /** @type {Moment} */ (this.#mixedAt.get(seat)));
      const next = mixing.mixers[mixed.length];
      if (next !== undefined) owe(next, "mix", this.#asked);
    } else if (cards.due) this.holders.filter((seat) => cards.owedBy(seat).length > 0).forEach((seat) => owe(seat, "share", this.#asked));
    if (this.late && !this.isWaiting) due.set(this.late.seat, this.late.due); // a part of its own comes first
    for (const [about, { opened, at }] of this.#opening) this.#keepersLeft(about).filter((seat) => !opened.has(seat)).forEach((seat) => owe(seat, "key", at));
    return due;
  }

  /** R and the head that co-signatures of it name, once every proof of the newest stock holds. @returns {{ root: Uint8Array, head: Uint8Array } | null} */
  get root() {
    const { mixing, keys } = this.cards;
    if (!mixing || mixing.decks.length <= mixing.mixers.length || !mixing.mixers.every((seat) => mixing.proven.has(seat))) return null;
    const escrows = [...this.#escrows].sort(([a], [b]) => a - b).map(([, blob]) => blob);
    const mixes = mixing.mixers.map((seat, at) => joined(/** @type {Uint8Array} */ (this.#decks[at]), /** @type {Uint8Array} */ (this.#proofs.get(seat))));
    return { root: sealedRoot(mixing.epoch, keys, escrows, mixes, mixing.decks[0]?.length ?? 0), head: this.provenAt.head };
  }

  /** Whether the game cannot go on before parts or co-signatures have come. */
  get isWaiting() {
    const { mixing, due } = this.cards;
    return (this.isEnding && !this.isOpen) || mixing !== null || due !== null || this.#opening.size > 0;
  }

  // -- stocks

  /** A stock of these public cards is to be mixed. @param {number} epoch @param {readonly number[]} cards ascending @param {Moment} at its `shuffle`, of
   * the round's first the `keys` */
  beginStock(epoch, cards, at) {
    const { session, deal, z } = this.cards.context;
    const isFirst = this.#stocks.size === 0;
    const own = isFirst ? deal : dealId(session, this.table.number, epoch);
    this.cards.startStock(own, isFirst ? z : epochZ(own, z, at.head), cards);
    this.#beginChain(epoch, cards, at);
  }

  /** These cards, in the order in which they were turned up, go back into the stock; all of it is mixed. @param {readonly number[]} cards @param {Moment} at */
  putBack(cards, at) {
    const { session, z } = this.cards.context;
    const deal = dealId(session, this.table.number, this.epoch + 1);
    this.cards.putBack(deal, epochZ(deal, z, at.head), cards);
    this.#beginChain(this.epoch + 1, cards, at);
  }

  /** @param {number} epoch @param {readonly number[]} cards @param {Moment} at */
  #beginChain(epoch, cards, at) {
    this.epoch = epoch;
    this.#asked = this.#began = at;
    this.#decks = [];
    this.#proofs = new Map();
    this.#mixedAt = new Map();
    this.#seen &= ~maskOf(cards);
  }

  /** All have signed R. */
  finishStock() {
    this.cards.finishMixing();
    this.#stocks.set(this.epoch, this.cards.currentStock().deck);
  }

  get top() {
    return this.cards.stock?.position ?? 0;
  }

  // -- parts

  /** A part of a seat. Throws Cheat("due") for what it does not owe. @param {number} seat @param {PartName} what
   * @param {Uint8Array} head that its statement names @param {Uint8Array} blob @param {Moment} at its entry @returns {Learned} */
  takePart(seat, what, head, blob, at) {
    const due = this.due.get(seat);
    must(due && due.what === what && equal(due.head, head), "due", "a part comes that its seat does not owe there");
    if (what === "share") return this.#learned(this.cards.addShares(seat, blob));
    if (what === "key") return this.#takeKeyPart(seat, blob);
    const key = /** @type {Element} */ (this.cards.keys.get(seat));
    if (what === "escrow") {
      this.#parts.set(seat, checkEscrow(key, keepersOf(seat, this.holders), blob));
      this.#escrows.set(seat, blob);
      if (!this.#wantsEscrow) this.#asked = this.#began = at;
    } else if (what === "mix") {
      this.cards.addDeck(seat, blob);
      this.#decks.push(blob);
      this.#mixedAt.set(seat, at);
      this.#asked = at;
    } else if (what === "proof") {
      this.cards.addProof(seat, blob);
      this.#proofs.set(seat, blob);
      this.provenAt = at;
    } else {
      const secret = readScalar(blob);
      checkOpenedKey(key, secret);
      this.#shown.set(seat, secret);
    }
    return NOTHING;
  }

  // -- cards

  /** The positions from the top on go to these seats, and then so many cards are turned up. @param {readonly number[]} to @param {number} up @param {Moment} at */
  deal(to, up, at) {
    return this.#give(0, [...to, ...Array(up).fill(null)], at);
  }

  /** One more card is turned up. @param {Moment} at */
  turnUp(at) {
    return this.#give(this.top, [null], at);
  }

  /** A seat draws. @param {number} seat @param {number} position @param {number} count @param {Moment} at */
  draw(seat, position, count, at) {
    return this.#give(position, Array(count).fill(seat), at);
  }

  /** @param {number} position @param {(number | null)[]} to @param {Moment} at */
  #give(position, to, at) {
    const turnedUp = this.cards.give(at.head, position, to);
    this.#asked = at;
    return this.#learned(turnedUp);
  }

  /** @param {readonly number[]} turnedUp @returns {Learned} */
  #learned(turnedUp) {
    const { cards } = this;
    /** @type {{ seat: number, card: number }[]} */
    const opened = [];
    for (const seat of cards.opened.keys()) {
      for (const card of cards.openHand(seat)) if (card !== null) opened.push({ seat, card });
      // Known to all from here on, so it is no hidden card any more.
      cards.hands.set(seat, emptyHand(cards.handOf(seat).key));
    }
    this.#seen |= maskOf([...turnedUp, ...opened.map(({ card }) => card)]);
    return { turnedUp, opened };
  }

  // -- plays

  /** Those of these cards that are hidden, in their order. @param {readonly number[]} cards */
  hiddenAmong(cards) {
    return hiddenOf(cards, this.#seen);
  }

  /** A signed action takes these cards from its seat's hand. @param {number} seat @param {number} number of its statement @param {Uint8Array} head it is
   * aimed at @param {readonly number[]} cards @param {Uint8Array} blob */
  play(seat, number, head, cards, blob) {
    const named = this.hiddenAmong(cards);
    if (named.length === 0) {
      must(blob.length === 0, "hand", "hidden cards are proven by an action that plays none");
      return;
    }
    this.cards.play(seat, number, head, named, blob);
    this.#seen |= maskOf(named);
  }

  /** The hidden hands as they are now, to judge a play of them later. @returns {HandsSeen} */
  get handsSeen() {
    return { hands: new Map(this.cards.hands), seen: this.#seen, context: this.cards.context };
  }

  // -- a part of a key that does not open

  /** A seat says that its part of a key does not open; the first byte names the dealer. @param {number} seat @param {Uint8Array} blob */
  complain(seat, blob) {
    const [dealer = -1] = blob;
    const part = this.#parts.get(dealer)?.get(seat);
    // A complaint decrypts what the dealer chose. No mix stood before that, so it is no card of one.
    const isEarly = this.blamed === null && this.#stocks.size === 0;
    must(part && isEarly, "due", "a part of a key is complained of that is not there, or too late");
    const { context, keys } = this.cards;
    const key = /** @type {Element} */ (keys.get(seat));
    const whose = judgeComplaint(part, seat, key, escrowContext(context, dealer), complaintContext(context, dealer, seat), blob.subarray(1));
    this.blamed = whose === "dealer" ? dealer : seat;
  }

  // -- a seat that is lost

  /** What the others wait for from a seat. Whose co-signature is missing does not stand in the log: there their word is enough. @param {number} about */
  waitedFor(about) {
    /** @type {Due | undefined} */
    const signs = this.root && !this.cards.opened.has(about) ? { what: "root", head: this.provenAt.head, since: this.provenAt.t } : undefined;
    const due = this.due.get(about) ?? signs, at = this.#opening.get(about)?.at;
    // While its hand is being opened it is the keepers who are waited for: that has a time of its own.
    return due && at ? { what: due.what, head: at.head, since: at.t } : due;
  }

  /** The people who together can open the key of a seat, as it owes something; none if it cannot be opened. @param {number} about */
  keepersOf(about) {
    const others = [...this.table.people].filter((seat) => seat !== about && !this.cards.opened.has(seat));
    const isOpen = this.cards.opened.has(about) || this.#opening.has(about);
    return this.#parts.has(about) && !isOpen && this.waitedFor(about) && others.length >= LEAST_KEEPERS ? others : [];
  }

  /** The host's part of a key, behind which all others owe theirs; whether it is time is not looked at. @param {number} about @param {Uint8Array} z @param {Moment} at */
  takeHostPart(about, z, at) {
    const part = readScalar(z);
    checkOpenedPart(this.partOf(about, HOST), part);
    this.#opening.set(about, { opened: new Map([[HOST, part]]), at });
    return this.#openIfComplete(about);
  }

  /** Whether parts of the key of a seat that was given up are due: the deck changes with the last of them. */
  get isOpening() {
    return this.#opening.size > 0;
  }

  /** The seat whose key a keeper owes its part of. @param {number} seat */
  opensFor(seat) {
    const found = [...this.#opening].find(([about, { opened }]) => this.#keepersLeft(about).includes(seat) && !opened.has(seat));
    must(found, "due", "a part of a key comes that its seat does not owe there");
    return found[0];
  }

  /** @param {number} seat @param {Uint8Array} blob */
  #takeKeyPart(seat, blob) {
    const about = this.opensFor(seat);
    const part = readScalar(blob);
    checkOpenedPart(this.partOf(about, seat), part);
    this.#opening.get(about)?.opened.set(seat, part);
    return this.#openIfComplete(about);
  }

  /** The part of a seat's key that a keeper keeps. @param {number} about @param {number} keeper */
  partOf(about, keeper) {
    return /** @type {EscrowPart} */ (this.#parts.get(about)?.get(keeper));
  }

  /** By dealer: the parts that a keeper keeps. @param {number} keeper @returns {[number, EscrowPart][]} */
  partsKeptBy(keeper) {
    return [...this.#parts].flatMap(([dealer, parts]) => {
      const part = parts.get(keeper);
      return part ? [/** @type {[number, EscrowPart]} */ ([dealer, part])] : [];
    });
  }

  /** @param {number} about */
  #keepersLeft(about) {
    return this.holders.filter((seat) => seat !== about && !this.cards.opened.has(seat));
  }

  /** @param {number} about @returns {Learned} */
  #openIfComplete(about) {
    const { cards } = this;
    const { opened } = /** @type {{ opened: Map<number, Scalar> }} */ (this.#opening.get(about));
    if (this.#keepersLeft(about).some((seat) => !opened.has(seat))) return NOTHING;
    const context = escrowContext(cards.context, about);
    // What an open key keeps, everybody can open.
    for (const [seat, secret] of cards.opened) opened.set(seat, openPart(this.partOf(about, seat), seat, secret, context));
    const secret = rebuiltKey(/** @type {Element} */ (cards.keys.get(about)), /** @type {Map<number, EscrowPart>} */ (this.#parts.get(about)), opened);
    this.#opening.delete(about);
    const turnedUp = cards.openKey(about, secret);
    this.#shortenChain();
    return this.#learned(turnedUp);
  }

  /** A seat whose key is open mixes no more: the decks from its place on are made again. */
  #shortenChain() {
    const { mixing } = this.cards;
    if (!mixing) return;
    const kept = mixing.mixers.slice(0, mixing.decks.length - 1);
    this.#decks = this.#decks.slice(0, kept.length);
    this.#mixedAt = new Map([...this.#mixedAt].filter(([seat]) => kept.includes(seat)));
    this.#proofs = new Map([...this.#proofs].filter(([seat]) => kept.includes(seat)));
    const last = kept.at(-1);
    this.#asked = last === undefined ? this.#began : /** @type {Moment} */ (this.#mixedAt.get(last));
  }

  // -- the end

  /** No hidden card matters any more: all show their keys. @param {Moment} at */
  endPlay(at) {
    this.isEnding = true;
    this.#asked = at;
  }

  get isOpen() {
    return this.isEnding && this.holders.every((seat) => this.#shown.has(seat) || this.cards.opened.has(seat));
  }

  /** The whole round by the open keys: what is left hidden in each hand, and by epoch the stock, top first. Throws Cheat. */
  audit() {
    const { keys, stockMixes, handMixes, shares, hands, opened } = this.cards;
    return this.audited ?? auditStocked({ keys, stockMixes, handMixes, shares, hands, stocks: this.#stocks, secrets: new Map([...opened, ...this.#shown]) });
  }

  /** The audit as it will be once a seat has shown its key, if that is the last one: for another thread. Null if it is not.
   * @param {number} seat @param {Uint8Array} blob @returns {import("./proof_checker.js").PlainRound | null} */
  auditWork(seat, blob) {
    const { keys, hands, opened, stockMixes, handMixes, shares } = this.cards;
    const secrets = new Map([...[...opened, ...this.#shown].map(([one, secret]) => /** @type {[number, Uint8Array]} */ ([one, scalarBytes(secret)])), [seat, blob]]);
    if (!this.isEnding || this.isOpen || secrets.size !== keys.size) return null;
    /** @type {Map<readonly Ciphertext[], import("./part_maker.js").PlainCard[]>} */
    const decks = new Map();
    const plain = (/** @type {readonly Ciphertext[]} */ cards) => {
      const deck = decks.get(cards) ?? plainCards(cards);
      decks.set(cards, deck);
      return deck;
    };
    const mixes = (/** @type {typeof stockMixes} */ all) => all.map(({ seat: who, before, after }) => ({ seat: who, before: plain(before), after: plain(after) }));
    return {
      keys: [...keys].map(([one, key]) => [one, key.bytes]), secrets: [...secrets], hands: [...hands].map(([one, { cards }]) => [one, plainCards(cards)]),
      stocks: [...this.#stocks].map(([epoch, deck]) => [epoch, plain(deck)]), stockMixes: mixes(stockMixes), handMixes: mixes(handMixes),
      shares: shares.map((one) => ({ seat: one.seat, points: one.points.map((point) => point.plain), shares: one.shares.map((share) => share.plain) })),
    };
  }
}

/** @param {readonly number[]} cards */
function maskOf(cards) {
  return cards.reduce((mask, card) => mask | (1n << BigInt(card)), 0n);
}

/** @param {readonly number[]} cards @param {bigint} seen */
function hiddenOf(cards, seen) {
  return cards.filter((card) => !((seen >> BigInt(card)) & 1n));
}

/** Check what proves the hidden ones of these cards, which an action of the seat with this number, aimed there, takes from its hand. Throws Cheat.
 * @param {HandsSeen} at @param {{ seat: number, number: number, head: Uint8Array }} action @param {readonly number[]} cards @param {Uint8Array} blob */
export function checkPlayAt({ hands, seen, context }, { seat, number, head }, cards, blob) {
  const named = hiddenOf(cards, seen);
  const hand = hands.get(seat);
  if (named.length === 0 || !hand) must(blob.length === 0, "hand", "hidden cards are proven by an action that plays none");
  else checkPlay(hand, named, playContext(context, seat, number, head), blob);
}
