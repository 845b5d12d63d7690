// Both sides of boardgame_io.py, each a process of its own:
//   node boardgame_io.cjs serve CERTIFICATE KEY JOURNAL    prints its port
//   node boardgame_io.cjs play PORT MATCHES RATE           prints "ready", then for each line the moves so far
// RATE is moves a second and match; 0: the next move follows at once. Modules are found by NODE_PATH.
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { createInterface } = require("node:readline");

const PLAYERS = ["0", "1"];
const JOINING = 20; // at the same time: with hundreds some would run out of time, and begin again

// -- a host's promises

function keyOf(seed) {
  const sodium = require("sodium-native");
  const open = Buffer.alloc(sodium.crypto_sign_PUBLICKEYBYTES);
  const secret = Buffer.alloc(sodium.crypto_sign_SECRETKEYBYTES);
  sodium.crypto_sign_seed_keypair(open, secret, createHash("sha256").update(seed).digest());
  return {
    sign(text) {
      const signature = Buffer.alloc(sodium.crypto_sign_BYTES);
      sodium.crypto_sign_detached(signature, text, secret);
      return signature;
    },
    verifies: (text, signature) => sodium.crypto_sign_verify_detached(signature, text, open),
  };
}

const moveText = (match, stateId) => Buffer.from(`step/${match}/${stateId}`);

// In place of boardgame.io's own channels. Moves are verified, chained, signed and kept before anybody is told; all
// that come in one turn of the loop are one transaction.
class RecordBeforeTell {
  constructor(path) {
    const { DatabaseSync } = require("@photostructure/sqlite");
    this.base = new DatabaseSync(path);
    this.base.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE log"
      + " (match TEXT, id INTEGER, entry TEXT, signature BLOB, PRIMARY KEY (match, id)) WITHOUT ROWID");
    this.insert = this.base.prepare("INSERT INTO log VALUES (?, ?, ?, ?)");
    this.host = keyOf("host");
    this.players = Object.fromEntries(PLAYERS.map((player) => [player, keyOf(player)]));
    this.heads = new Map();
    this.channels = new Map();
    this.waiting = [];
  }
  subscribe(channel, tell) { this.channels.set(channel, tell); }
  unsubscribeAll(channel) { this.channels.delete(channel); }
  publish(channel, payload) {
    if (payload.type !== "update") { this.channels.get(channel)?.(payload); return; }
    const [match, state] = payload.args, { action } = state.deltalog[0];
    const { playerID, args: [signature] } = action.payload;
    if (!this.players[playerID].verifies(moveText(match, state._stateID - 1), Buffer.from(signature, "base64"))) return;
    const entry = JSON.stringify(action);
    const head = createHash("sha256").update(this.heads.get(match) ?? "").update(entry).digest();
    this.heads.set(match, head);
    const sealed = this.host.sign(head);
    if (!this.waiting.length) setImmediate(() => this.flush());
    this.waiting.push([match, state._stateID, entry, sealed, channel, state]);
  }
  flush() {
    const group = this.waiting;
    this.waiting = [];
    this.base.exec("BEGIN");
    for (const [match, id, entry, sealed] of group) this.insert.run(match, id, entry, sealed);
    this.base.exec("COMMIT");
    for (const [match, , , sealed, channel, state] of group) {
      this.channels.get(channel)?.({ type: "update", args: [match, { ...state, sealed: sealed.toString("base64") }] });
    }
  }
}

// -- the two sides

const GAME = {
  name: "turns",
  setup: () => ({ moves: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { step: ({ G }) => { G.moves += 1; } },
};

function serve(certificate, key, journal) {
  const { Server, SocketIO } = require("boardgame.io/server");
  const https = { cert: readFileSync(certificate), key: readFileSync(key) };
  const pubSub = new RecordBeforeTell(journal);
  const server = Server({ games: [GAME], origins: [], transport: new SocketIO({ https, pubSub }) });
  server.run(0).then(({ appServer }) => console.log(appServer.address().port));
}

// Nobody moves before all have joined: moves of the first would come between the two halves of a match, and a server
// that is as busy as it can be answers some newcomers after their time is out.
function play(port, matches, rate) {
  const { io } = require("socket.io-client");
  const openings = []; // for each player who has joined, what it sees first
  let moves = 0, begun = 0;
  const join = (match, player) => {
    const key = keyOf(player);
    const socket = io(`https://127.0.0.1:${port}/${GAME.name}`, {
      transports: ["websocket"], rejectUnauthorized: false, forceNew: true,
    });
    const move = (stateId) => {
      const args = [key.sign(moveText(match, stateId)).toString("base64")];
      const payload = { type: "step", args, playerID: player };
      socket.emit("update", { type: "MAKE_MOVE", payload }, stateId, match, player);
    };
    const see = (state) => {
      if (state.ctx.currentPlayer !== player) return;
      moves = moves + 1;
      if (rate) setTimeout(move, (500 + Math.random() * 1000) / rate, state._stateID);
      else move(state._stateID);
    };
    socket.on("connect", () => socket.emit("sync", match, player, undefined, 2));
    socket.once("sync", (_match, { state }) => {
      openings.push(() => see(state));
      if (openings.length < 2 * matches) { joinNext(); return; }
      for (const open of openings) open();
      console.log("ready");
    });
    socket.on("update", (_match, state) => see(state));
  };
  const joinNext = () => {
    if (begun === 2 * matches) return;
    const number = begun;
    begun += 1;
    join(`match${number >> 1}`, PLAYERS[number % 2]);
  };
  for (let one = 0; one < JOINING; one += 1) joinNext();
  createInterface({ input: process.stdin }).on("line", () => console.log(moves)).on("close", () => process.exit());
}

const [, , what, ...rest] = process.argv;
if (what === "serve") serve(...rest);
else play(...rest.map(Number));
