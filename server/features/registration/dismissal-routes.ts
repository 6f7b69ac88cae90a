import type { Request, Response } from 'express';
import { Router } from 'express';

import type { LiveRace } from '#server/race/live-race.ts';
import { waitForVersion } from '#server/race/wait-for-version.ts';
import type { DismissalOutcome } from '#server/store/dismissal-records.ts';
import type { BandId } from '#shared/model/ids.ts';
import { parseBandId } from '#shared/model/ids.ts';
import type { DismissReply } from '#shared/wire/admin-api.ts';

import { readJson } from '#server/web/json-body.ts';
import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import { Refusal } from '#server/web/refusal.ts';
import { requireLoaded } from '#server/web/require-loaded.ts';
import { identityOf, requireRole } from '#server/web/require-role.ts';

/** Putting spare and test wristbands aside, and bringing them back (RULES.md MS6). */
export function createDismissalRoutes({ provider, store, race }: OrganiserParts): Router {
  const routes = Router();
  const anyOrganiser = requireRole(provider, 'registration');
  const loaded = requireLoaded(race);

  routes.post('/mia/:bandID/dismiss', anyOrganiser, loaded, readJson, async (req, res) => {
    const bandId = getBandId(req);
    const seen = getScans(req.body);
    const band = race.missing.findUnassigned(bandId);
    if (!band) throw new Refusal(404, `Band ${bandId} is somebody’s, or was never scanned.`);
    const dismissal = {
      bandId,
      // No more than there are: a number from nowhere must not hide scans to come.
      scans: Math.min(seen, band.scans),
      atMs: Date.now(),
      by: identityOf(res).email,
    };
    await answer(res, race, bandId, await store.dismissals.put(dismissal, race.head.epoch));
  });

  routes.post('/mia/:bandID/undismiss', anyOrganiser, loaded, async (req, res) => {
    const bandId = getBandId(req);
    const { email } = identityOf(res);
    await answer(res, race, bandId, await store.dismissals.remove(bandId, email));
  });

  return routes;
}

async function answer(
  res: Response,
  race: LiveRace,
  bandId: BandId,
  outcome: DismissalOutcome,
): Promise<void> {
  if (outcome.kind === 'worn') {
    throw new Refusal(409, `Band ${bandId} was given to a runner just now.`);
  }
  if (outcome.kind === 'replaced') {
    throw new Refusal(409, 'The runners and scans were replaced just now. Look at the list again.');
  }
  await waitForVersion(race, outcome.version);
  res.json({ result: 'Success' } satisfies DismissReply);
}

function getBandId(req: Request): BandId {
  const bandId = parseBandId(String(req.params['bandID']));
  if (bandId === undefined) throw new Refusal(404, 'A band number has 1 to 12 digits.');
  return bandId;
}

function getScans(body: unknown): number {
  const { scans } = (body ?? {}) as { scans?: unknown };
  if (typeof scans === 'number' && Number.isSafeInteger(scans) && scans > 0) return scans;
  throw new Refusal(400, 'Send scans, the number of scans of the band that were seen.');
}
