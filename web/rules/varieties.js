/**
 * Written by scripts/make_docs.py from rummynet/rules.
 *
 * @typedef {object} Variety
 * @property {string} title
 * @property {boolean} highestWins
 * @property {boolean} hasCalls whether rummies are called, out of turn
 * @property {boolean} callsMelds whether whole melds of the pile can be called
 * @property {boolean} holdsPlays whether the host holds plays back for calls, if an option says for how long
 * @property {boolean} ordersAnswers whether the host holds answers back until all that count before them are in
 * @property {boolean} mayJoin whether new players may come in between rounds
 */

/** @type {{ readonly [variant: string]: Variety }} */
export const VARIETIES = {
  "keilty": {"title": "Keilty rummy", "highestWins": true, "hasCalls": true, "callsMelds": true, "holdsPlays": true, "ordersAnswers": false, "mayJoin": false},
  "basic": {"title": "basic rummy", "highestWins": true, "hasCalls": true, "callsMelds": false, "holdsPlays": true, "ordersAnswers": false, "mayJoin": false},
  "vegas": {"title": "Vegas rummy", "highestWins": false, "hasCalls": false, "callsMelds": false, "holdsPlays": false, "ordersAnswers": false, "mayJoin": true},
  "crummy": {"title": "Crummy rummy", "highestWins": false, "hasCalls": false, "callsMelds": false, "holdsPlays": false, "ordersAnswers": true, "mayJoin": false},
  "joker": {"title": "joker rummy", "highestWins": true, "hasCalls": false, "callsMelds": false, "holdsPlays": false, "ordersAnswers": false, "mayJoin": false},
};
