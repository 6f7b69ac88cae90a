// Spectators in a process of their own, each a websocket with a minimum of Socket.IO. Each line of JSON on standard input
// is a command, answered by a line, except for stamps.
import { createInterface } from 'node:readline';

import { WebSocket } from 'ws';

const AT_ONCE = 200;

/** Each with its version, 0 before the first news. @type {{ version: number }[]} */
const spectators = [];
/** When each version was broadcast, in milliseconds by the system's monotonic clock. @type {Map<number, number>} */
const stamps = new Map();
/** @type {number[]} */
let latencies = [];
const NOTHING = { news: 0, pings: 0, lost: 0, bytes: 0 };
let counts = { ...NOTHING };
let since = { cpu: process.cpuUsage(), ms: performance.now() };
/** The last parsed message, which all spectators get. @type {{ text: string, from: number, version: number }} */
let read = { text: '', from: 0, version: 0 };

/** @param {string} text */
function readNews(text) {
  if (text === read.text) return read;
  const [, from] = /"from":(\d+)/.exec(text) ?? [];
  const [, version] = /"version":(\d+)/.exec(text) ?? [];
  read = { text, from: Number(from), version: Number(version) };
  return read;
}

/** Resolves after a message that begins with `ready`. @param {string} url @param {string} ready */
function connect(url, ready) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const spectator = { version: 0 };
  spectators.push(spectator);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => (counts.lost += 1));
    socket.on('message', (/** @type {Buffer} */ data) => {
      const text = data.toString('latin1');
      if (text === '2') {
        counts.pings += 1;
        socket.send('3');
      } else if (text.startsWith('0')) {
        socket.send('40');
      } else if (text.includes('"from":')) {
        const { from, version } = readNews(text);
        const stamp = stamps.get(from + 1);
        if (stamp !== undefined) latencies.push(Number(process.hrtime.bigint()) / 1e6 - stamp);
        if (spectator.version !== 0 && from !== spectator.version) counts.lost += 1;
        spectator.version = version;
        counts.news += 1;
        counts.bytes += data.length;
      }
      if (text.startsWith(ready)) resolve(undefined);
    });
  });
}

/** @type {Record<string, (...values: any[]) => unknown>} */
const COMMANDS = {
  async open(url, ready, count) {
    for (let left = count; left > 0; left -= AT_ONCE) {
      const some = Array.from({ length: Math.min(left, AT_ONCE) }, () => connect(url, ready));
      await Promise.all(some);
    }
    return spectators.length;
  },
  stamp: (version, ms) => void stamps.set(version, ms),
  reset() {
    latencies = [];
    counts = { ...NOTHING };
    since = { cpu: process.cpuUsage(), ms: performance.now() };
    return true;
  },
  report() {
    const { user, system } = process.cpuUsage(since.cpu);
    const busy = (user + system) / 1e3 / (performance.now() - since.ms);
    const oldest = spectators.reduce((least, { version }) => Math.min(least, version), 1e15);
    return { ...counts, busy, oldest };
  },
  latencies: () => latencies,
};

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [name, ...values] = /** @type {[string, ...unknown[]]} */ (JSON.parse(line));
  Promise.resolve(COMMANDS[name]?.(...values)).then(
    (answer) => name === 'stamp' || process.stdout.write(`${JSON.stringify(answer)}\n`),
    (/** @type {Error} */ error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
});
lines.on('close', () => process.exit(0));
