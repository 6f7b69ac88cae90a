import type { ConfigBody, Head } from './http-api.ts';
import type { Hello } from './socket-events.ts';
import type { MissingMessage } from './missing-api.ts';
import type { RunnersDelta } from './runners-api.ts';

/** How often the organisers' lists are polled while they cannot be pushed (PROTOCOL.md AD7). */
export const ADMIN_POLL_MS = 5_000;

export interface Editing {
  readonly runnerId: string;
  readonly email: string;
}

/** Namespace `/admin`, server to browser. */
export interface AdminServerEvents {
  hello: (hello: Omit<Hello, 'protocol'>) => void;
  /** Overlaps are harmless: `from` is never ahead of a `hello`, or of a list that was fetched after it. */
  runners: (delta: RunnersDelta) => void;
  missing: (missing: MissingMessage) => void;
  /** Every open editor, including the receiver's own; a person on two machines is listed twice. */
  presence: (editing: readonly Editing[]) => void;
  /** All settings, and the pictures, whenever one of them changes. */
  config: (config: ConfigBody) => void;
  /** Fetch GET /apiadmin and GET /mia again. */
  resync: (head: Head) => void;
  /** The account was disabled or its session ended: sign in again. */
  signedOut: () => void;
}

/** Namespace `/admin`, browser to server. */
export interface AdminClientEvents {
  /** The runner whose editor is open, or null when it is closed. */
  editing: (runnerId: string | null) => void;
}
