import { type ControlEntry, keyOfEntry, MAX_CONTROL_ENTRIES } from '#shared/model/control-entry.ts';
import type { EpochMs } from '#shared/model/time.ts';

import { decodeControlEntry, encodeControlEntry } from './codec-of-decisions.ts';
import { type AuditEntry, commit, type CommitPlan, expectField } from './commit.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** What became of writing something down at race control, or of wiping it out. */
export type ControlOutcome =
  /** No version when all was so already. */
  | { readonly kind: 'done'; readonly version?: number }
  /** Something else stands there than whoever writes saw; undefined for nothing. */
  | { readonly kind: 'other'; readonly entry: ControlEntry | undefined }
  /** There are {@link MAX_CONTROL_ENTRIES} already. */
  | { readonly kind: 'too-many' };

/** Where somebody writes, and at what moment that was written which they saw there; null for nothing. */
export interface SeenEntry extends Pick<ControlEntry, 'kind' | 'subject'> {
  readonly was: EpochMs | null;
}

/** What is written down at race control (RULES.md RC7). */
export class ControlRecords {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** Writes in the place of what was seen there; `label` says in the log what it is about. */
  async put(written: ControlEntry, was: EpochMs | null, label: string): Promise<ControlOutcome> {
    const { control } = this.#keys;
    return this.#change(
      { ...written, was },
      async (current, field) => {
        // Two moments of one subject differ, since the moment says what somebody saw.
        const entry = current
          ? { ...written, atMs: Math.max(written.atMs, current.atMs + 1) }
          : written;
        if (!current && (await this.#client.hLen(control)) >= MAX_CONTROL_ENTRIES) {
          return { kind: 'too-many' };
        }
        return {
          set: [{ ...field, value: encodeControlEntry(entry) }],
          ops: [{ op: 'put-control', entry }],
          audit: {
            by: entry.by,
            action: 'control',
            ...(current ? { before: describeNote(current, label) } : {}),
            after: describeNote(entry, label),
          },
        };
      },
      (current) => isSameNote(current, written),
    );
  }

  /** Wipes out what was seen there. */
  remove(seen: SeenEntry, by: string, label: string): Promise<ControlOutcome> {
    const { kind, subject } = seen;
    return this.#change(seen, (current, field) =>
      Promise.resolve({
        del: [field],
        ops: [{ op: 'delete-control', kind, subject }],
        audit: {
          by,
          action: 'control-remove',
          ...(current ? { before: describeNote(current, label) } : {}),
        },
      }),
    );
  }

  /** Decides on what is there; whoever was quicker is told of. `isDone`: all was so already. */
  async #change(
    seen: SeenEntry,
    plan: (
      current: ControlEntry | undefined,
      field: { readonly key: string; readonly field: string },
    ) => Promise<Omit<CommitPlan, 'expect'> | { readonly kind: 'too-many' }>,
    isDone: (current: ControlEntry | undefined) => boolean = (current) => !current,
  ): Promise<ControlOutcome> {
    const { control } = this.#keys;
    const field = { key: control, field: keyOfEntry(seen) };
    for (;;) {
      const text = await this.#client.hGet(control, field.field);
      const reading = text === null ? undefined : decodeControlEntry(field.field, text);
      // What cannot be read gives way to what is written anew.
      const current = reading?.ok ? reading.value : undefined;
      if (isDone(current)) return { kind: 'done' };
      if ((current?.atMs ?? null) !== seen.was) return { kind: 'other', entry: current };
      const change = await plan(current, field);
      if ('kind' in change) return change;
      const expect = [expectField(control, field.field, text)];
      const outcome = await commit(this.#client, this.#keys, { ...change, expect });
      if (outcome.ok) return { kind: 'done', version: outcome.value.version };
    }
  }
}

/** Whether it is there already, as when it is sent again because the answer was lost. */
function isSameNote(current: ControlEntry | undefined, written: ControlEntry): boolean {
  return current !== undefined && contentsOf(current) === contentsOf(written);
}

function contentsOf({ by, count, runnerIds, text }: ControlEntry): string {
  return JSON.stringify([by, count, runnerIds, text]);
}

/** What the log says of it; `label` what it is about. */
export function describeNote(
  { kind, subject, count, runnerIds, text }: ControlEntry,
  label: string,
): AuditEntry['after'] {
  return { kind, subject, label, count, runners: runnerIds?.length, text };
}
