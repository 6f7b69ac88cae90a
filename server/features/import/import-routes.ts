import * as z from 'zod';

import { waitForVersion } from '#server/race/wait-for-version.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/system/refusal.ts';
import { checkInput, fileBody, type Input } from '#server/web/request-input.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import type { Sex } from '#shared/model/race-setup.ts';
import { findAgeGroup } from '#shared/scoring/categories.ts';
import {
  type BackupEntry,
  IMPORT_MODES,
  type ImportMode,
  MAX_MAPPING_BYTES,
  MAX_UPLOAD_BYTES,
  type RestorePreview,
  type RestoreReply,
} from '#shared/wire/import-api.ts';

import { RUNNER_COLUMNS } from './column-names.ts';
import {
  importOptionsOf,
  importRunners,
  mergeFile,
  presentAsked,
  presentFaults,
  presentImported,
  presentMerged,
  previewImport,
  previewMerge,
  sumUpEntered,
} from './import-runners.ts';
import type { ImportOutcome } from './import-outcome.ts';
import { getMapping } from './parse-mapping.ts';
import { readRunners } from './read-runners.ts';

const NO_SUCH_BACKUP = 'There is no such backup any more. Look at the list again.';

const backup: Input<{ readonly backupId: string }> = {
  schema: z.object({ backupId: z.string() }),
  sentence: NO_SUCH_BACKUP,
};

const fileOfRunners = fileBody('file', MAX_UPLOAD_BYTES.runners, {
  count: 3,
  maxBytes: MAX_MAPPING_BYTES,
});

const mode: Input<{ readonly mode?: ImportMode | undefined }> = {
  schema: z.object({ mode: z.enum(IMPORT_MODES).optional() }),
  sentence: `The mode must be ${IMPORT_MODES.join(' or ')}.`,
};

/**
 * The number of scans that the organiser agreed to replace; without it any number, since there is always a backup. In a
 * merge, the number of runners seen or reported whose results may change; without it none (IMPORT.md IM48).
 */
const confirmation: Input<{ readonly confirm?: string | undefined }> = {
  schema: z.object({
    confirm: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
  }),
  sentence: 'Type the number that is asked for, in digits.',
};

export function createImportRoutes({ store, race }: OrganiserParts): Route[] {
  /** Reads by the settings and the form's `mapping`. */
  async function readFile(file: Buffer, texts: unknown, isMerge: boolean): Promise<ImportOutcome> {
    const config = await store.readConfig();
    return readRunners(file, {
      ...importOptionsOf(config, Date.now()),
      ...sumUpEntered(race.listRunners()),
      isMerge,
      mapping: getMapping((texts as { mapping?: unknown }).mapping, coursesOf(config)),
    });
  }

  return [
    route('GET /example.csv', { who: 'everyone' }, ({ res }) => {
      res.attachment('example.csv').type('text/csv').send(writeExample(race.config));
    }),
    route(
      'POST /upload/preview',
      { who: 'race:run', errors: 'text', body: fileOfRunners },
      async ({ res, body: { file, texts } }) => {
        const present = await store.countRecords();
        const { wornBands } = sumUpEntered(race.listRunners());
        const isUsed = present.scans > 0 || wornBands.length > 0;
        const { mode: chosen = isUsed ? 'merge' : 'replace' } = checkInput(mode, texts);
        const isMerge = chosen === 'merge';
        const outcome = await readFile(file, texts, isMerge);
        const isGood = outcome.faultCount === 0;
        const plan = isMerge && isGood ? await previewMerge(outcome, race) : undefined;
        res.json(previewImport(outcome, chosen, present, plan));
      },
    ),
    route(
      'POST /upload',
      { who: 'race:run', errors: 'text', body: fileOfRunners },
      async ({ res, by, body: { file, texts } }) => {
        const { confirm } = checkInput(confirmation, texts);
        const isMerge = checkInput(mode, texts).mode === 'merge';
        const outcome = await readFile(file, texts, isMerge);
        if (outcome.faultCount > 0) throw new Refusal(400, presentFaults(outcome));
        const agreed = confirm === undefined ? undefined : Number(confirm);
        if (isMerge) {
          const { plan } = await mergeFile({ store, race }, outcome, by, agreed);
          if (plan.faultCount > 0) throw new Refusal(400, presentFaults(plan));
          if (plan.asked.count > (agreed ?? 0)) throw new Refusal(409, presentAsked(plan));
          res.type('text/plain').send(presentMerged(outcome, plan));
          return;
        }
        const order = { by, ...(agreed === undefined ? {} : { maxScans: agreed }) };
        const { version } = await importRunners(store, outcome.runners, order);
        await waitForVersion(race, version);
        res.type('text/plain').send(presentImported(outcome));
      },
    ),
    route('GET /backups', { who: 'race:run' }, async ({ res }) => {
      res.json((await store.listBackups()) satisfies BackupEntry[]);
    }),
    route(
      'GET /backups/:backupId',
      { who: 'race:run', params: backup },
      async ({ res, params: { backupId } }) => {
        const plan = await store.planRestore(backupId);
        if (!plan) throw new Refusal(404, NO_SUCH_BACKUP);
        const { backup: kept, ...rest } = plan;
        res.json({
          now: await store.countRecords(),
          after: { runners: kept.runners, scans: kept.scans + rest.scansKept },
          ...rest,
        } satisfies RestorePreview);
      },
    ),
    route(
      'POST /backups/:backupId/restore',
      { who: 'race:run', params: backup },
      async ({ res, by, params }) => {
        const done = await store.restoreBackup(params.backupId, { by });
        if (!done) throw new Refusal(404, NO_SUCH_BACKUP);
        const { restored, replacement, scans } = done;
        await waitForVersion(race, replacement.version);
        const { backupId } = replacement;
        res.json({ restored, scans, backupId } satisfies RestoreReply);
      },
    ),
  ];
}

const PEOPLE: readonly (readonly [
  names: string,
  numbers: string,
  sex: Sex,
  age: number,
  rest: string,
])[] = [
  ['Siân,Gwyn-Parry', '501,101', 'F', 44, 'Rhedwyr Carn Ingli,,+44 7700 900101,'],
  ['Tomos,O’Rourke', '502,102', 'M', 31, '"Harriers, Newport",,,yes'],
  ['Zoë,Ångström', '503,103', 'F', 21, ',,+44 7700 900103,'],
  ['Łukasz,Kowalczyk', ',104', 'M', 63, 'Rhedwyr Carn Ingli,,,no'],
];

/**
 * The example file (IMPORT.md IM28), with the distances and categories of the race. Its byte order mark lets spreadsheet
 * programs read the accents.
 */
export function writeExample(config: Pick<RaceConfig, 'setup' | 'distances'>): string {
  const { setup, events, mainEvent } = coursesOf(config);
  const names = splitNames(config.distances);
  const others = events.filter((event) => event !== mainEvent);
  const distances = [mainEvent, ...others].map((event) => names[events.indexOf(event)] || event);
  const rows = PEOPLE.map(([who, numbers, sex, age, rest], index) => {
    const event = (distances[index % distances.length] ?? '').replaceAll('"', '""');
    const category = findAgeGroup(sex, () => age, setup.categories) ?? '';
    return `${who},${/["\s;]/.test(event) ? `"${event}"` : event},${numbers},${category},${rest}`;
  });
  return `\uFEFF${[RUNNER_COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}
