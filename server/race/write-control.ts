import { type ControlEntry, MAX_CONTROL_ENTRIES } from '#shared/model/decisions.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { AuditEntry } from '#server/store/commit.ts';

import type { Decision } from './change-race.ts';
import type { LiveRace } from './live-race.ts';

/** The result of writing or deleting an entry of race control. */
export type ControlOutcome =
  | { readonly kind: 'done' }
  /** Another entry is there than the writer saw; undefined for none. */
  | { readonly kind: 'other'; readonly entry: ControlEntry | undefined }
  /** There are {@link MAX_CONTROL_ENTRIES} already. */
  | { readonly kind: 'too-many' };

/** The key of an entry, and the moment of the one the writer saw there; null for none. */
export interface SeenEntry extends Pick<ControlEntry, 'kind' | 'subject'> {
  readonly was: EpochMs | null;
}

const DONE = { answer: { kind: 'done' } } as const;

/** Replaces the entry that was seen; `label` names its subject in the log. */
export function decidePutControl(
  { missing }: Pick<LiveRace, 'missing'>,
  written: ControlEntry,
  was: EpochMs | null,
  label: string,
): Decision<ControlOutcome> {
  const current = missing.findControl(written);
  if (current && contentsOf(current) === contentsOf(written)) return DONE;
  if ((current?.atMs ?? null) !== was) return { answer: { kind: 'other', entry: current } };
  if (!current && missing.controlCount >= MAX_CONTROL_ENTRIES) {
    return { answer: { kind: 'too-many' } };
  }
  // Entries of one subject differ in their moment, which shows which one was seen.
  const entry = current ? { ...written, atMs: Math.max(written.atMs, current.atMs + 1) } : written;
  return {
    ...DONE,
    plan: {
      ops: [{ op: 'put-control', entry }],
      audit: {
        by: entry.by,
        action: 'control',
        ...(current && { before: describeNote(current, label) }),
        after: describeNote(entry, label),
      },
    },
  };
}

/** Deletes the entry that was seen. */
export function decideRemoveControl(
  { missing }: Pick<LiveRace, 'missing'>,
  seen: SeenEntry,
  by: string,
  label: string,
): Decision<ControlOutcome> {
  const current = missing.findControl(seen);
  if (!current) return DONE;
  if (current.atMs !== seen.was) return { answer: { kind: 'other', entry: current } };
  const { kind, subject } = seen;
  return {
    ...DONE,
    plan: {
      ops: [{ op: 'delete-control', kind, subject }],
      audit: { by, action: 'control-remove', before: describeNote(current, label) },
    },
  };
}

function contentsOf({ by, count, runnerIds, text }: ControlEntry): string {
  return JSON.stringify([by, count, runnerIds, text]);
}

/** The log entry; `label` names its subject. */
export function describeNote(
  { kind, subject, count, runnerIds, text }: ControlEntry,
  label: string,
): AuditEntry['after'] {
  return { kind, subject, label, count, runners: runnerIds?.length, text };
}
