import { isDismissed } from '#shared/model/decisions.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type {
  MissingDetails,
  MissingMessage,
  LastSeenBody,
  UnassignedBandBody,
} from '#shared/wire/missing-api.ts';

import type { LiveRace } from './live-race.ts';
import type { MissingList, UnassignedBand } from './missing-list.ts';

/** The list except for the missing themselves. */
export function presentMissingDetails({
  missing,
  notices,
}: Pick<LiveRace, 'missing' | 'notices'>): MissingDetails {
  const finishedDnfs = missing.listFinishedDnfs();
  const seenOuts = Array.from(missing.listOutsSeen(), ([runnerId, seen]) => ({
    runnerId,
    ...seen,
  }));
  const control = missing.listControl();
  return {
    scannedNumberNoRunners: missing
      .listUnassigned()
      .map((band) => presentUnassigned(band, missing)),
    ...(finishedDnfs.length > 0 && { finishedDnfs }),
    ...(notices.length > 0 && { notices }),
    ...(seenOuts.length > 0 && { seenOuts }),
    ...(control.length > 0 && { control }),
  };
}

type MissingSource = Pick<LiveRace, 'head' | 'missing' | 'notices'>;

/** The whole list, without last reads, which change with every scan. */
export function presentMissing(source: MissingSource): MissingMessage {
  const { head, missing } = source;
  return { ...head, resultData: [...missing.runnerIds], ...presentMissingDetails(source) };
}

/** The whole list with last reads. */
export function presentMissingSeen(source: MissingSource): MissingMessage {
  const { missing } = source;
  return { ...presentMissing(source), lastSeen: presentLastSeen(missing, missing.runnerIds) };
}

/** The last read of each runner, in the given order. */
export function presentLastSeen(
  missing: MissingList,
  runnerIds: Iterable<RunnerId>,
): (LastSeenBody | null)[] {
  return Array.from(runnerIds, (runnerId) => missing.findLastSeen(runnerId) ?? null);
}

function presentUnassigned(
  { bandId, ...seen }: UnassignedBand,
  missing: MissingList,
): UnassignedBandBody {
  const dismissal = missing.findDismissal(bandId);
  const { atMs: at = 0, by = '' } = dismissal ?? {};
  return {
    bandID: bandId,
    ...seen,
    ...(dismissal && { dismissal: { at, by, isOver: !isDismissed(dismissal, seen.scans) } }),
  };
}
