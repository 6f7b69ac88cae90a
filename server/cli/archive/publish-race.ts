import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CommandError } from '#server/system/command-error.ts';
import type { ServerConfig } from '#server/config/config.ts';
import { ARCHIVE_NAME } from '#server/features/past-races/manifest.ts';
import { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { findResultsState } from '#shared/model/race-config.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

import { describeArchive, listArchiveFiles, listDistances } from './archive-files.ts';
import { writeArchive } from './archive-folder.ts';

interface PublishOptions {
  /** The folder to write; unused with `archive`. */
  readonly folder: string;
  /** The name under which the service shows it. */
  readonly archive: string | undefined;
  /** The built page, with the default pictures and the styles. */
  readonly pageRoot: string;
}

/**
 * `race publish`: writes the race as a static site; returns the exit status.
 * @throws {CommandError} for results that are not official
 */
export async function runPublish(
  store: RaceStore,
  { racesDir }: Pick<ServerConfig, 'racesDir'>,
  { folder: given, archive, pageRoot }: PublishOptions,
): Promise<number> {
  const folder = archive === undefined ? given : join(racesDir, requireName(archive));
  const record = await store.readRecord();
  const race = new LiveRace();
  race.load(record.head, record);
  requireResults(race);
  const read = (name: string): Promise<Buffer> => readFile(join(pageRoot, name));
  const pictures = {
    logo: (await store.pictures.find('logo'))?.bytes ?? (await read('logo.png')),
    background: (await store.pictures.find('background'))?.bytes ?? (await read('background.jpg')),
  };
  const styles = `${String(await read('plain.css'))}\n${String(await read('archive.css'))}`;
  const files = listArchiveFiles({ race, pictures, styles });
  const count = await writeArchive(folder, describeArchive(race), files);
  console.log(
    `${folder}: ${race.standings.size} runners in ${count} files, version ${record.head.version}.`,
  );
  console.log(
    archive === undefined
      ? `Open index.html there, or put the folder on any web server.`
      : `The service shows it at /races/${archive}/ within a minute.`,
  );
  return 0;
}

function requireName(name: string): string {
  if (ARCHIVE_NAME.test(name)) return name;
  throw new CommandError(
    `${quoteGiven(name)} cannot be part of an address: use small letters, digits and dashes, such as ras-beca-2026.`,
  );
}

function requireResults(race: LiveRace): void {
  if (race.standings.size === 0) {
    throw new CommandError('Nothing was published: there are no results yet.');
  }
  if (findResultsState(listDistances(race), race.config) === 'official') return;
  throw new CommandError(
    'Nothing was published: the results are not official. Make them official on Control first.',
  );
}
