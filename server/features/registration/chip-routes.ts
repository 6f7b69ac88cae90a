import type { Response } from 'express';
import * as z from 'zod';

import {
  decideChips,
  decideEmptyChips,
  describeChipsSaved,
  findLoggedChips,
} from '#server/race/decide.ts';
import { changeRace, type Decision } from '#server/race/change-race.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { runnerIdSchema } from '#shared/model/decision-schemas.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/system/refusal.ts';
import { type Input, jsonBody, type RequestBody } from '#server/web/request-input.ts';
import { MAX_CHIP_FILE_BYTES, parseRaceChips } from '#shared/model/chip-table.ts';
import { type BandId, parseBandOrChip } from '#shared/model/ids.ts';
import type { ChipsReply } from '#shared/wire/missing-api.ts';
import type { SuccessReply } from '#shared/wire/http-api.ts';

const chipFileBody = jsonBody(
  z.object({ text: z.string().max(MAX_CHIP_FILE_BYTES) }),
  'Send text, the lines code,band of a chip file.',
  MAX_CHIP_FILE_BYTES,
);

const giveBody = jsonBody(z.object({ runnerId: runnerIdSchema }), 'Send runnerId.');

const emptyBody = jsonBody(
  z.object({ chips: z.int().positive() }),
  'Send chips, the number of chips that were seen.',
);

const undoBody = jsonBody(
  z.object({ version: z.int().positive() }),
  'Send version, that of the change to take back.',
);

/** The answer is a sentence to show, if any. */
type Change = Decision<string | undefined>;

/** The chip table of the race (RULES.md SC1), and dismissed bands (MS6). */
export function createChipRoutes({ store, race }: OrganiserParts): Route[] {
  async function change(res: Response, decide: (race: LiveRace) => Change): Promise<void> {
    const { answer: message } = await changeRace({ store, race }, decide);
    const reply = { result: 'Success', ...(message !== undefined && { message }) } as const;
    res.json(reply satisfies ChipsReply | SuccessReply);
  }
  /** A call on the wristband number or chip code in its address. */
  function aboutCode<Body>(
    action: string,
    body: RequestBody<Body> | undefined,
    decide: (race: LiveRace, code: BandId, body: Body, by: string) => Change,
  ): Route {
    return route<{ readonly bandID: BandId }, Body>(
      `POST /mia/:bandID/${action}`,
      { who: 'runners:edit', needsRace: true, params: bandInAddress, ...(body && { body }) },
      ({ res, by, params, body: sent }) =>
        change(res, (now) => decide(now, params.bandID, sent, by)),
    );
  }
  return [
    route('GET /chips', { who: 'race:run', needsRace: true }, ({ res }) => {
      const lines = Array.from(race.reads.chips, ([code, bandId]) => `${code},${bandId}\n`);
      res.type('text/csv').send(['code,band\n', ...lines].join(''));
    }),
    route(
      'POST /chips',
      { who: 'race:run', needsRace: true, body: chipFileBody },
      async ({ res, by, body }) => {
        const parsed = parseRaceChips(body.text);
        if (!parsed.ok) {
          throw new Refusal(400, `Nothing was changed: ${parsed.error.join('; ')}.`);
        }
        await change(res, (now) => {
          const { plan } = decideChips(now, Object.fromEntries(parsed.value), by);
          return { answer: describeChipsSaved(parsed.value.size, plan !== undefined), plan };
        });
      },
    ),
    route(
      'POST /chips/empty',
      { who: 'race:run', needsRace: true, body: emptyBody },
      ({ res, by, body: { chips } }) =>
        change(res, (now) => ({
          ...decideEmptyChips(now, chips, by),
          answer: 'The chip table is empty now.',
        })),
    ),
    route(
      'POST /chips/undo',
      { who: 'runners:edit', needsRace: true, body: undoBody },
      async ({ res, by, body: { version } }) => {
        const logged = findLoggedChips(await store.readLoggedVersion(version));
        if (!logged) throw new Refusal(404, 'This change of chips cannot be taken back.');
        await change(res, (now) => ({
          ...decideChips(now, logged.before, by, logged.after),
          answer: 'The chips are as they were before.',
        }));
      },
    ),
    aboutCode('give', giveBody, (now, code, { runnerId }, by) => {
      const runner = now.findRunner(runnerId);
      if (!runner) throw new Refusal(404, 'This runner was deleted. Check the list again.');
      const { bandId } = runner;
      if (bandId === undefined) {
        throw new Refusal(
          409,
          'This runner has no wristband number yet. Enter one, such as the bib, and assign the chip again.',
        );
      }
      if (!now.missing.findUnassigned(code)) {
        throw new Refusal(409, `Chip ${code} belongs to someone, or was never scanned.`);
      }
      return {
        ...decideChips(now, { [code]: bandId }, by),
        answer: `Chip ${code} now counts for band ${bandId}.`,
      };
    }),
    aboutCode('dismiss', dismissBody, ({ missing }, bandId, seen, by) => {
      const unassigned = missing.findUnassigned(bandId);
      if (!unassigned) {
        throw new Refusal(404, `Band ${bandId} belongs to someone, or was never scanned.`);
      }
      // A larger number would hide future scans.
      const scans = Math.min(seen.scans, unassigned.scans);
      if ((missing.findDismissal(bandId)?.scans ?? 0) >= scans) return { answer: undefined };
      const dismissal = { bandId, scans, atMs: Date.now(), by };
      return {
        answer: undefined,
        plan: {
          ops: [{ op: 'put-dismissal', dismissal }],
          audit: { by, action: 'dismiss-band', after: { bandId, scans } },
        },
      };
    }),
    aboutCode('undismiss', undefined, ({ missing }, bandId, _body, by) => {
      if (!missing.findDismissal(bandId)) return { answer: undefined };
      return {
        answer: undefined,
        plan: {
          ops: [{ op: 'delete-dismissal', bandId }],
          audit: { by, action: 'undismiss-band', before: { bandId } },
        },
      };
    }),
  ];
}

const bandInAddress: Input<{ readonly bandID: BandId }> = {
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
