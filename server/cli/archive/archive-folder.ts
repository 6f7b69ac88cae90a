import { existsSync, renameSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { CommandError, explainDisk } from '#server/system/command-error.ts';
import { type Manifest, MANIFEST, readManifest } from '#server/features/past-races/manifest.ts';
import { ifMissing } from '#server/system/errors.mjs';

/** A file of a published race: its path in the folder, with `/`, and its content. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: string | Uint8Array;
}

/**
 * Writes a published race to a folder, all or nothing (COMMANDS.md PU3): it is written next to the folder and renamed at
 * the end, so that an earlier one stays complete until then. Returns the number of files.
 * @throws {CommandError} for a folder with other files, and for one that cannot be written
 */
export async function writeArchive(
  given: string,
  manifest: Manifest,
  files: AsyncIterable<ArchiveFile>,
): Promise<number> {
  const folder = resolve(given);
  const sibling = (what: string): string => join(dirname(folder), `.${basename(folder)}.${what}`);
  const [partial, before] = [sibling('partial'), sibling('before')];
  const explain = (reason: string): string =>
    `Nothing was published: ${folder} cannot be written (${reason}). Make room there, or name another folder; ` +
    'on a stick a folder within it.';
  return explainDisk(async () => {
    await mkdir(dirname(folder), { recursive: true });
    try {
      // An earlier run was interrupted between the two renames.
      if (existsSync(before) && !existsSync(folder)) renameSync(before, folder);
      await requireOwnOrEmpty(folder);
      await rm(partial, { recursive: true, force: true });
      const count = await writeFiles(partial, files);
      await writeFile(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
      await rm(before, { recursive: true, force: true });
      if (existsSync(folder)) renameSync(folder, before);
      renameSync(partial, folder);
      await rm(before, { recursive: true, force: true });
      return count;
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }, explain);
}

async function requireOwnOrEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(ifMissing([]));
  if (names.length === 0 || (await readManifest(folder))) return;
  throw new CommandError(
    `${folder} is not empty, and what is in it was not published by this command: name a new folder, such as ${join(folder, 'results')}.`,
  );
}

/** Returns the number of files. */
async function writeFiles(root: string, files: AsyncIterable<ArchiveFile>): Promise<number> {
  await mkdir(root);
  const folders = new Set<string>();
  let count = 0;
  for await (const { path, bytes } of files) {
    const target = join(root, path);
    if (!folders.has(dirname(target))) {
      await mkdir(dirname(target), { recursive: true });
      folders.add(dirname(target));
    }
    count += 1;
    // A duplicate path would be a lost page.
    await writeFile(target, bytes, { flag: 'wx' });
  }
  return count;
}
