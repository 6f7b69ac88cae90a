import { requireChipBounds } from '#server/store/chip-table.ts';
import { listWrites, type RecordWrite } from '#server/store/records.ts';
import { planSwap, type Replacement } from '#server/store/swap-record.ts';
import type { BandId } from '#shared/model/ids.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';

import { changeRace, type Changing } from './change-race.ts';
import type { LiveRace } from './live-race.ts';

interface EntriesMerge {
  /** New and changed runners, in their new state. */
  readonly changed: readonly Runner[];
  /** The numbers of new and of changed runners, for the log. */
  readonly added: number;
  readonly merged: number;
  /** Additions to the chip table. */
  readonly chips?: Readonly<Record<string, BandId>>;
}

/**
 * Adds and changes runners in one change (CF15), keeps scans, and makes a backup of the old state. Undefined if `decide`
 * wants no change. @throws {Refusal} for too many chips
 */
export async function mergeEntries(
  parts: Changing,
  decide: (race: LiveRace) => EntriesMerge | undefined | Promise<EntriesMerge | undefined>,
  by: string,
): Promise<Replacement | undefined> {
  const { store } = parts;
  const { answer: backupId, version } = await changeRace(parts, async (race) => {
    const merge = await decide(race);
    if (!merge) return { answer: '' };
    const { changed, added, merged, chips = {} } = merge;
    requireChipBounds(
      new Map([...race.reads.chips, ...Object.entries(chips)]),
      Object.values(chips),
    );
    const states = changed.map((after) => ({ before: race.findEntry(after.runnerId), after }));
    const [action, runners] = ['merge', race.runnerCount + added] as const;
    const after = { runners, scans: race.scanCount, added, merged };
    const swap = planSwap(store.keys, { stagingId: '', counts: {} }, { by, action, after });
    return {
      answer: swap.backupId,
      plan: {
        ...swap,
        writes: [
          ...states
            .flatMap(({ before }) => (before ? bandsOf(before) : []))
            .map((field): RecordWrite => ({ part: 'bands', field })),
          ...changed.flatMap((runner) => listWrites({ op: 'put-runner', runner })),
          ...Object.entries(chips).map(([field, value]): RecordWrite => {
            return { part: 'chips', field, value };
          }),
        ],
        otherAudits: Array.from(states, (state) => ({
          by,
          action,
          subject: state.after.runnerId,
          isOneOfMany: true,
          ...state,
        })),
      },
    };
  });
  return version === undefined ? undefined : store.describeReplacement(version, backupId);
}
