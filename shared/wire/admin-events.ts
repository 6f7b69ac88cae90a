import * as z from 'zod/mini';

import { listOf, nonEmpty } from './schemas.ts';
import type { OrganisersConfigBody } from './config-api.ts';
import type { EpochMs } from '../model/time.ts';
import type { Head } from './http-api.ts';
import type { MissingMessage } from './missing-api.ts';
import type { RunnersDelta } from './runners-api.ts';

/** How often the organisers' lists are polled while they cannot be pushed (PROTOCOL.md AD7). */
export const ADMIN_POLL_MS = 5_000;

export const editing = z.object({ runnerId: nonEmpty, email: nonEmpty });
export type Editing = Readonly<z.infer<typeof editing>>;
export const presence = listOf(editing);

/** Where an organiser is: the name of a screen (`screens.ts`), and the runner whose editor is open there. */
export const desk = z.object({ email: nonEmpty, screen: nonEmpty, runnerId: z.optional(nonEmpty) });
export type Desk = Readonly<z.infer<typeof desk>>;
export const desks = listOf(desk);

/** The last import or restore. */
export const replacedMessage = z.object({
  /** The version of the record with it. */
  version: z.number(),
  action: z.enum(['import', 'restore', 'merge']),
  by: nonEmpty,
  /** ISO 8601 in UTC. */
  at: nonEmpty,
  runners: z.number(),
});
export type ReplacedMessage = Readonly<z.infer<typeof replacedMessage>>;

/** Namespace `/admin`, server to browser. */
export interface AdminServerEvents {
  hello: (hello: Head & { readonly serverTime: EpochMs }) => void;
  /** Overlaps are harmless: `from` is never ahead of a `hello`, or of a list that was fetched after it. */
  runners: (delta: RunnersDelta) => void;
  missing: (missing: MissingMessage) => void;
  /** Every open editor, the receiver's own too; one person at two machines is listed twice. */
  presence: (editing: readonly Editing[]) => void;
  /** Every open screen, the receiver's own too: on connecting, then when it changes. */
  desks: (desks: readonly Desk[]) => void;
  /** All settings, and the pictures, whenever one of them changes. */
  config: (config: OrganisersConfigBody) => void;
  /** Fetch GET /apiadmin and GET /mia again. */
  resync: (head: Head) => void;
  /** After `hello` if there was one, and whenever one is made. */
  replaced: (replaced: ReplacedMessage) => void;
  /** The account was disabled or its session ended: sign in again. */
  signedOut: () => void;
}

/** Namespace `/admin`, browser to server. */
export interface AdminClientEvents {
  /** The runner whose editor is open, or null when it is closed. */
  editing: (runnerId: string | null) => void;
  /** The name of the screen that is open. */
  desk: (screen: string) => void;
}
