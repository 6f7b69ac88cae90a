import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { codeOf } from '#server/system/errors.mjs';
import { z } from 'zod';

/** In each folder made by `npm run race -- publish` (COMMANDS.md PU3). */
export const MANIFEST = 'race.json';

export const ARCHIVE_NAME = /^[a-z\d][a-z\d-]{0,63}$/;

const manifestSchema = z.object({
  format: z.literal('splitcast-archive'),
  /** Incremented for incompatible changes. */
  formatVersion: z.literal(1),
  title: z.string(),
  /** `YYYY-MM-DD` in the race's zone; empty without a start. */
  date: z.string(),
  distances: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      listed: z.int().nonnegative(),
      finished: z.int().nonnegative(),
      /** The first woman and man; without a time if ranked by laps. */
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
  /** `YYYY-MM-DD-HH-mm-ss` in the race's zone. */
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
    /** `1:48:06`, `DNF`; empty for a runner still on course. */
    time: z.string(),
    /** Relative to the folder of each language. */
    page: z.string().regex(/^runners\/[\w/-]+\.html$/),
  }),
);

export type PublishedRunner = z.infer<typeof runnersSchema>[number];

export type Manifest = z.infer<typeof manifestSchema>;
export type FirstFinisher = Manifest['distances'][number]['first'][number];

/** Undefined if missing or invalid. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  return manifestSchema.safeParse(await readJson(join(folder, MANIFEST))).data;
}

/** Empty if missing or invalid. */
export async function readPublishedRunners(folder: string): Promise<readonly PublishedRunner[]> {
  return runnersSchema.safeParse(await readJson(join(folder, RUNNERS_FILE))).data ?? [];
}

/** Undefined if missing or not JSON. */
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
