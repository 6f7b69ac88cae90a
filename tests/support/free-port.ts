import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the system's ephemeral ports, so that no other program gets one of these by chance. */
const FIRST = 20_000;
const AFTER_LAST = 32_000;

/** Each process of the tests begins elsewhere. */
let next = randomInt(FIRST, AFTER_LAST);

/**
 * A port for a program that opens it later or repeatedly: it stays reserved. (A port that the system picks may be given
 * to another program before it is used.)
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port + 1 < AFTER_LAST ? port + 1 : FIRST;
    if ((await hold(port)) && (await isFree(port))) return port;
  }
}

/**
 * Keeps a port from all processes of the tests, also while no program has opened it: this one has it for UDP,
 * which none of the programs uses, for as long as it lives. False when one has been given it before.
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
