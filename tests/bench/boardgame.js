// Random games of boardgame.io's own tic-tac-toe through its client: prints moves a second of CPU time.
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    put: ({ G, playerID }, at) => {
      if (G.cells[at] !== null) return INVALID_MOVE;
      G.cells[at] = playerID;
    },
  },
  endIf: ({ G }) => LINES.some(([a, b, c]) => G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c])
    || G.cells.every((cell) => cell !== null) || undefined,
};
const seconds = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; };
const client = Client({ game, debug: false });
client.start();
const began = seconds();
let moves = 0;
while (seconds() - began < 2.0) {
  client.reset();
  while (!client.getState().ctx.gameover) {
    const free = client.getState().G.cells.flatMap((cell, at) => (cell === null ? [at] : []));
    client.moves.put(free[Math.floor(Math.random() * free.length)]);
    moves += 1;
  }
}
client.stop();
console.log(JSON.stringify(moves / (seconds() - began)));
