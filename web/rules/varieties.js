/**
 * Written by scripts/make/docs.py from rummynet/rules.
 *
 * @typedef {import("../core/msgpack.js").Value} Value
 * @typedef {object} Option
 * @property {"number" | "truth" | "choice" | "list" | "seat"} kind `seat`: the number of one, or `draw`
 * @property {Value} usual the value where none is chosen
 * @property {number} low of numbers, and of those in a list
 * @property {number} high
 * @property {readonly Value[]} choices all values of a choice; of a number those besides the range
 * @property {boolean} [unwritten] whether tables and logs name it only where it has another value than usual
 * @property {readonly [string, Value]} [onlyWith] an option and its value without which this one means nothing
 *
 * @typedef {object} Variety
 * @property {string} title
 * @property {readonly [number, number]} seats the fewest and the most players
 * @property {number} faces cards of one deck: those of the faces below it
 * @property {number | null} mostDealt cards that all hands together may have, of a game with one deck
 * @property {boolean} highestWins
 * @property {boolean} hasCalls whether rummies are called, out of turn
 * @property {boolean} callsMelds whether whole melds of the pile can be called
 * @property {boolean} holdsPlays whether the host holds plays back for calls, if an option says for how long
 * @property {boolean} ordersAnswers whether the host holds answers back until all that count before them are in
 * @property {boolean} mayJoin whether new players may come in between rounds
 * @property {{ readonly [name: string]: Option }} options in the order in which people are asked for them
 */

/** @type {{ readonly [variant: string]: Variety }} */
export const VARIETIES = Object.assign(Object.create(null), {
  "keilty": {
    "title": "Keilty rummy",
    "seats": [2, 6],
    "faces": 52,
    "mostDealt": 48,
    "highestWins": true,
    "hasCalls": true,
    "callsMelds": true,
    "holdsPlays": true,
    "ordersAnswers": false,
    "mayJoin": false,
    "options": {
      "target": {"kind": "number", "usual": 500, "low": 1, "high": 100000, "choices": []},
      "deals": {"kind": "number", "usual": 0, "low": 0, "high": 100, "choices": []},
      "hand": {"kind": "number", "usual": 0, "low": 3, "high": 13, "choices": [0]},
      "first_starter": {"kind": "seat", "usual": "draw", "low": 0, "high": 11, "choices": ["draw"]},
      "reshuffle_limit": {"kind": "number", "usual": 10, "low": 0, "high": 100, "choices": []},
      "idle_stocks": {"kind": "number", "usual": 1, "low": 0, "high": 10, "choices": []},
      "lapse_seconds": {"kind": "number", "usual": null, "low": 0, "high": 20, "choices": [null], "unwritten": true},
      "turn_seconds": {"kind": "number", "usual": 0, "low": 5, "high": 3600, "choices": [0]},
      "voids": {"kind": "number", "usual": 3, "low": 1, "high": 20, "choices": []},
      "idle_seconds": {"kind": "number", "usual": 180, "low": 30, "high": 3600, "choices": []},
      "break_seconds": {"kind": "number", "usual": 30, "low": 0, "high": 600, "choices": []},
      "hints": {"kind": "truth", "usual": false, "low": 0, "high": 0, "choices": [true, false]},
      "deck": {"kind": "choice", "usual": "plain", "low": 0, "high": 0, "choices": ["plain", "sealed"]},
      "escrow": {"kind": "truth", "usual": true, "low": 0, "high": 0, "choices": [true, false], "onlyWith": ["deck", "sealed"]},
      "rummy_hints": {"kind": "truth", "usual": false, "low": 0, "high": 0, "choices": [true, false]},
      "cooldown_seconds": {"kind": "number", "usual": 3, "low": 0, "high": 60, "choices": []},
      "false_call_points": {"kind": "number", "usual": 0, "low": 0, "high": 100, "choices": [], "unwritten": true},
      "false_call_cards": {"kind": "number", "usual": 0, "low": 0, "high": 4, "choices": [], "unwritten": true},
    },
  },
  "basic": {
    "title": "basic rummy",
    "seats": [2, 6],
    "faces": 52,
    "mostDealt": 48,
    "highestWins": true,
    "hasCalls": true,
    "callsMelds": false,
    "holdsPlays": true,
    "ordersAnswers": false,
    "mayJoin": false,
    "options": {
      "target": {"kind": "number", "usual": 500, "low": 1, "high": 100000, "choices": []},
      "deals": {"kind": "number", "usual": 0, "low": 0, "high": 100, "choices": []},
      "hand": {"kind": "number", "usual": 0, "low": 3, "high": 13, "choices": [0]},
      "discard_to_go_out": {"kind": "truth", "usual": false, "low": 0, "high": 0, "choices": [true, false]},
      "final_melds": {"kind": "truth", "usual": true, "low": 0, "high": 0, "choices": [true, false]},
      "turn_limit": {"kind": "number", "usual": 3, "low": 0, "high": 20, "choices": []},
      "call_seconds": {"kind": "number", "usual": 3, "low": 0, "high": 30, "choices": []},
      "first_dealer": {"kind": "seat", "usual": "draw", "low": 0, "high": 11, "choices": ["draw"]},
      "around_the_corner": {"kind": "truth", "usual": false, "low": 0, "high": 0, "choices": [true, false], "unwritten": true},
      "turn_seconds": {"kind": "number", "usual": 0, "low": 5, "high": 3600, "choices": [0]},
      "voids": {"kind": "number", "usual": 3, "low": 1, "high": 20, "choices": []},
      "idle_seconds": {"kind": "number", "usual": 180, "low": 30, "high": 3600, "choices": []},
      "break_seconds": {"kind": "number", "usual": 30, "low": 0, "high": 600, "choices": []},
      "hints": {"kind": "truth", "usual": false, "low": 0, "high": 0, "choices": [true, false]},
      "deck": {"kind": "choice", "usual": "plain", "low": 0, "high": 0, "choices": ["plain", "sealed"]},
      "escrow": {"kind": "truth", "usual": true, "low": 0, "high": 0, "choices": [true, false], "onlyWith": ["deck", "sealed"]},
      "rummy_hints": {"kind": "truth", "usual": false, "low": 0, "high": 0, "choices": [true, false]},
      "cooldown_seconds": {"kind": "number", "usual": 3, "low": 0, "high": 60, "choices": []},
      "false_call_points": {"kind": "number", "usual": 0, "low": 0, "high": 100, "choices": [], "unwritten": true},
      "false_call_cards": {"kind": "number", "usual": 0, "low": 0, "high": 4, "choices": [], "unwritten": true},
    },
  },
  "vegas": {
    "title": "Vegas rummy",
    "seats": [2, 12],
    "faces": 54,
    "mostDealt": null,
    "highestWins": false,
    "hasCalls": false,
    "callsMelds": false,
    "holdsPlays": false,
    "ordersAnswers": false,
    "mayJoin": true,
    "options": {
      "buy_in": {"kind": "number", "usual": 1, "low": 0, "high": 1000, "choices": []},
      "max_score": {"kind": "number", "usual": 100, "low": 10, "high": 1000, "choices": []},
      "handicaps": {"kind": "list", "usual": [], "low": 0, "high": 999, "choices": []},
      "hand": {"kind": "number", "usual": 7, "low": 3, "high": 12, "choices": []},
      "solidarity": {"kind": "truth", "usual": true, "low": 0, "high": 0, "choices": [true, false]},
      "strict": {"kind": "truth", "usual": false, "low": 0, "high": 0, "choices": [true, false]},
      "wild": {"kind": "choice", "usual": "rank", "low": 0, "high": 0, "choices": ["rank", "card"]},
      "aces": {"kind": "choice", "usual": "ask", "low": 0, "high": 0, "choices": ["ask", "low"]},
      "split": {"kind": "list", "usual": [70, 30], "low": 0, "high": 100, "choices": []},
      "third_buy_in": {"kind": "truth", "usual": false, "low": 0, "high": 0, "choices": [true, false]},
      "decks": {"kind": "number", "usual": null, "low": 1, "high": 4, "choices": [null]},
      "reshuffle_limit": {"kind": "number", "usual": 10, "low": 0, "high": 100, "choices": []},
      "idle_stocks": {"kind": "number", "usual": 1, "low": 0, "high": 10, "choices": []},
      "turn_seconds": {"kind": "number", "usual": 0, "low": 5, "high": 3600, "choices": [0]},
      "voids": {"kind": "number", "usual": 3, "low": 1, "high": 20, "choices": []},
      "idle_seconds": {"kind": "number", "usual": 180, "low": 30, "high": 3600, "choices": []},
      "break_seconds": {"kind": "number", "usual": 30, "low": 0, "high": 600, "choices": []},
      "hints": {"kind": "truth", "usual": false, "low": 0, "high": 0, "choices": [true, false]},
      "deck": {"kind": "choice", "usual": "plain", "low": 0, "high": 0, "choices": ["plain", "sealed"]},
      "escrow": {"kind": "truth", "usual": true, "low": 0, "high": 0, "choices": [true, false], "onlyWith": ["deck", "sealed"]},
    },
  },
  "crummy": {
    "title": "Crummy rummy",
    "seats": [2, 8],
    "faces": 54,
    "mostDealt": null,
    "highestWins": false,
    "hasCalls": false,
    "callsMelds": false,
    "holdsPlays": false,
    "ordersAnswers": true,
    "mayJoin": false,
    "options": {
      "contracts": {"kind": "list", "usual": [1, 2, 3, 4, 5, 6, 7], "low": 1, "high": 7, "choices": []},
      "ace_low": {"kind": "truth", "usual": false, "low": 0, "high": 0, "choices": [true, false]},
      "move": {"kind": "choice", "usual": "any", "low": 0, "high": 0, "choices": ["any", "jokers"]},
      "reshuffle_limit": {"kind": "number", "usual": 10, "low": 0, "high": 100, "choices": []},
      "idle_stocks": {"kind": "number", "usual": 1, "low": 0, "high": 10, "choices": []},
      "buys": {"kind": "number", "usual": null, "low": 0, "high": 20, "choices": [null]},
      "offer_seconds": {"kind": "number", "usual": 8, "low": 1, "high": 60, "choices": []},
      "turn_seconds": {"kind": "number", "usual": 0, "low": 5, "high": 3600, "choices": [0]},
      "voids": {"kind": "number", "usual": 3, "low": 1, "high": 20, "choices": []},
      "idle_seconds": {"kind": "number", "usual": 180, "low": 30, "high": 3600, "choices": []},
      "break_seconds": {"kind": "number", "usual": 30, "low": 0, "high": 600, "choices": []},
      "hints": {"kind": "truth", "usual": false, "low": 0, "high": 0, "choices": [true, false]},
      "deck": {"kind": "choice", "usual": "plain", "low": 0, "high": 0, "choices": ["plain", "sealed"]},
      "escrow": {"kind": "truth", "usual": true, "low": 0, "high": 0, "choices": [true, false], "onlyWith": ["deck", "sealed"]},
    },
  },
  "joker": {
    "title": "joker rummy",
    "seats": [2, 6],
    "faces": 54,
    "mostDealt": 50,
    "highestWins": true,
    "hasCalls": false,
    "callsMelds": false,
    "holdsPlays": false,
    "ordersAnswers": false,
    "mayJoin": false,
    "options": {
      "target": {"kind": "number", "usual": 500, "low": 1, "high": 100000, "choices": []},
      "deals": {"kind": "number", "usual": 0, "low": 0, "high": 100, "choices": []},
      "hand": {"kind": "number", "usual": 8, "low": 3, "high": 12, "choices": []},
      "reshuffle_limit": {"kind": "number", "usual": 3, "low": 0, "high": 20, "choices": []},
      "idle_stocks": {"kind": "number", "usual": 1, "low": 0, "high": 10, "choices": []},
      "first_dealer": {"kind": "seat", "usual": "draw", "low": 0, "high": 11, "choices": ["draw"]},
      "trade_points": {"kind": "choice", "usual": "joker", "low": 0, "high": 0, "choices": ["joker", "card"]},
      "turn_seconds": {"kind": "number", "usual": 0, "low": 5, "high": 3600, "choices": [0]},
      "voids": {"kind": "number", "usual": 3, "low": 1, "high": 20, "choices": []},
      "idle_seconds": {"kind": "number", "usual": 180, "low": 30, "high": 3600, "choices": []},
      "break_seconds": {"kind": "number", "usual": 30, "low": 0, "high": 600, "choices": []},
      "hints": {"kind": "truth", "usual": false, "low": 0, "high": 0, "choices": [true, false]},
      "deck": {"kind": "choice", "usual": "plain", "low": 0, "high": 0, "choices": ["plain", "sealed"]},
      "escrow": {"kind": "truth", "usual": true, "low": 0, "high": 0, "choices": [true, false], "onlyWith": ["deck", "sealed"]},
    },
  },
});
