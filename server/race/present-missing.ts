import type { RunnerId } from '#shared/model/ids.ts';
import type { LastSight, UnassignedBand } from '#shared/scoring/attribute-scans.ts';
import type { MissingDetails, SightBody, UnassignedBandBody } from '#shared/wire/admin-api.ts';

import type { MissingList } from './missing-list.ts';

/** The wristbands nobody wears and who came in although DNF, as organisers may see them. */
export function presentMissingDetails(missing: MissingList): MissingDetails {
  const finishedDnfs = missing.listFinishedDnfs();
  return {
    scannedNumberNoRunners: missing.listUnassigned().map(presentUnassigned),
    ...(finishedDnfs.length > 0 && { finishedDnfs }),
  };
}

/** Where each of these was seen last, in their order. */
export function presentLastSeen(
  missing: MissingList,
  runnerIds: Iterable<RunnerId>,
): (SightBody | null)[] {
  return Array.from(runnerIds, (runnerId) => {
    const sight = missing.findLastSight(runnerId);
    return sight ? presentSight(sight) : null;
  });
}

function presentUnassigned(band: UnassignedBand): UnassignedBandBody {
  return { bandID: band.bandId, ...presentSight(band) };
}

function presentSight({ scans, lastPoints, lastTimeMs }: LastSight): SightBody {
  return { scans, lastPoint: lastPoints.join(','), lastTime: lastTimeMs };
}
