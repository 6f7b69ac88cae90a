import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { SharedPort } from '#server/process/shared-port.ts';

/** A connection, and a note of when it was ended. */
async function connectTo(port: number, ended: string[], name: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // One that is ended may see a reset.
  socket.on('error', () => undefined);
  socket.on('close', () => ended.push(name));
  await once(socket, 'connect');
  return socket.resume();
}

test('[EN4] while no worker serves so many connections wait, the newest of more is ended, and all when the port closes', async () => {
  const sharedPort = new SharedPort({ mostWaiting: 3 });
  onTestFinished(() => sharedPort.close());
  const port = await sharedPort.open({ host: '127.0.0.1', port: 0 });
  const ended: string[] = [];
  const waiting: Socket[] = [];
  for (const name of ['first', 'second', 'third']) {
    waiting.push(await connectTo(port, ended, name));
  }
  for (const name of ['fourth', 'fifth']) {
    const socket = await connectTo(port, ended, name);
    if (!socket.closed) await once(socket, 'close');
  }
  expect(ended).toEqual(['fourth', 'fifth']);
  const closed = waiting.map((socket) => once(socket, 'close'));
  sharedPort.close();
  await Promise.all(closed);
  expect(ended.toSorted()).toEqual(['fifth', 'first', 'fourth', 'second', 'third']);
});
