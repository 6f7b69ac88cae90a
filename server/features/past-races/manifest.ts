import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { codeOf } from '#server/system/errors.mjs';
import { z } from 'zod';

/** This file marks a folder made by `npm run race -- publish` (COMMANDS.md PU3). */
export const MANIFEST = 'race.json';

export const ARCHIVE_NAME = /^[a-z\d][a-z\d-]{0,63}$/;

const headSchema = z.object({
  format: z.literal('splitcast-archive'),
  /** Raised when readers of older files cannot read these. */
  formatVersion: z.literal(1),
  title: z.string(),
  /** `YYYY-MM-DD` in the race's zone; empty where no start was set. */
  date: z.string(),
  distances: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** In the results, and how many of these finished. */
      listed: z.int().nonnegative(),
      finished: z.int().nonnegative(),
      /** The first woman and the first man; no time where laps rank. */
      first: z.array(
        z.object({
          sex: z.enum(['F', 'M']),
          name: z.string(),
          totalMs: z.int().nonnegative().nullable(),
        }),
      ),
    }),
  ),
  /** The head of the race that was published. */
  epoch: z.string(),
  version: z.int().nonnegative(),
  /** `YYYY-MM-DD-HH-mm-ss` in the race's zone; empty for provisional results. */
  officialAt: z.string(),
});

/** Lists the named runners of a published race for the search of `/races`. */
export const RUNNERS_FILE = 'files/runners.json';

const runnersSchema = z.array(
  z.object({
    name: z.string(),
    bib: z.string(),
    /** Club, category and distance, as on the runner's page. */
    details: z.array(z.string()),
    place: z.int().positive().nullable(),
    /** `1:48:06`, `DNF`; empty for a runner who was still out. */
    time: z.string(),
    /** The runner's page, in the folder of each language. */
    page: z.string().regex(/^runners\/[\w/-]+\.html$/),
  }),
);

export type PublishedRunner = z.infer<typeof runnersSchema>[number];

export type ManifestHead = z.infer<typeof headSchema>;
export type FirstFinisher = ManifestHead['distances'][number]['first'][number];

/** The whole file: also the SHA-256 of every other one, by its path within the folder. */
export interface Manifest extends ManifestHead {
  readonly files: Readonly<Record<string, string>>;
}

/** The manifest of a folder; undefined if there is none or it is unreadable. */
export async function readManifestHead(folder: string): Promise<ManifestHead | undefined> {
  return headSchema.safeParse(await readJson(join(folder, MANIFEST))).data;
}

/** The named runners of a folder; none if the list is missing or unreadable. */
export async function readPublishedRunners(folder: string): Promise<readonly PublishedRunner[]> {
  return runnersSchema.safeParse(await readJson(join(folder, RUNNERS_FILE))).data ?? [];
}

/** Undefined where there is no such file, or something other than JSON. */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) {
      return undefined;
    }
    throw error;
  }
}
