import { once } from 'node:events';
import { connect } from 'node:net';

import { onTestFinished } from 'vitest';

import { HANGS_MS } from './hangs.ts';

/** Settings of a service that may end its requests, however busy the machine is. */
export const DRAINS_TO_THE_END = {
  SPLITCAST_TIMING: JSON.stringify({ drainMs: HANGS_MS, redisSilenceMs: HANGS_MS }),
} as const;

/** A login whose second half is still to come. */
const LOGIN = JSON.stringify({ email: 'nobody@example.org', password: 'wrong' });

/** A request that a server has begun to read. */
export interface HalfSent {
  /** All that came back, once the server has closed the connection. */
  readonly answer: Promise<string>;
  finish(): void;
}

/** Sends the headers and half of the body of a login that will be refused; ended with the test. */
export async function sendHalf(port: number): Promise<HalfSent> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let read = '';
  socket.on('data', (bytes) => (read += bytes.toString()));
  // A connection that is broken off shows in the answer, which is not whole.
  socket.on('error', () => undefined);
  const answer = new Promise<string>((resolve) => void socket.once('close', () => resolve(read)));
  await once(socket, 'connect');
  // The server asks for the body once the request has come to the login.
  const asked = once(socket, 'data');
  socket.write(
    [
      'POST /auth/login HTTP/1.1',
      'Host: ras',
      'Content-Type: application/json',
      `Content-Length: ${LOGIN.length}`,
      'Expect: 100-continue',
      `\r\n${LOGIN.slice(0, 20)}`,
    ].join('\r\n'),
  );
  await asked;
  return { answer, finish: () => void socket.write(LOGIN.slice(20)) };
}
