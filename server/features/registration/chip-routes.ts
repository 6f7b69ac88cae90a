import * as z from 'zod';

import { describeChipsSaved } from '#server/race/present-chips.ts';
import { waitForVersion } from '#server/race/wait-for-version.ts';
import { TooManyChipsError } from '#server/store/chip-records.ts';
import { runnerIdSchema } from '#server/store/codec-of-decisions.ts';
import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import { Refusal } from '#server/web/refusal.ts';
import { jsonBody } from '#server/web/request-input.ts';
import { type Route, route } from '#server/web/routes.ts';
import { MAX_CHIP_FILE_BYTES, parseChipTable } from '#shared/model/chip-table.ts';
import type { ChipChanges } from '#shared/wire/change-feed.ts';
import type { ChipsReply } from '#shared/wire/missing-api.ts';

import { bandInAddress } from './dismissal-routes.ts';

const chipFileBody = jsonBody(
  z.object({ text: z.string().max(MAX_CHIP_FILE_BYTES) }),
  'Send text, the lines code,band of a chip file.',
  MAX_CHIP_FILE_BYTES,
);

const giveBody = jsonBody(z.object({ runnerId: runnerIdSchema }), 'Send runnerId.');

/** The chips of the race: which wristband each code belongs to (RULES.md SC1). */
export function createChipRoutes({ store, race }: OrganiserParts): Route[] {
  const put = async (chips: ChipChanges, by: string): Promise<boolean> => {
    try {
      const version = await store.chips.put(chips, by);
      await waitForVersion(race, version);
      return version !== undefined;
    } catch (error) {
      if (!(error instanceof TooManyChipsError)) throw error;
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
        const parsed = parseChipTable(body.text);
        if (!parsed.ok) {
          throw new Refusal(400, `Nothing was changed: ${parsed.error.join('; ')}.`);
        }
        const isChanged = await put(Object.fromEntries(parsed.value), by);
        const message = describeChipsSaved(parsed.value.size, isChanged);
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
        if (!runner) throw new Refusal(404, 'This runner was deleted. Look at the list again.');
        if (runner.bandId === undefined) {
          throw new Refusal(
            409,
            'This runner has no wristband number yet. Enter one, such as the bib, and give the chip again.',
          );
        }
        if (!race.missing.findUnassigned(code)) {
          throw new Refusal(409, `Chip ${code} is somebody’s, or was never scanned.`);
        }
        await put({ [code]: runner.bandId }, by);
        const message = `Chip ${code} now counts for band ${runner.bandId}.`;
        res.json({ result: 'Success', message } satisfies ChipsReply);
      },
    }),
  ];
}
