import type { LoggedVersion } from '#server/store/change-log.ts';
import { ChipsChangedError, listLoggedChips, requireChipBounds } from '#server/store/chip-table.ts';
import type { AuditEntry } from '#server/store/commit.ts';
import { type ControlEntry, MAX_CONTROL_ENTRIES } from '#shared/model/decisions.ts';
import type { BandId } from '#shared/model/ids.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { ChipChanges } from '#shared/wire/change-feed.ts';

import type { Decision } from './change-race.ts';
import type { LiveRace } from './live-race.ts';

/** More chips than this in one change are logged by number alone, and cannot be undone. */
const MOST_LOGGED = 50;

type RaceWithChips = Pick<LiveRace, 'reads'>;

/**
 * Gives chips to wristbands; null takes a code out. With `seen`, only if these codes have these wristbands; without,
 * the last of two organisers counts, and both are in the log. Plans nothing when all is so already.
 * @throws {TooManyChipsError} @throws {ChipsChangedError}
 */
export function decideChips(
  { reads }: RaceWithChips,
  chips: ChipChanges,
  by: string,
  seen: ChipChanges = {},
): Decision<void> {
  const bandOf = (code: string): BandId | null => reads.chips.get(code) ?? null;
  const other = Object.keys(seen).find((code) => bandOf(code) !== seen[code]);
  if (other !== undefined) throw describeChanged(other, bandOf(other));
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

/** Takes every code out of the table, if there are as many as the organiser agreed to. @throws {ChipsChangedError} */
export function decideEmptyChips(race: RaceWithChips, agreed: number, by: string): Decision<void> {
  const codes = [...race.reads.chips.keys()];
  if (codes.length !== agreed) {
    throw new ChipsChangedError(
      `The race knows ${codes.length} chips now, not the ${agreed} confirmed. Nothing was changed.`,
    );
  }
  return decideChips(race, Object.fromEntries(codes.map((code) => [code, null])), by);
}

/** A logged change of chips, to be undone; undefined for any other change, or one of too many. */
export function findLoggedChips({
  whole,
}: LoggedVersion): { readonly before: ChipChanges; readonly after: ChipChanges } | undefined {
  if (whole?.action !== 'chips') return undefined;
  const [before, after] = [whole.before, whole.after].map(listLoggedChips);
  return before && after ? { before, after } : undefined;
}

function describeChanged(code: string, bandId: BandId | null): ChipsChangedError {
  const now = bandId === null ? 'was changed since' : `counts for band ${bandId} now`;
  return new ChipsChangedError(`Chip ${code} ${now}. Nothing was changed: check again.`);
}

/** A few chips are logged in full, a file only by its number of chips with a wristband. */
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
  /** Another entry is there than the writer saw; undefined for none. */
  | { readonly kind: 'other'; readonly entry: ControlEntry | undefined }
  | { readonly kind: 'too-many' };

/** The key of an entry, and the moment of the one the writer saw there; null for none. */
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
