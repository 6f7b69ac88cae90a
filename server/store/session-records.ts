import * as z from 'zod/mini';

import type { EpochMs } from '#shared/model/time.ts';

import { parseAs } from './codec.ts';
import { commit } from './commit.ts';
import { readSteps } from './hash-steps.ts';
import { StoredRecords } from './redis-connection.ts';
import swapFieldLua from './scripts/swap-field.lua?raw';

const sessionRecord = z.object({
  email: z.string(),
  /** The account's generation when the session was opened; see `OrganiserRecord`. */
  generation: z.number(),
  createdMs: z.number(),
  /** The last recorded use. */
  usedMs: z.number(),
});
/** A session, stored under the SHA-256 of its token, which is not stored. */
export type SessionRecord = Readonly<z.infer<typeof sessionRecord>>;

/** A session with its stored text, the precondition of a change. */
export interface StoredSession {
  readonly sessionId: string;
  readonly text: string;
  readonly record: SessionRecord;
}

/** The sessions of the organisers, shared by all instances. */
export class SessionRecords extends StoredRecords {
  /** Begins a session, ends the `replaced` one, logs the address, and notifies every instance. */
  async add(
    sessionId: string,
    record: SessionRecord,
    address: string,
    replaced?: StoredSession,
  ): Promise<void> {
    const key = this.keys.sessions;
    await commit(this.client, this.keys, {
      set: [{ key, field: sessionId, value: JSON.stringify(record) }],
      del: replaced ? [{ key, field: replaced.sessionId }] : [],
      ops: [{ op: 'accounts' }],
      audit: { by: record.email, action: 'sign-in', after: { address } },
    });
  }

  async find(sessionId: string): Promise<StoredSession | undefined> {
    const text = await this.client.hGet(this.keys.sessions, sessionId);
    return text === null ? undefined : decode(sessionId, text);
  }

  /** Records a use, unless the session has ended. */
  async touch({ sessionId, text, record }: StoredSession, usedMs: EpochMs): Promise<void> {
    await this.#swap(sessionId, text, JSON.stringify({ ...record, usedMs }));
  }

  async end({ sessionId, record }: StoredSession): Promise<void> {
    await commit(this.client, this.keys, {
      del: [{ key: this.keys.sessions, field: sessionId }],
      ops: [{ op: 'accounts' }],
      audit: { by: record.email, action: 'sign-out' },
    });
  }

  /** Removes ended and unreadable ones. */
  async sweep(isOver: (record: SessionRecord) => boolean): Promise<void> {
    for await (const step of readSteps(this.client, this.keys.sessions)) {
      for (const { field, value } of step) {
        const session = decode(field, value);
        if (!session || isOver(session.record)) await this.#swap(field, value, '');
      }
    }
  }

  async #swap(sessionId: string, text: string, next: string): Promise<void> {
    await this.client.eval(swapFieldLua, {
      keys: [this.keys.sessions],
      arguments: [sessionId, text, next],
    });
  }
}

function decode(sessionId: string, text: string): StoredSession | undefined {
  const record = parseAs(sessionRecord, text);
  return record && { sessionId, text, record };
}
