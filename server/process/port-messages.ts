/** What a worker says to the process that has the port, which sends it a connection at a time. */
export type WorkerPortMessage =
  /** It takes connections from now on. */
  | { readonly port: 'serves' }
  /** It has the connection that was sent last, or that one was lost on its way. */
  | { readonly port: 'taken' }
  /** It ends, and the connection that was sent last is for another. */
  | { readonly port: 'ends' };

/** What that process says to a worker. */
export type PrimaryPortMessage =
  /** With a connection. */
  | { readonly port: 'connection' }
  /** After each of them, which may be lost on its way, as to a worker that has no file left to open. */
  | { readonly port: 'sent' };

export function asWorkerPortMessage(message: unknown): WorkerPortMessage | undefined {
  return isPortMessage(message) ? (message as WorkerPortMessage) : undefined;
}

export function asPrimaryPortMessage(message: unknown): PrimaryPortMessage | undefined {
  return isPortMessage(message) ? (message as PrimaryPortMessage) : undefined;
}

function isPortMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'port' in message;
}
