import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that a system gives out by itself: nobody who asks for any port, or connects, gets one of these. */
const FIRST = 20_000;
const AFTER_LAST = 32_000;

/** Each process of the tests begins elsewhere and gives none out twice. */
let next = randomInt(FIRST, AFTER_LAST);

/**
 * A port for a program that is told which to open, maybe later or again: it stays free. (One that the
 * system finds may be given to somebody else before it is used.)
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port + 1 < AFTER_LAST ? port + 1 : FIRST;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
