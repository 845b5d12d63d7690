// A bot for rummynet in JavaScript: one JSON line asks, one answers.
//   rummynet bot ADDRESS --command 'node bot.mjs'
//   rummynet arena 'command:node bot.mjs' random
import { createInterface } from "node:readline";

// The value of a rank where the table counts: an ace 15, ten and court cards 10, the others 5.
const points = (card) => (card[0] === "A" ? 15 : "TJQK".includes(card[0]) ? 10 : 5);

// How much an action is liked: what lays most first, then drawing; of throws the dearest card.
function liking(action) {
  const [verb, ...words] = action.split(" ");
  const on = words.lastIndexOf("on");
  const cards = (on < 0 ? words : words.slice(0, on)).filter((word) => /^[A2-9TJQK][CDHS]/.test(word));
  const sum = cards.reduce((total, card) => total + points(card), 0);
  if (verb === "throw") return sum - 1000;
  if (verb === "draw") return 0;
  return ["meld", "lay", "contract", "declare", "trade"].includes(verb) || cards.length > 1 ? 100 + sum : -1;
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.ask === "action") {
    const [best] = asked.legal.toSorted((one, other) => liking(other) - liking(one));
    console.log(JSON.stringify({ action: best }));
  } else if (asked.ask === "call") {
    console.log(JSON.stringify({ call: asked.rummies[0] ?? null }));
  } // else something is told: which game it is, how a round or the game went
}
