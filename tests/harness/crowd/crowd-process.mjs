// Spectators in a process of their own: what they need is neither the harness's nor measured with the instances.
import { createInterface } from 'node:readline';

import { io } from 'socket.io-client';

/**
 * @typedef {import('./plan-crowd.ts').Spectator} Spectator
 * @typedef {{ epoch: string, version: number }} Head
 */

let present = 0;
const counts = { visits: 0, most: 0, stalls: 0, cutOff: 0, notLoaded: 0 };

/** A page: loads the results, follows by its socket, and asks for what it missed. @param {string} url */
function openPage(url) {
  const socket = io(url, { transports: ['websocket'], forceNew: true, autoConnect: false });
  /** @type {Head | undefined} */
  let head;
  let isOver = false;
  /** The websocket under the library. @returns {import('ws').WebSocket | undefined} */
  const findWire = () => /** @type {any} */ (socket.io.engine)?.transport?.ws;
  const load = async () => {
    try {
      const response = await fetch(`${url}/api/compact`);
      const { epoch, version } = /** @type {Head} */ (await response.json());
      head = { epoch, version };
    } catch {
      // Struck just now: the page goes on with its socket.
      counts.notLoaded += 1;
    }
  };
  const resume = () => {
    if (!head) return;
    socket.emit('resume', head, (/** @type {{ results?: Head, resync?: true }} */ answer) => {
      if (answer.results) head = answer.results;
      else if (answer.resync) void load();
    });
  };
  socket.on('connect', () => {
    present += 1;
    counts.most = Math.max(counts.most, present);
  });
  socket.on('disconnect', () => {
    present -= 1;
    if (!isOver) counts.cutOff += 1;
  });
  socket.on('hello', resume);
  socket.on('resync', load);
  socket.on('results', (/** @type {Head & { from: number }} */ { epoch, from, version }) => {
    if (head?.epoch === epoch && from > head.version) resume();
    else head = { epoch, version };
  });
  counts.visits += 1;
  const open = async () => {
    await load();
    if (!isOver) socket.connect();
  };
  void open();
  return {
    /** Stops reading, or goes on. @param {boolean} isFrom */
    stall(isFrom) {
      if (isFrom) counts.stalls += 1;
      if (isFrom) findWire()?.pause();
      else findWire()?.resume();
    },
    /** @param {boolean} isPolite */
    close(isPolite) {
      isOver = true;
      socket.io.reconnection(false);
      if (!isPolite) findWire()?.terminate();
      socket.disconnect();
    },
  };
}

/** @param {Record<string, string>} webs @param {Spectator} spectator */
function follow(webs, { web, visits }) {
  for (const { atMs, stayMs, isPolite, stalls } of visits) {
    setTimeout(() => {
      const page = openPage(webs[web] ?? '');
      const timers = stalls.flatMap(({ afterMs, forMs }) => [
        setTimeout(() => page.stall(true), afterMs),
        setTimeout(() => page.stall(false), afterMs + forMs),
      ]);
      setTimeout(() => {
        for (const timer of timers) clearTimeout(timer);
        page.close(isPolite);
      }, stayMs);
    }, atMs);
  }
}

// The first line says what they do, until the input ends; then they say what came of it.
const lines = createInterface({ input: process.stdin });
lines.once('line', (text) => {
  const { webs, spectators } = JSON.parse(text);
  for (const spectator of spectators) follow(webs, spectator);
});
lines.on('close', () => process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit(0)));
