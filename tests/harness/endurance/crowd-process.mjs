// Spectators in a process of their own: what they need is neither the harness's nor measured with the instances.
import { createInterface } from 'node:readline';

import { io } from 'socket.io-client';

/**
 * @typedef {import('./plan-endurance.ts').Spectator} Spectator
 * @typedef {{ epoch: string, version: number }} Head
 */

const REPORT_MS = 5_000;
/** More than come between two reports. */
const ARRIVALS_KEPT = 5_000;

/** When Redis took the first read of a version, by its clock. @type {Map<number, number>} */
const arrivals = new Map();
/** What pages got since the last report. @type {{ web: string, from: number, version: number, atMs: number }[]} */
let news = [];
let present = 0;
const counts = { visits: 0, most: 0, stalls: 0, cutOff: 0, notLoaded: 0, measured: 0 };

/** A page: loads the results, follows by its socket, and asks for what it missed. @param {string} web @param {string} url */
function openPage(web, url) {
  const socket = io(url, { transports: ['websocket'], forceNew: true, autoConnect: false });
  /** @type {Head | undefined} */
  let head;
  let isStalled = false;
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
    if (!isStalled) news.push({ web, from, version, atMs: Date.now() });
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
      isStalled = isFrom;
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
      const page = openPage(web, webs[web] ?? '');
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

/** How long after its oldest read a message came; nothing where it has none. @param {typeof news[number]} one */
function findDelay({ from, version, atMs }) {
  for (let each = from + 1; each <= version; each += 1) {
    const arrivedMs = arrivals.get(each);
    if (arrivedMs !== undefined) return [Math.max(0, atMs - arrivedMs)];
  }
  return [];
}

/** @param {readonly string[]} webs */
function report(webs) {
  const latencies = webs.flatMap((web) => {
    const its = news.filter((one) => one.web === web).flatMap(findDelay);
    const delays = its.toSorted((a, b) => a - b);
    const [p50, p99] = [0.5, 0.99].map((share) => delays[Math.floor(delays.length * share)]);
    counts.measured += delays.length;
    return p50 === undefined || p99 === undefined ? [] : [{ web, p50, p99 }];
  });
  news = [];
  for (const version of arrivals.keys()) {
    if (arrivals.size <= ARRIVALS_KEPT) break;
    arrivals.delete(version);
  }
  process.stdout.write(`${JSON.stringify({ atMs: Date.now(), latencies, counts })}\n`);
}

// The first line says what they do, each other one when Redis took a version, until the input ends.
const lines = createInterface({ input: process.stdin });
lines.once('line', (text) => {
  const { webs, spectators } = JSON.parse(text);
  for (const spectator of spectators) follow(webs, spectator);
  setInterval(() => report(Object.keys(webs)), REPORT_MS);
  lines.on('line', (line) => {
    const [version = 0, arrivedMs = 0] = line.split(' ').map(Number);
    arrivals.set(version, arrivedMs);
  });
});
lines.on('close', () => process.exit(0));
