import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the ephemeral ports, which the system gives to other programs. */
const FIRST = 20_000;
const AFTER_LAST = 32_000;

/** Random, so that processes of the tests seldom try the same. */
let next = randomInt(FIRST, AFTER_LAST);

/** Reserves a port for a program that opens it later or repeatedly. (The system might reuse a port that it picked.) */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port + 1 < AFTER_LAST ? port + 1 : FIRST;
    if ((await hold(port)) && (await isFree(port))) return port;
  }
}

/**
 * Reserves a port among the processes of the tests, even while no program has opened it: this process binds it for UDP,
 * which no program uses, until it ends. Resolves to false if it was reserved before.
 */
function hold(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
