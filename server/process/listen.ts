import type { AddressInfo, Server } from 'node:net';

/** Pending connections in the kernel, for a crowd that reconnects at once. */
const LISTEN_BACKLOG = 4_096;

/** A start that cannot succeed; the message says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Opens the port of the settings, and returns it.
 * @throws {StartError}
 */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    // The listener stays, since a later error, such as too many open files, must not end the process.
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(describeListenError(error, { host, port })),
    );
    server.listen({ port, host, backlog: LISTEN_BACKLOG }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

function describeListenError(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken by another program.\nEnd that program, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(
      `Port ${port} may only be opened by the administrator.\nChoose one above 1023: PORT=3000 npm start`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(
      `HOST is ${JSON.stringify(host)}, which is no address of this machine.\nUse 0.0.0.0 for all of its addresses.`,
    );
  }
  return error;
}
