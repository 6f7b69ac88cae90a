import { Router } from 'express';

import { EXAMPLE_CSV } from '#server/commands/import-runners/example-csv.ts';
import type { ImportOutcome } from '#server/commands/import-runners/import-outcome.ts';
import { importRunners } from '#server/commands/import-runners/import-runners.ts';
import { parseRunnersCsv } from '#server/commands/import-runners/parse-runners-csv.ts';
import { presentFaults, presentImported } from '#server/commands/import-runners/present-import.ts';
import { previewImport } from '#server/commands/import-runners/preview-import.ts';
import { waitForVersion } from '#server/race/wait-for-version.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { ReplacementOrder } from '#server/store/replace-record.ts';
import { MoreScansError } from '#server/store/replace-record.ts';
import { splitNames } from '#shared/model/race-config.ts';
import type { BackupEntry, RecordCounts, RestoreReply } from '#shared/wire/admin-api.ts';
import { MAX_UPLOAD_BYTES } from '#shared/wire/upload-limits.ts';

import type { OrganiserParts } from './organiser-parts.ts';
import { answerInText } from './error-handler.ts';
import { readJson } from './json-body.ts';
import { Refusal } from './refusal.ts';
import { identityOf, requireRole } from './require-role.ts';
import { getUploadedBytes, readUpload } from './upload.ts';

/** Reading the runners in from a file, and going back to how things were before. */
export function createImportRoutes({ provider, store, race }: OrganiserParts): Router {
  const routes = Router();
  const admin = requireRole(provider, 'admin');
  const readFile = readUpload('file', MAX_UPLOAD_BYTES.runners);

  routes.get('/example.csv', (_req, res) => {
    res.attachment('example.csv').type('text/csv').send(EXAMPLE_CSV);
  });

  routes.post('/upload/preview', admin, answerInText, readFile, async (req, res) => {
    const outcome = await parseUploaded(store, getUploadedBytes(req));
    res.json(previewImport(outcome, await store.countRecords()));
  });

  routes.post('/upload', admin, answerInText, readFile, async (req, res) => {
    const maxScans = getConfirmedScans(req.body);
    const outcome = await parseUploaded(store, getUploadedBytes(req));
    if (!outcome.ok) throw new Refusal(400, presentFaults(outcome));
    const order = { by: identityOf(res).email, ...maxScans };
    const { version } = await importRunners(store, outcome.runners, order).catch(refuseMoreScans);
    await waitForVersion(race, version);
    res.type('text/plain').send(presentImported(outcome.runners.length, outcome.notes));
  });

  routes.get('/backups', admin, async (_req, res) => {
    res.json((await store.listBackups()) satisfies BackupEntry[]);
  });

  routes.get('/backups/present', admin, async (_req, res) => {
    res.json((await store.countRecords()) satisfies RecordCounts);
  });

  routes.post('/backups/:backupId/restore', admin, readJson, async (req, res) => {
    const order = { by: identityOf(res).email, ...getConfirmedScans(req.body) };
    const done = await store
      .restoreBackup(String(req.params['backupId']), order)
      .catch(refuseMoreScans);
    if (!done) throw new Refusal(404, 'There is no such backup any more. Look at the list again.');
    await waitForVersion(race, done.replacement.version);
    const { restored, replacement } = done;
    res.json({ restored, backupId: replacement.backupId } satisfies RestoreReply);
  });

  return routes;
}

async function parseUploaded(store: RaceStore, bytes: Buffer): Promise<ImportOutcome> {
  const { distances } = await store.readConfig();
  return parseRunnersCsv(bytes, { distances: splitNames(distances) });
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

function refuseMoreScans(error: unknown): never {
  throw error instanceof MoreScansError ? new Refusal(409, error.message) : error;
}
