import type { Response } from 'express';
import * as z from 'zod';

import { changeRace, type Decision } from '#server/race/change-race.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { settleChange } from '#server/race/wait-for-version.ts';
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

const NOTHING = { answer: undefined };

/** Dismissing spare and test wristbands, and bringing them back (RULES.md MS6). */
export function createDismissalRoutes(parts: OrganiserParts): Route[] {
  async function settle(
    res: Response,
    decide: (race: LiveRace) => Decision<undefined>,
  ): Promise<void> {
    const { version } = await changeRace(parts, decide);
    await settleChange(parts, version);
    res.json({ result: 'Success' } satisfies DismissReply);
  }

  return [
    route({
      method: 'POST',
      path: '/mia/:bandID/dismiss',
      who: 'runners:edit',
      needsRace: true,
      params: bandInAddress,
      body: dismissBody,
      answer: ({ res, by, params: { bandID: bandId }, body }) =>
        settle(res, ({ missing }) => {
          const unassigned = missing.findUnassigned(bandId);
          if (!unassigned) {
            throw new Refusal(404, `Band ${bandId} belongs to someone, or was never scanned.`);
          }
          // At most the present number: a larger one must not hide scans to come.
          const scans = Math.min(body.scans, unassigned.scans);
          if ((missing.findDismissal(bandId)?.scans ?? 0) >= scans) return NOTHING;
          const dismissal = { bandId, scans, atMs: Date.now(), by };
          return {
            answer: undefined,
            plan: {
              ops: [{ op: 'put-dismissal', dismissal }],
              audit: { by, action: 'dismiss-band', after: { bandId, scans } },
            },
          };
        }),
    }),
    route({
      method: 'POST',
      path: '/mia/:bandID/undismiss',
      who: 'runners:edit',
      needsRace: true,
      params: bandInAddress,
      answer: ({ res, by, params: { bandID: bandId } }) =>
        settle(res, ({ missing }) => {
          if (!missing.findDismissal(bandId)) return NOTHING;
          return {
            answer: undefined,
            plan: {
              ops: [{ op: 'delete-dismissal', bandId }],
              audit: { by, action: 'undismiss-band', before: { bandId } },
            },
          };
        }),
    }),
  ];
}
