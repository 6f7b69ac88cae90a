import type { EpochMs } from '#shared/model/time.ts';

/**
 * How fresh the page is:
 * - `live`: pushed, nothing missing;
 * - `catching-up`: the server is reachable, and data is still on its way;
 * - `polling`: no push, but fetched at a steady interval;
 * - `offline`: the server cannot be reached.
 */
export type ConnectionState = 'live' | 'catching-up' | 'polling' | 'offline';

export interface ConnectionStatus {
  readonly connection: ConnectionState;
  /** When data last arrived from the server, by this device's clock. */
  readonly heardMs: EpochMs | undefined;
}

/** Returns the reaction to a message; undefined if its body is malformed. */
export type MessageHandler = (body: unknown) => (() => void) | undefined;

/** One handler for each event that a server sends: leaving one out does not compile. */
export type MessageHandlers<ServerEvents> = Readonly<
  Record<keyof ServerEvents & string, MessageHandler>
>;

export function handle<T>(
  fits: (body: unknown) => body is T,
  apply: (message: T) => void,
): MessageHandler {
  return (body) => (fits(body) ? () => apply(body) : undefined);
}

export interface Feed {
  /** By event. The handler of `hello` calls `LiveConnection.open` when it accepts the server. */
  readonly messages: Readonly<Record<string, MessageHandler>>;
  /** Whether the server is known to have data that is missing here. */
  isBehind(): boolean;
  /** Fetches by HTTP the state that is not currently pushed. Resolves to whether all of it arrived; never rejects. */
  fetch(): Promise<boolean>;
  /** Called when pushing stops. */
  onClose(): void;
  /** The server or the network refused a connection; a server gives the reason in `status`. */
  onRefused?(status: number | undefined): void;
  onStatus(status: ConnectionStatus): void;
}
