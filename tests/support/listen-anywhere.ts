import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Has a server listen on a free port; `close` ends it and its connections. */
export async function listenAnywhere(
  server: Server,
  host = '127.0.0.1',
): Promise<{ readonly port: number; readonly close: () => void }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, host), 'listening');
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, close };
}
