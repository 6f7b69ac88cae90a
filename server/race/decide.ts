import type { LoggedVersion } from '#server/store/change-log.ts';
import { listLoggedChips, requireChipBounds } from '#server/store/chip-table.ts';
import type { AuditEntry } from '#server/store/commit.ts';
import { Refusal } from '#server/system/refusal.ts';
import { type ControlEntry, MAX_CONTROL_ENTRIES } from '#shared/model/decisions.ts';
import type { BandId } from '#shared/model/ids.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { ChipChanges } from '#shared/wire/change-feed.ts';

import type { Decision } from './change-race.ts';
import type { LiveRace } from './live-race.ts';

/** Of more chips than this in one change only the number is logged, and it cannot be undone. */
const MOST_LOGGED = 50;

type RaceWithChips = Pick<LiveRace, 'reads'>;

/**
 * Assigns chips to wristbands; null removes a code. With `seen`, only if these codes have these wristbands; without, the
 * later of two organisers wins. Has no plan if nothing changes. @throws {Refusal}
 */
export function decideChips(
  { reads }: RaceWithChips,
  chips: ChipChanges,
  by: string,
  seen: ChipChanges = {},
): Decision<void> {
  const bandOf = (code: string): BandId | null => reads.chips.get(code) ?? null;
  const other = Object.keys(seen).find((code) => bandOf(code) !== seen[code]);
  if (other !== undefined) {
    const now = bandOf(other);
    const how = now === null ? 'was changed since' : `counts for band ${now} now`;
    throw new Refusal(409, `Chip ${other} ${how}. Nothing was changed: check again.`);
  }
  const changed = Object.keys(chips).filter((code) => bandOf(code) !== chips[code]);
  if (changed.length === 0) return { answer: undefined };
  const before = Object.fromEntries(changed.map((code) => [code, bandOf(code)]));
  const after = Object.fromEntries(changed.map((code) => [code, chips[code] ?? null]));
  const table = new Map(reads.chips);
  for (const [code, bandId] of Object.entries(after)) {
    if (bandId) table.set(code, bandId);
    else table.delete(code);
  }
  requireChipBounds(table, Object.values(after));
  return {
    answer: undefined,
    plan: {
      ops: [{ op: 'put-chips', chips: after }],
      audit: { by, action: 'chips', before: summarise(before), after: summarise(after) },
    },
  };
}

/** Empties the chip table if it has as many codes as the organiser agreed to remove. @throws {Refusal} */
export function decideEmptyChips(race: RaceWithChips, agreed: number, by: string): Decision<void> {
  const codes = [...race.reads.chips.keys()];
  if (codes.length !== agreed) {
    throw new Refusal(
      409,
      `The race knows ${codes.length} chips now, not the ${agreed} confirmed. Nothing was changed.`,
    );
  }
  return decideChips(race, Object.fromEntries(codes.map((code) => [code, null])), by);
}

/** A logged change of chips, to undo it; undefined for any other change, or if only the number was logged. */
export function findLoggedChips({
  whole,
}: LoggedVersion): { readonly before: ChipChanges; readonly after: ChipChanges } | undefined {
  if (whole?.action !== 'chips') return undefined;
  const [before, after] = [whole.before, whole.after].map(listLoggedChips);
  return before && after ? { before, after } : undefined;
}

/** For the log: a few chips in full, of more only the number of those with a wristband. */
function summarise(chips: ChipChanges): unknown {
  const given = Object.values(chips).filter((bandId) => bandId !== null);
  return Object.keys(chips).length > MOST_LOGGED ? { chips: given.length } : chips;
}

export function describeChipsSaved(chips: number, isChanged: boolean): string {
  const count = chips === 1 ? '1 chip' : `${chips} chips`;
  return isChanged ? `Saved ${count}. The results follow at once.` : `Already saved: ${count}.`;
}

export type ControlOutcome =
  | { readonly kind: 'done' }
  /** The present entry, or its absence, is not as the writer saw it. */
  | { readonly kind: 'other'; readonly entry: ControlEntry | undefined }
  | { readonly kind: 'too-many' };

/** The key of an entry, and the moment of the entry that the writer saw there; null for none. */
interface SeenEntry extends Pick<ControlEntry, 'kind' | 'subject'> {
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
  // The moment identifies an entry of its subject, so it must differ from that of the one before.
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

function contentsOf({ by, runnerIds, text }: ControlEntry): string {
  return JSON.stringify([by, runnerIds, text]);
}

/** The log entry; `label` names its subject. */
export function describeNote(
  { kind, subject, runnerIds, text }: ControlEntry,
  label: string,
): AuditEntry['after'] {
  return { kind, subject, label, runners: runnerIds?.length, text };
}
