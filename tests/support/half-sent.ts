import { once } from 'node:events';
import { connect } from 'node:net';

import { onTestFinished } from 'vitest';

import { HANGS_MS } from './hangs.ts';

/** Settings of a service that completes its requests before it ends, even on a busy machine. */
export const DRAINS_TO_THE_END = {
  SPLITCAST_TIMING: JSON.stringify({ drainMs: HANGS_MS, redisSilenceMs: HANGS_MS }),
} as const;

/** The body of a login, sent in two halves. */
const LOGIN = JSON.stringify({ email: 'nobody@example.org', password: 'wrong' });

/** A request that a server has begun to read. */
export interface HalfSent {
  /** Everything received, once the server has closed the connection. */
  readonly answer: Promise<string>;
  finish(): void;
}

/** Sends the headers and half of the body of a login that will be refused; ended with the test. */
export async function sendHalf(port: number): Promise<HalfSent> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let read = '';
  socket.on('data', (bytes) => (read += bytes.toString()));
  // A broken connection shows as an incomplete answer.
  socket.on('error', () => undefined);
  const answer = new Promise<string>((resolve) => void socket.once('close', () => resolve(read)));
  await once(socket, 'connect');
  // The server requests the body once the request has reached the login.
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
