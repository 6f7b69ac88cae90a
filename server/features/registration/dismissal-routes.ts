import type { Response } from 'express';
import * as z from 'zod';

import { settleChange } from '#server/race/wait-for-version.ts';
import type { DismissalOutcome } from '#server/store/dismissal-records.ts';
import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import { Refusal } from '#server/web/refusal.ts';
import { type Input, jsonBody } from '#server/web/request-input.ts';
import { type Route, route } from '#server/web/routes.ts';
import { type BandId, parseBandOrChip } from '#shared/model/ids.ts';
import type { DismissReply } from '#shared/wire/missing-api.ts';

/** The wristband number or chip code in the address of a call. */
export const bandInAddress: Input<{ readonly bandID: BandId }> = {
  schema: z.object({
    bandID: z.string().transform((text, context) => {
      const bandId = parseBandOrChip(text);
      if (bandId !== undefined) return bandId;
      context.addIssue('no band number');
      return z.NEVER;
    }),
  }),
  sentence: 'A band number has 1 to 12 digits, the code of a chip letters and digits.',
};

const dismissBody = jsonBody(
  z.object({ scans: z.int().positive() }),
  'Send scans, the number of scans of the band that were seen.',
);

/** Dismissing spare and test wristbands, and bringing them back (RULES.md MS6). */
export function createDismissalRoutes({ store, race }: OrganiserParts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/mia/:bandID/dismiss',
      who: 'runners:edit',
      needsRace: true,
      params: bandInAddress,
      body: dismissBody,
      answer: async ({ res, by, params: { bandID: bandId }, body }) => {
        const unassigned = race.missing.findUnassigned(bandId);
        if (!unassigned) {
          throw new Refusal(404, `Band ${bandId} is somebody’s, or was never scanned.`);
        }
        const dismissal = {
          bandId,
          // At most the present number: a larger one must not hide scans to come.
          scans: Math.min(body.scans, unassigned.scans),
          atMs: Date.now(),
          by,
        };
        await answer(
          res,
          { store, race },
          bandId,
          await store.dismissals.put(dismissal, race.head.epoch),
        );
      },
    }),
    route({
      method: 'POST',
      path: '/mia/:bandID/undismiss',
      who: 'runners:edit',
      needsRace: true,
      params: bandInAddress,
      answer: async ({ res, by, params: { bandID: bandId } }) =>
        answer(res, { store, race }, bandId, await store.dismissals.remove(bandId, by)),
    }),
  ];
}

async function answer(
  res: Response,
  parts: OrganiserParts,
  bandId: BandId,
  outcome: DismissalOutcome,
): Promise<void> {
  if (outcome.kind === 'worn') {
    throw new Refusal(409, `Band ${bandId} was given to a runner just now.`);
  }
  if (outcome.kind === 'replaced') {
    throw new Refusal(409, 'The runners and scans were replaced just now. Look at the list again.');
  }
  await settleChange(parts, outcome.version);
  res.json({ result: 'Success' } satisfies DismissReply);
}
