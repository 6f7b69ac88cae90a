import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { ImportOutcome } from '#server/features/import/import-outcome.ts';
import {
  importOptionsOf,
  presentFaults,
  presentImported,
  presentMerged,
  previewImport,
} from '#server/features/import/import-runners.ts';
import { planMerge } from '#server/features/import/merge-runners.ts';
import { getMapping } from '#server/features/import/parse-mapping.ts';
import { readRunners } from '#server/features/import/read-runners.ts';
import { refuseMoreScans } from '#server/store/replace-runners.ts';
import type { BackupEntry, ImportMode } from '#shared/wire/import-api.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { type FakeWire, WireAnswer } from './fake-wire.ts';

const RACE = importOptionsOf(buildConfig(), 0);

/** The present record. */
export interface PresentRecord {
  runners: number;
  scans: number;
  wornBands: string[];
  entries: Runner[];
  /** The note on each of `entries`; empty for none. */
  happened: string;
}

/** Answers previews and imports with the server's own code. */
export function serveImports(wire: FakeWire, given: Partial<PresentRecord> = {}): void {
  const present: PresentRecord = {
    runners: 2,
    scans: 0,
    wornBands: [],
    entries: [],
    happened: '',
    ...given,
  };
  const backups: BackupEntry[] = [];
  wire.answer('GET /chips', new WireAnswer(200, 'code,band\n'));
  wire.answer('GET /backups', () => backups);
  wire.answer('POST /upload/preview', async ({ body }) => {
    const { runners, scans, wornBands } = present;
    const isUsed = scans > 0 || wornBands.length > 0;
    const mode = (body.get('mode') ?? (isUsed ? 'merge' : 'replace')) as ImportMode;
    const reading = await readSent(body, present, mode);
    const isMerge = mode === 'merge' && reading.faultCount === 0;
    const plan = isMerge
      ? await planMerge(reading, present.entries, RACE, () => present.happened)
      : undefined;
    return previewImport(reading, mode, { runners, scans }, plan);
  });
  wire.answer('POST /upload', async ({ body }) => {
    const reading = await readSent(body, present, body.get('mode') as ImportMode);
    if (reading.faultCount > 0) return new WireAnswer(400, presentFaults(reading));
    if (body.get('mode') === 'merge') {
      return presentMerged(reading, await planMerge(reading, present.entries, RACE));
    }
    const agreed = Number(body.get('confirm'));
    if (present.scans > agreed) {
      return new WireAnswer(409, refuseMoreScans(present.scans, agreed).message);
    }
    backups.unshift(buildBackup({ runners: present.runners, scans: present.scans }));
    Object.assign(present, { runners: reading.runners.length, scans: 0 });
    return presentImported(reading);
  });
}

export function buildBackup(given: Partial<BackupEntry> = {}): BackupEntry {
  return {
    backupId: 'b1',
    at: '2026-06-20T08:12:40.000Z',
    by: 'sian@race.local',
    reason: 'import',
    version: 7,
    runners: 2,
    scans: 4,
    ...given,
  };
}

async function readSent(
  body: FormData,
  { wornBands }: PresentRecord,
  mode: ImportMode,
): Promise<ImportOutcome> {
  const file = body.get('file');
  if (!(file instanceof File)) throw new Error('The form has no file.');
  return readRunners(new Uint8Array(await file.arrayBuffer()), {
    ...importOptionsOf(buildConfig({ distances: 'Half,Full,Ultra' }), Date.UTC(2026, 5, 20)),
    wornBands,
    mapping: getMapping(body.get('mapping') ?? undefined, USUAL_COURSES),
    isMerge: mode === 'merge',
  });
}
