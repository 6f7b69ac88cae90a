import type { EpochMs } from '#shared/model/time.ts';

/**
 * How fresh the page is:
 * - `live`: pushed, nothing missing;
 * - `catching-up`: the server is there, some of it is still on its way;
 * - `polling`: no push, but fetched at a steady interval;
 * - `offline`: the server cannot be reached.
 */
export type ConnectionState = 'live' | 'catching-up' | 'polling' | 'offline';

export interface ConnectionStatus {
  readonly connection: ConnectionState;
  /** When the server was last heard, by the clock of this device. */
  readonly heardMs: EpochMs | undefined;
}

export interface MessageHandler<T> {
  /** Undefined when the message does not have the right shape. */
  read(body: unknown): T | undefined;
  apply(message: T): void;
}

/** One handler for each event that a server sends: leaving one out does not compile. */
export type MessageHandlers<ServerEvents> = Readonly<
  Record<keyof ServerEvents & string, MessageHandler<unknown>>
>;

export function handle<T>(
  fits: (body: unknown) => body is T,
  apply: (message: T) => void,
): MessageHandler<T> {
  return { read: (body) => (fits(body) ? body : undefined), apply };
}

export interface Feed {
  /** By event. The handler of `hello` calls `LiveConnection.open` when it accepts the server. */
  readonly messages: Readonly<Record<string, MessageHandler<unknown>>>;
  /** Whether the server is known to have something that is not here yet. */
  isBehind(): boolean;
  /** Fetches by HTTP the state that is not pushed now. Resolves to whether all of it arrived; never rejects. */
  fetch(): Promise<boolean>;
  /** Asks the server whether anything was missed while the socket seemed up. Never rejects. */
  confirm(isSuspect: boolean): Promise<void>;
  /** Called when nothing is pushed any more. */
  onClose(): void;
  /** The server or the network refused a connection; a server gives the reason in `status`. */
  onRefused?(status: number | undefined): void;
  /** The page wakes, before anything is requested. */
  onWake?(): void;
  onStatus(status: ConnectionStatus): void;
}
