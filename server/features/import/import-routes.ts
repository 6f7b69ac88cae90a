import type { Request } from 'express';
import { Router } from 'express';

import { EXAMPLE_CSV } from './example-csv.ts';
import { importOptionsOf } from './import-options.ts';
import { importRunners } from './import-runners.ts';
import { getMapping, MappingError } from './parse-mapping.ts';
import type { ImportOptions } from './parse-runners-csv.ts';
import { presentFaults, presentImported } from './present-import.ts';
import { previewImport } from './preview-import.ts';
import { readFileInThread, readRunnersInThread } from './read-in-thread.ts';
import { presentSettingChanges } from '#server/race/present-changes.ts';
import { waitForVersion } from '#server/race/wait-for-version.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { ReplacementOrder } from '#server/store/replace-record.ts';
import { MoreScansError, StaleStagingError } from '#server/store/replace-record.ts';
import type {
  BackupEntry,
  RecordCounts,
  RestorePreview,
  RestoreReply,
} from '#shared/wire/admin-api.ts';
import { MAX_MAPPING_BYTES } from '#shared/wire/import-mapping.ts';
import { MAX_UPLOAD_BYTES } from '#shared/wire/upload-limits.ts';

import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import { answerInText } from '#server/web/error-handler.ts';
import { readJson } from '#server/web/json-body.ts';
import { Refusal } from '#server/web/refusal.ts';
import { identityOf, requireRole } from '#server/web/require-role.ts';
import { getUploadedBytes, readUpload } from '#server/web/upload.ts';

const NO_SUCH_BACKUP = 'There is no such backup any more. Look at the list again.';

/** Reading the runners in from a file, and going back to how things were before. */
export function createImportRoutes({ provider, store, race }: OrganiserParts): Router {
  const routes = Router();
  const admin = requireRole(provider, 'admin');
  const readFile = readUpload('file', MAX_UPLOAD_BYTES.runners, {
    count: 2,
    maxBytes: MAX_MAPPING_BYTES,
  });

  routes.get('/example.csv', (_req, res) => {
    res.attachment('example.csv').type('text/csv').send(EXAMPLE_CSV);
  });

  routes.post('/upload/preview', admin, answerInText, readFile, async (req, res) => {
    const bytes = getUploadedBytes(req);
    const options = await getOptions(store, req);
    const reading = await readFileInThread(bytes, options).catch(refuseMapping);
    res.json(previewImport(reading, await store.countRecords(), options.wornBands.length));
  });

  routes.post('/upload', admin, answerInText, readFile, async (req, res) => {
    const maxScans = getConfirmedScans(req.body);
    const bytes = getUploadedBytes(req);
    const options = await getOptions(store, req);
    const outcome = await readRunnersInThread(bytes, options).catch(refuseMapping);
    if (!outcome.ok) throw new Refusal(400, presentFaults(outcome));
    const order = { by: identityOf(res).email, ...maxScans };
    const { version } = await importRunners(store, outcome.runners, order).catch(refuseMoreScans);
    await waitForVersion(race, version);
    res.type('text/plain').send(presentImported(outcome.totals, outcome.notes));
  });

  routes.get('/backups', admin, async (_req, res) => {
    res.json((await store.listBackups()) satisfies BackupEntry[]);
  });

  routes.get('/backups/present', admin, async (_req, res) => {
    res.json((await store.countRecords()) satisfies RecordCounts);
  });

  routes.get('/backups/:backupId', admin, async (req, res) => {
    const plan = await store.planRestore(String(req.params['backupId']));
    if (!plan) throw new Refusal(404, NO_SUCH_BACKUP);
    const { backup, scansKept, settings, settingsNow } = plan;
    res.json({
      now: await store.countRecords(),
      after: { runners: backup.runners, scans: backup.scans + scansKept },
      scansKept,
      settings: settings ? presentSettingChanges(settingsNow, settings) : null,
    } satisfies RestorePreview);
  });

  routes.post('/backups/:backupId/restore', admin, readJson, async (req, res) => {
    const order = { by: identityOf(res).email, withSettings: getWithSettings(req.body) };
    const done = await store
      .restoreBackup(String(req.params['backupId']), order)
      .catch(refuseStaleStaging);
    if (!done) throw new Refusal(404, NO_SUCH_BACKUP);
    const { restored, replacement } = done;
    await waitForVersion(race, replacement.version);
    const { backupId, scansAfter: scans } = replacement;
    res.json({ restored, scans, backupId } satisfies RestoreReply);
  });

  return routes;
}

/** How the file is to be read: by the settings, and as the form's `mapping` says, if it has one. */
async function getOptions(
  store: RaceStore,
  req: Request,
): Promise<ImportOptions & { readonly wornBands: readonly string[] }> {
  const { mapping } = (req.body ?? {}) as { mapping?: unknown };
  const reading = importOptionsOf(await store.readConfig(), Date.now());
  const wornBands = await store.runners.listWornBands();
  try {
    return { ...reading, wornBands, mapping: getMapping(mapping) };
  } catch (error) {
    return refuseMapping(error);
  }
}

function refuseMapping(error: unknown): never {
  throw error instanceof MappingError ? new Refusal(400, error.message) : error;
}

/**
 * How many scans the organiser agreed to replace, if the page asked. Without
 * it any number is replaced: a backup is kept in every case.
 */
function getConfirmedScans(form: unknown): Pick<ReplacementOrder, 'maxScans'> {
  const { confirm } = (form ?? {}) as { confirm?: unknown };
  if (confirm === undefined) return {};
  if (typeof confirm === 'string' && /^\d{1,9}$/.test(confirm)) {
    return { maxScans: Number(confirm) };
  }
  throw new Refusal(400, 'Type the number of scans that are to be replaced, in digits.');
}

function getWithSettings(body: unknown): boolean {
  const { settings = false } = (body ?? {}) as { settings?: unknown };
  if (typeof settings === 'boolean') return settings;
  throw new Refusal(400, 'Say with true or false whether the settings are to be brought back.');
}

function refuseStaleStaging(error: unknown): never {
  throw error instanceof StaleStagingError
    ? new Refusal(503, `${error.message} Try it again.`)
    : error;
}

function refuseMoreScans(error: unknown): never {
  throw error instanceof MoreScansError ? new Refusal(409, error.message) : error;
}
