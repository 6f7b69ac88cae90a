import { createInterface } from 'node:readline';

/** As the service has it: a herd does not fit into the 511 of Node. */
const BACKLOG = 4_096;

/**
 * Listens on a free port of the loopback and answers each line `send SEQ LENGTH` on standard input
 * by `sent SEQ COUNT`; ends the process with its standard input.
 * @param {import('node:http').Server} http
 * @param {(news: { version: number, from: number, pad: string }) => number} send to all, and says how many that are
 */
export function serveLines(http, send) {
  http.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
    process.stdout.write(`listening ${port}\n`);
  });
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const [, seq = 0, length = 0] = line.split(' ').map(Number);
    const count = send({ version: seq, from: seq - 1, pad: 'x'.repeat(length - 40) });
    process.stdout.write(`sent ${seq} ${count}\n`);
  });
  lines.on('close', () => process.exit(0));
}
