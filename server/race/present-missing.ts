import { type Dismissal, isDismissed } from '#shared/model/decisions.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type {
  DismissalBody,
  MissingDetails,
  MissingMessage,
  LastSeenBody,
  UnassignedBandBody,
} from '#shared/wire/missing-api.ts';

import type { MissingList, RunnerSeen, UnassignedBand } from './missing-list.ts';

/** The unassigned wristbands, the out who were seen or finished, and the notices, as organisers may see them. */
export function presentMissingDetails(missing: MissingList): MissingDetails {
  const finishedDnfs = missing.listFinishedDnfs();
  const seenOuts = Array.from(missing.listOutsSeen(), ([runnerId, seen]) => ({
    runnerId,
    ...presentSight(seen),
  }));
  const control = missing.listControl();
  return {
    scannedNumberNoRunners: missing
      .listUnassigned()
      .map((band) => presentUnassigned(band, missing.findDismissal(band.bandId))),
    ...(finishedDnfs.length > 0 && { finishedDnfs }),
    ...(missing.notices.length > 0 && { notices: missing.notices }),
    ...(missing.massStarts.length > 0 && { massStarts: [...missing.massStarts] }),
    ...(seenOuts.length > 0 && { seenOuts }),
    ...(control.length > 0 && { control }),
  };
}

interface MissingSource {
  readonly head: Head;
  readonly missing: MissingList;
}

/** The whole list for pushing, without what changes with every scan. */
export function presentMissing({ head, missing }: MissingSource): MissingMessage {
  return { ...head, resultData: [...missing.runnerIds], ...presentMissingDetails(missing) };
}

/** The same, and where each was last seen. */
export function presentMissingSeen(source: MissingSource): MissingMessage {
  const { missing } = source;
  return { ...presentMissing(source), lastSeen: presentLastSeen(missing, missing.runnerIds) };
}

/** Where each of these was last seen, in their order. */
export function presentLastSeen(
  missing: MissingList,
  runnerIds: Iterable<RunnerId>,
): (LastSeenBody | null)[] {
  return Array.from(runnerIds, (runnerId) => {
    const sight = missing.findLastSeen(runnerId);
    return sight ? presentSight(sight) : null;
  });
}

function presentUnassigned(
  band: UnassignedBand,
  dismissal: Dismissal | undefined,
): UnassignedBandBody {
  return {
    bandID: band.bandId,
    ...presentSight(band),
    ...(dismissal && { dismissal: presentDismissal(dismissal, band) }),
  };
}

function presentDismissal(dismissal: Dismissal, band: UnassignedBand): DismissalBody {
  const { atMs, by } = dismissal;
  return { at: atMs, by, isOver: !isDismissed(dismissal, band.scans) };
}

export function presentSight({
  scans,
  lastPoints,
  lastTimeMs,
  lastStage,
}: RunnerSeen): LastSeenBody {
  return {
    scans,
    lastPoint: lastPoints.join(','),
    lastTime: lastTimeMs,
    ...(lastStage && {
      lastStage: {
        point: lastStage.point,
        time: lastStage.timeMs,
        ...(lastStage.at !== undefined && { at: lastStage.at }),
      },
    }),
  };
}
