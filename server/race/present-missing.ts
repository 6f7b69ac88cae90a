import type { UnassignedBand } from '#shared/scoring/attribute-scans.ts';
import type { UnassignedBandBody } from '#shared/wire/admin-api.ts';

/** A wristband nobody wears, as organisers may see it. */
export function presentUnassigned(band: UnassignedBand): UnassignedBandBody {
  return {
    bandID: band.bandId,
    scans: band.scans,
    lastPoint: band.lastPoints.join(','),
    lastTime: band.lastTimeMs,
  };
}
