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
  { code, message }: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): StartError {
  return code === 'EADDRINUSE'
    ? new StartError(
        `Port ${port} is taken by another program.\nEnd that program, or choose another port: PORT=${port + 1} npm start`,
      )
    : new StartError(
        `Port ${port} of ${JSON.stringify(host)} cannot be opened: ${message}.\nSet PORT to one above 1023, and HOST to 0.0.0.0 for all addresses of this machine.`,
      );
}
