import type { LoadTarget } from '../load/load-client.ts';

/** A server that sends news to everybody who is connected. */
export interface Contender {
  readonly name: string;
  readonly target: LoadTarget;
  /** How the message begins with which a connection is open; undefined: at once. */
  readonly ready?: string;
  /** The process whose work is counted, with its children. */
  readonly pid: number;
  /** Sends news of about so many bytes to all; `stamp` is told its number right before. */
  broadcast(length: number, stamp: (seq: number) => void): Promise<void>;
  /** How many frames it has sent since its start, with so many connected all the time. */
  countSent(connections: number): Promise<number>;
  stop(): Promise<void>;
}
