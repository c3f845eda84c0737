// boardgame.io's own server with the two small games of the load test: node server.mjs PORT [FOLDER]
// With a folder it stores by FlatFile, as its documentation shows for games that are to last; without,
// in memory, its default. The games are those of ../games.py, written the way its documentation does.

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Server, FlatFile } = require('boardgame.io/server');
const { ActivePlayers, INVALID_MOVE } = require('boardgame.io/core');

const CELLS = 9;

// Everybody marks a cell of their own sheet of nine, unseen; once all have, the round is laid open.
const marks = {
  name: 'marks',
  minPlayers: 1,
  maxPlayers: 1000,
  disableUndo: true,
  setup: ({ ctx }) => ({
    round: 1,
    marks: Array(ctx.numPlayers).fill(null),
    last: [],
    points: Array(ctx.numPlayers).fill(0),
  }),
  playerView: ({ G, playerID }) => ({
    round: G.round,
    mine: playerID == null ? null : G.marks[playerID],
    last: G.last,
    points: G.points,
  }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    mark: {
      // without these two only the first of those who write at once would count, and all would be told
      ignoreStaleStateID: true,
      redact: true,
      move: ({ G, playerID }, cell) => {
        const seat = Number(playerID);
        if (!Number.isInteger(cell) || cell < 0 || cell >= CELLS || G.marks[seat] !== null) {
          return INVALID_MOVE;
        }
        G.marks[seat] = cell;
        if (!G.marks.includes(null)) {
          G.marks.forEach((mark, each) => { G.points[each] += mark; });
          G.last = G.marks;
          G.marks = Array(G.points.length).fill(null);
          G.round += 1;
        }
      },
    },
  },
};

// Tic-tac-toe, again and again: a board that is won or full is wiped, and its winner has a point more.
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const tictactoe = {
  name: 'tictactoe',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({ made: 0, cells: Array(CELLS).fill(null), points: [0, 0] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    write: {
      ignoreStaleStateID: true,
      move: ({ G, playerID }, cell) => {
        if (!Number.isInteger(cell) || cell < 0 || cell >= CELLS || G.cells[cell] !== null) {
          return INVALID_MOVE;
        }
        const seat = Number(playerID);
        G.made += 1;
        G.cells[cell] = seat;
        const won = LINES.some((line) => line.every((each) => G.cells[each] === seat));
        if (won) G.points[seat] += 1;
        if (won || !G.cells.includes(null)) G.cells = Array(CELLS).fill(null);
      },
    },
  },
};

const [port, folder] = process.argv.slice(2);
const server = Server({
  games: [marks, tictactoe],
  origins: ['http://127.0.0.1'],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
server.run(Number(port), () => console.log('ready'));
