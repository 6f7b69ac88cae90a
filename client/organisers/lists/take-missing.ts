import type { MissingDetails } from '#shared/wire/admin-api.ts';

import type { Missing } from './lists.ts';

/**
 * The list as it was told. A message without `lastSeen` leaves what is known
 * of where the missing were seen.
 */
export function takeMissing(
  runnerIds: readonly string[],
  { scannedNumberNoRunners, lastSeen, finishedDnfs = [], notices = [] }: MissingDetails,
  before: Missing | undefined,
): Missing {
  return {
    runnerIds,
    unassigned: scannedNumberNoRunners,
    sights: lastSeen
      ? new Map(runnerIds.map((runnerId, index) => [runnerId, lastSeen[index] ?? null]))
      : (before?.sights ?? new Map()),
    dnfFinishes: new Map(finishedDnfs.map(({ runnerId, finishTime }) => [runnerId, finishTime])),
    notices,
  };
}
