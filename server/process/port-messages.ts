/** The messages of a worker to the process with the port, which sends it a connection at a time. */
export type WorkerPortMessage =
  /** It takes connections from now on. */
  | { readonly port: 'serves' }
  /** It has the last connection sent, or that one was lost on its way. */
  | { readonly port: 'taken' }
  /** It ends, and the last connection sent is for another worker. */
  | { readonly port: 'ends' };

/** The messages of that process to a worker. */
export type PrimaryPortMessage =
  /** With a connection. */
  | { readonly port: 'connection' }
  /** After each connection, which may be lost on its way, as to a worker without a free file handle. */
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
