// Both sides of scripts/benchmarks/boardgame_io.py, each a process of its own:
//   node boardgame_io.cjs serve CERTIFICATE KEY            prints its port
//   node boardgame_io.cjs play PORT MATCHES RATE           prints "ready", then the moves so far for each line it reads
// RATE is moves a second and match; 0: the next move follows at once. Modules are found by NODE_PATH.
const { readFileSync } = require("node:fs");
const { createInterface } = require("node:readline");

const GAME = {
  name: "turns",
  setup: () => ({ moves: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { step: ({ G }) => { G.moves += 1; } },
};

function serve(certificate, key) {
  const { Server, SocketIO } = require("boardgame.io/server");
  const https = { cert: readFileSync(certificate), key: readFileSync(key) };
  const server = Server({ games: [GAME], origins: [], transport: new SocketIO({ https }) });
  server.run(0).then(({ appServer }) => console.log(appServer.address().port));
}

function play(port, matches, rate) {
  const { io } = require("socket.io-client");
  let moves = 0, joined = 0;
  const join = (match, player) => {
    const socket = io(`https://127.0.0.1:${port}/${GAME.name}`, {
      transports: ["websocket"], rejectUnauthorized: false, forceNew: true,
    });
    const move = (stateId) => {
      const payload = { type: "step", args: [], playerID: player };
      socket.emit("update", { type: "MAKE_MOVE", payload }, stateId, match, player);
    };
    const see = (state) => {
      if (state.ctx.currentPlayer !== player) return;
      moves = moves + 1;
      if (rate) setTimeout(move, (500 + Math.random() * 1000) / rate, state._stateID);
      else move(state._stateID);
    };
    socket.on("connect", () => socket.emit("sync", match, player, undefined, 2));
    socket.on("sync", (_match, { state }) => {
      joined += 1;
      if (joined === 2 * matches) console.log("ready");
      see(state);
    });
    socket.on("update", (_match, state) => see(state));
  };
  for (let match = 0; match < matches; match += 1) for (const player of ["0", "1"]) join(`match${match}`, player);
  createInterface({ input: process.stdin }).on("line", () => console.log(moves)).on("close", () => process.exit());
}

const [, , what, ...rest] = process.argv;
if (what === "serve") serve(...rest);
else play(...rest.map(Number));
