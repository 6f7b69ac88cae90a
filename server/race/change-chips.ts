import type { LoggedVersion } from '#server/store/audit-log.ts';
import { ChipsChangedError, listLoggedChips, requireChipBounds } from '#server/store/chip-table.ts';
import type { BandId } from '#shared/model/ids.ts';
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

/** The outcome of a chip file, for people. */
export function describeChipsSaved(chips: number, isChanged: boolean): string {
  const count = chips === 1 ? '1 chip' : `${chips} chips`;
  return isChanged ? `Saved ${count}. The results follow at once.` : `Already saved: ${count}.`;
}
