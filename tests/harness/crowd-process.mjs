// Spectators in a process of their own: what they need is neither the harness's nor measured with the instances.
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { io } from 'socket.io-client';

/** @typedef {{ epoch: string, version: number }} Head */

const counts = { visits: 0, stalls: 0, 'cut off': 0, 'found nobody': 0 };

/** @param {number} probability */
const chance = (probability) => Math.random() < probability;
/** @param {number} least @param {number} most */
const within = (least, most) => (least + Math.random() * (most - least)) * 1_000;

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
      // A fault has just struck: the page goes on with its socket.
      counts['found nobody'] += 1;
    }
  };
  const resume = () => {
    if (!head) return;
    socket.emit('resume', head, (/** @type {{ results?: Head, resync?: true }} */ answer) => {
      if (answer.results) head = answer.results;
      else if (answer.resync) void load();
    });
  };
  socket.on('disconnect', () => {
    if (!isOver) counts['cut off'] += 1;
  });
  socket.on('hello', resume);
  socket.on('resync', load);
  socket.on('results', (/** @type {Head & { from: number }} */ { epoch, from, version }) => {
    if (head?.epoch === epoch && from > head.version) resume();
    else head = { epoch, version };
  });
  counts.visits += 1;
  void load().then(() => isOver || socket.connect());
  return {
    /** Stops reading for a while. */
    async stall() {
      counts.stalls += 1;
      findWire()?.pause();
      // The longest outlast the patience of the server (PROTOCOL.md PR34).
      await delay(within(2, 40));
      findWire()?.resume();
    },
    /** With a goodbye, or as a phone whose battery is empty. */
    close() {
      isOver = true;
      socket.io.reconnection(false);
      if (chance(0.4)) findWire()?.terminate();
      socket.disconnect();
    },
  };
}

/** Comes and goes for as long as the process lives. @param {string} url @param {number} arrivalMs */
async function spectate(url, arrivalMs) {
  const isSlow = chance(0.1);
  await delay(Math.random() * arrivalMs);
  for (;;) {
    const page = openPage(url);
    const endMs = Date.now() + (chance(0.3) ? within(3, 20) : within(20, 360));
    for (let leftMs = 1; leftMs > 0; leftMs = endMs - Date.now()) {
      await delay(Math.min(within(2, 60), endMs - Date.now()));
      if (isSlow && Date.now() < endMs) await page.stall();
    }
    page.close();
    await delay(within(2, 40));
  }
}

// The first line says where they are, until the input ends; then they say what came of it.
const lines = createInterface({ input: process.stdin });
lines.once('line', (text) => {
  const { urls, spectators, arrivalMs } = JSON.parse(text);
  for (let index = 0; index < spectators; index += 1) {
    void spectate(urls[index % urls.length], arrivalMs);
  }
});
lines.on('close', () => process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit(0)));
