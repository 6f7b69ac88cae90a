import { Refusal } from '#server/system/refusal.ts';
import { MAX_CHIPS, MAX_CHIPS_OF_A_RUNNER } from '#shared/model/chip-table.ts';
import type { BandId } from '#shared/model/ids.ts';
import { isPlainObject } from '#shared/model/json-object.ts';
import type { ChipChanges } from '#shared/wire/change-feed.ts';

/** Checks a chip table in which the wristbands `given` get chips. @throws {Refusal} */
export function requireChipBounds(
  table: ReadonlyMap<string, BandId>,
  given: Iterable<BandId | null>,
): void {
  if (table.size > MAX_CHIPS) {
    throw new Refusal(409, `A race can have at most ${MAX_CHIPS} chips. Nothing was changed.`);
  }
  const counts = new Map<BandId, number>();
  for (const bandId of table.values()) counts.set(bandId, (counts.get(bandId) ?? 0) + 1);
  for (const bandId of given) {
    if (bandId !== null && (counts.get(bandId) ?? 0) > MAX_CHIPS_OF_A_RUNNER) {
      throw new Refusal(
        409,
        `Band ${bandId} would have more than ${MAX_CHIPS_OF_A_RUNNER} chips, more than allowed. Nothing was changed.`,
      );
    }
  }
}

/** The chips on one side of a logged change, by code; undefined if only their number was logged. */
export function listLoggedChips(logged: unknown): ChipChanges | undefined {
  if (!isPlainObject(logged)) return undefined;
  const isInFull = Object.values(logged).every(
    (bandId) => bandId === null || typeof bandId === 'string',
  );
  return isInFull ? (logged as ChipChanges) : undefined;
}
