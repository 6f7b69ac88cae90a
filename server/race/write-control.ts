import { type ControlEntry, MAX_CONTROL_ENTRIES } from '#shared/model/control-entry.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { AuditEntry } from '#server/store/commit.ts';

import type { Decision } from './change-race.ts';
import type { LiveRace } from './live-race.ts';

/** What became of writing an entry of race control, or of deleting it. */
export type ControlOutcome =
  | { readonly kind: 'done' }
  /** Something else is there than the writer saw; undefined for nothing. */
  | { readonly kind: 'other'; readonly entry: ControlEntry | undefined }
  /** There are {@link MAX_CONTROL_ENTRIES} already. */
  | { readonly kind: 'too-many' };

/** The place of an entry, and the moment of the one that the writer saw there; null for nothing. */
export interface SeenEntry extends Pick<ControlEntry, 'kind' | 'subject'> {
  readonly was: EpochMs | null;
}

const DONE = { answer: { kind: 'done' } } as const;

/** Writes an entry in the place of the one that was seen; `label` says in the log what it is about. */
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
  // Two entries of one subject differ in their moment, which says what somebody saw.
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

/** What the log says of it; `label` what it is about. */
export function describeNote(
  { kind, subject, count, runnerIds, text }: ControlEntry,
  label: string,
): AuditEntry['after'] {
  return { kind, subject, label, count, runners: runnerIds?.length, text };
}
