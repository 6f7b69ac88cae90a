import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

import { onTestFinished } from 'vitest';

/** Has a server listen on a free port, which is returned; when the test ends, so do the server and who is connected to it. */
export async function listenInTest(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server.listen(0, host), 'listening');
  return (server.address() as AddressInfo).port;
}
