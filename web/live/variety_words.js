/** Written by scripts/make/docs.py from rummynet/rules. */

/** What a game is like. @type {{ readonly [variant: string]: readonly string[] }} */
export const SUMMARIES = Object.assign(Object.create(null), {
  "keilty": ["The pile lies open: take any card that you lay at once, with all cards above it.", "If anybody overlooks a play in the pile, call it, even out of turn: Rummy!", "Cards that you lay count for you, cards left in your hand count against you."],
  "basic": ["Melds bring nothing by themselves: the first player out gains what the others still hold.", "Lay your whole hand at once, and it counts double.", "If somebody throws out a card that could have been laid, call it."],
  "vegas": ["For chips: jokers and one rank of each round are wild.", "What you are left with counts against you; at 100 you buy in again or leave the game.", "The last one below 100 takes most of the pot. Newcomers may come in between rounds."],
  "crummy": ["Seven rounds, each with a contract of sets and runs that you must lay first.", "Jokers and twos are wild; you can get the top of the pile out of turn.", "What you still hold counts against you; the lowest total wins."],
  "joker": ["Two jokers stand for any card you name, until somebody trades in the real one.", "The pile lies open: take any card that you use at once, with all cards above it.", "Cards that you lay count for you, cards left in your hand count against you. Nobody plays out of turn."],
});

/** What cards are worth, and how a round and the game end.
 * @type {{ readonly [variant: string]: readonly string[] }} */
export const COUNTING = Object.assign(Object.create(null), {
  "keilty": ["2 to 9 are worth 5, ten to king 10, an ace 15.", "The round ends when somebody throws out the last card. You gain what you laid and lose what you hold.", "The game ends after a round in which somebody reaches the target, and the highest total wins."],
  "basic": ["In your hand 2 to 9 cost 5, ten to king 10, an ace 15, the queen of spades 40.", "The round ends when somebody is out: that player gains what all others hold and 25 more, twice what they hold after a declaration. The others lose what they hold.", "If a card you threw out is called, you pick up the rest of the pile or two cards of the stock.", "The game ends after a round in which somebody reaches the target, and the highest total wins."],
  "vegas": ["In your hand 2 to 9 cost their number, ten to king 10, an ace 1 or 13 as you say, a wild card 25.", "The round ends when somebody throws out the last card; the others add what they hold to their totals.", "Who is at the limit buys in again, at the highest total below it, or sits out. The game ends when only one player is below it."],
  "crummy": ["In your hand 3 to 8 cost 5, nine to king 10, aces, twos and jokers 15.", "A card out of turn comes with the top card of the stock.", "The round ends when a hand is empty; the others add what they hold to their totals.", "The game ends after the last contract, and the lowest total wins."],
  "joker": ["2 to 9 are worth 5, ten to king 10, an ace 15, a joker on the table what it stands for. A joker in your hand costs 25.", "The round ends when a hand is empty. You gain what you laid and lose what you hold.", "The game ends after a round in which somebody reaches the target, and the highest total wins."],
});

/** A set, a run, and what makes them. @type {{ readonly [variant: string]: readonly [string, string, string] }} */
export const EXAMPLES = Object.assign(Object.create(null), {
  "keilty": ["9D 9H 9S", "4C 5C 6C 7C", "A set: three or four of a rank. A run: three or more of a suit in a row."],
  "basic": ["9D 9H 9S", "4C 5C 6C 7C", "A set: three or four of a rank. A run: three or more of a suit in a row."],
  "vegas": ["9D 9H 9S", "4C *1=5C 6C", "Sets and runs of three or more; ★ and the wild rank stand for any card."],
  "crummy": ["9D 9D 9S", "5C *1=6C 7C 8C", "A set: three or more of a rank. A run: four or more of a suit in a row."],
  "joker": ["9D 9H 9S", "4C *1=5C 6C", "Sets and runs of three or more; ★ stands for the card that you name."],
});

/** What an option is called. @type {{ readonly [option: string]: string }} */
export const OPTION_TITLES = Object.assign(Object.create(null), {
  "target": "Points that end the game",
  "deals": "Rounds that end the game",
  "hand": "Cards dealt to each",
  "first_starter": "Who begins round 1",
  "reshuffle_limit": "New stocks in a round",
  "idle_stocks": "New stocks without a lay",
  "lapse_seconds": "Seconds until a rummy lapses",
  "turn_seconds": "Seconds for a turn",
  "voids": "Voided shuffles that end it",
  "idle_seconds": "Seconds a turn may go unused",
  "break_seconds": "Seconds to look at a round",
  "hints": "players may ask for hints",
  "deck": "Deck",
  "escrow": "3 people: go on if one is lost",
  "rummy_hints": "Hints at a rummy",
  "cooldown_seconds": "Pause after a false call",
  "false_call_points": "Points off for a false call",
  "false_call_cards": "Cards for a false call",
  "discard_to_go_out": "Last card is thrown out",
  "final_melds": "The others lay once more",
  "turn_limit": "Pile turned over in a round",
  "call_seconds": "Seconds to call a throw",
  "first_dealer": "Who deals round 1",
  "around_the_corner": "K-A-2 counts as a run",
  "buy_in": "Chips of a buy-in",
  "max_score": "Points that put you out",
  "handicaps": "Points to start with",
  "solidarity": "Wild cards stay where laid",
  "strict": "One wild card a meld",
  "wild": "The card turned up makes wild",
  "aces": "Aces left in a hand",
  "split": "Parts of the pot in percent",
  "third_buy_in": "A buy-in for the third",
  "decks": "Decks of 54 cards",
  "contracts": "Contracts of the rounds",
  "ace_low": "A-2-3-4 counts as a run",
  "move": "Wild cards that a swap moves",
  "buys": "Cards out of turn in a round",
  "offer_seconds": "Seconds to want a card",
  "trade_points": "Points of a place after a trade",
});

/** Players of puzzles by seat. */
export const BOT_NAMES = ["Ada", "Bruno", "Cleo", "Dora", "Emil", "Frida", "Gus", "Hanna", "Ivo", "Juno", "Karl", "Lotte"];

/** By option and value: what stands in place of the value. @type {{ readonly [place: string]: string }} */
export const VALUE_NAMES = Object.assign(Object.create(null), {
  "deals 0": "to the target",
  "hand 0": "10, 7 or 6",
  "lapse_seconds null": "never",
  "turn_seconds 0": "no limit",
  "deck plain": "host sees cards",
  "deck sealed": "nobody sees cards",
  "handicaps ": "none",
  "wild rank": "its rank",
  "wild card": "that card only",
  "aces ask": "1 or 13",
  "aces low": "1 each",
  "decks null": "as many as needed",
  "move any": "any of them",
  "move jokers": "jokers",
  "buys null": "any number",
  "trade_points joker": "who laid the joker",
  "trade_points card": "who laid the real card",
});
