import * as z from 'zod';

import {
  decideChips,
  decideEmptyChips,
  describeChipsSaved,
  findLoggedChips,
} from '#server/race/decide.ts';
import { changeRace, type Decision } from '#server/race/change-race.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { ChipsChangedError, TooManyChipsError } from '#server/store/chip-table.ts';
import { runnerIdSchema } from '#server/store/codec-of-decisions.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/web/refusal.ts';
import { jsonBody, type Input } from '#server/web/request-input.ts';
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

/** The chips of the race: which wristband each code belongs to (RULES.md SC1). */
export function createChipRoutes({ store, race }: OrganiserParts): Route[] {
  const settle = async (decide: (race: LiveRace) => Decision<void>): Promise<boolean> => {
    try {
      return (await changeRace({ store, race }, decide)).version !== undefined;
    } catch (error) {
      if (!(error instanceof TooManyChipsError || error instanceof ChipsChangedError)) throw error;
      throw new Refusal(409, error.message);
    }
  };
  return [
    route({
      method: 'GET',
      path: '/chips',
      who: 'race:run',
      needsRace: true,
      answer: ({ res }) => {
        const lines = Array.from(race.reads.chips, ([code, bandId]) => `${code},${bandId}\n`);
        res.type('text/csv').send(['code,band\n', ...lines].join(''));
      },
    }),
    route({
      method: 'POST',
      path: '/chips',
      who: 'race:run',
      needsRace: true,
      body: chipFileBody,
      answer: async ({ res, by, body }) => {
        const parsed = parseRaceChips(body.text);
        if (!parsed.ok) {
          throw new Refusal(400, `Nothing was changed: ${parsed.error.join('; ')}.`);
        }
        const isChanged = await settle((now) =>
          decideChips(now, Object.fromEntries(parsed.value), by),
        );
        const message = describeChipsSaved(parsed.value.size, isChanged);
        res.json({ result: 'Success', message } satisfies ChipsReply);
      },
    }),
    route({
      method: 'POST',
      path: '/chips/empty',
      who: 'race:run',
      needsRace: true,
      body: emptyBody,
      answer: async ({ res, by, body: { chips } }) => {
        await settle((now) => decideEmptyChips(now, chips, by));
        const message = 'There are no chips any more.';
        res.json({ result: 'Success', message } satisfies ChipsReply);
      },
    }),
    route({
      method: 'POST',
      path: '/chips/undo',
      who: 'runners:edit',
      needsRace: true,
      body: undoBody,
      answer: async ({ res, by, body: { version } }) => {
        const logged = findLoggedChips(await store.readLoggedVersion(version));
        if (!logged) throw new Refusal(404, 'This change of chips cannot be taken back.');
        await settle((now) => decideChips(now, logged.before, by, logged.after));
        const message = 'The chips are as they were before.';
        res.json({ result: 'Success', message } satisfies ChipsReply);
      },
    }),
    route({
      method: 'POST',
      path: '/mia/:bandID/give',
      who: 'runners:edit',
      needsRace: true,
      params: bandInAddress,
      body: giveBody,
      answer: async ({ res, by, params: { bandID: code }, body: { runnerId } }) => {
        const runner = race.findRunner(runnerId);
        if (!runner) throw new Refusal(404, 'This runner was deleted. Check the list again.');
        const { bandId } = runner;
        if (bandId === undefined) {
          throw new Refusal(
            409,
            'This runner has no wristband number yet. Enter one, such as the bib, and assign the chip again.',
          );
        }
        await settle((now) => {
          if (!now.missing.findUnassigned(code)) {
            throw new Refusal(409, `Chip ${code} belongs to someone, or was never scanned.`);
          }
          return decideChips(now, { [code]: bandId }, by, { [code]: null });
        });
        const message = `Chip ${code} now counts for band ${bandId}.`;
        res.json({ result: 'Success', message } satisfies ChipsReply);
      },
    }),
    route({
      method: 'POST',
      path: '/mia/:bandID/take-back',
      who: 'runners:edit',
      needsRace: true,
      params: bandInAddress,
      answer: async ({ res, by, params: { bandID: code } }) => {
        const bandId = race.reads.chips.get(code);
        if (bandId === undefined) throw new Refusal(404, `Chip ${code} belongs to nobody.`);
        await settle((now) => decideChips(now, { [code]: null }, by, { [code]: bandId }));
        const message = `Chip ${code} no longer counts for band ${bandId}.`;
        res.json({ result: 'Success', message } satisfies ChipsReply);
      },
    }),
    // Spare and test wristbands (RULES.md MS6).
    route({
      method: 'POST',
      path: '/mia/:bandID/dismiss',
      who: 'runners:edit',
      needsRace: true,
      params: bandInAddress,
      body: dismissBody,
      answer: async ({ res, by, params: { bandID: bandId }, body }) => {
        await settle(({ missing }) => {
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
        });
        res.json({ result: 'Success' } satisfies SuccessReply);
      },
    }),
    route({
      method: 'POST',
      path: '/mia/:bandID/undismiss',
      who: 'runners:edit',
      needsRace: true,
      params: bandInAddress,
      answer: async ({ res, by, params: { bandID: bandId } }) => {
        await settle(({ missing }) => {
          if (!missing.findDismissal(bandId)) return NOTHING;
          return {
            answer: undefined,
            plan: {
              ops: [{ op: 'delete-dismissal', bandId }],
              audit: { by, action: 'undismiss-band', before: { bandId } },
            },
          };
        });
        res.json({ result: 'Success' } satisfies SuccessReply);
      },
    }),
  ];
}

/** The wristband number or chip code in the address of a call. */
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

const NOTHING = { answer: undefined };
