/** What a worker says to the process that has the port, which sends it a connection at a time. */
export type WorkerPortMessage =
  /** It takes connections from now on. */
  | { readonly port: 'serves' }
  /** It has the connection that was sent last. */
  | { readonly port: 'taken' }
  /** It ends, and the connection that was sent last is for another. */
  | { readonly port: 'ends' };

/** Comes with a connection. */
export const CONNECTION_MESSAGE = { port: 'connection' } as const;

export function asWorkerPortMessage(message: unknown): WorkerPortMessage | undefined {
  const isOne = typeof message === 'object' && message !== null && 'port' in message;
  return isOne ? (message as WorkerPortMessage) : undefined;
}
