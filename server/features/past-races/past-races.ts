import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type { Logger } from '#server/observe/logger.ts';
import { tagOfBytes } from '#server/system/compressed-forms.mjs';
import { codeOf } from '#server/system/errors.mjs';
import { CachedBody } from '#server/web/cached-body.ts';
import { compileWords, foldSpellings } from '#shared/format/fold-text.ts';
import { compareText } from '#shared/scoring/order.ts';
import { FairQueue, SingleFlightCache } from '#server/web/single-flight-cache.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import {
  ARCHIVE_NAME,
  MANIFEST,
  type Manifest,
  type PublishedRunner,
  readManifest,
  readPublishedRunners,
  RUNNERS_FILE,
} from './manifest.ts';

export interface PastRace extends Manifest {
  readonly name: string;
}

interface Known {
  /** Identifies the version of the manifest file. */
  readonly of: string;
  readonly race: PastRace | undefined;
  /** Loaded at the first search. */
  runners?: readonly SearchedRunner[];
}

interface SearchedRunner extends PublishedRunner {
  readonly folded: string;
}

export interface FoundInRace {
  readonly race: PastRace;
  readonly runners: readonly PublishedRunner[];
}

export interface FoundRunners {
  /** Newest first. */
  readonly races: readonly FoundInRace[];
  /** The number found, but not listed. */
  readonly more: number;
}

/** Only these file types are served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
};
const PACKED = /^image\//;
/** Neither a hidden file nor the parent folder. */
const PART = /^[\w-][\w.-]{0,127}$/;
const MOST_PARTS = 6;

const MAX_RACES = 500;
const MAX_FILE_BYTES = 64_000_000;
const MAX_RUNNERS_BYTES = 16_000_000;
/** Of cached files, plain and compressed. */
const MAX_BYTES = 32_000_000;
const LIMITS = { inAll: 64, perNetwork: 16 };
/** Bounds a search to about 10 ms; runners of older races beyond this are not found. */
const MAX_SEARCHED = 50_000;
const MAX_FOUND = 100;
/** Limits how often requests make the folder be read. */
const LOOK_MS = 5 * SECOND_MS;

/**
 * The past races (PROTOCOL.md PA): a folder with one subfolder for each, made by
 * `npm run race -- publish --archive NAME`. Subfolders may appear, change and disappear at any time.
 */
export class PastRaces {
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #queue = new FairQueue(LIMITS);
  readonly #bodies = new SingleFlightCache<CachedBody>({
    maxBytes: MAX_BYTES,
    bytesOf: ({ size }) => 2 * size,
    queue: this.#queue,
  });
  #known: ReadonlyMap<string, Known> = new Map();
  #looked: { readonly atMs: number; readonly races: Promise<readonly PastRace[]> } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, logger: Logger) {
    this.#folder = folder;
    this.#logger = logger;
  }

  /** Reports the number of races now and every minute. */
  start(report: (count: number) => void): void {
    const look = (): void => void this.list().then(({ length }) => report(length));
    look();
    this.#timer = setInterval(look, MINUTE_MS);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Newest first. */
  list(): Promise<readonly PastRace[]> {
    const nowMs = performance.now();
    if (!this.#looked || nowMs - this.#looked.atMs >= LOOK_MS) {
      this.#looked = { atMs: nowMs, races: this.#look() };
    }
    return this.#looked.races;
  }

  async find(name: string): Promise<PastRace | undefined> {
    return (await this.list()).find((race) => race.name === name);
  }

  /** Searches all races for runners by name, bib or club; `from` is the caller's address. */
  search(text: string, from: string): Promise<FoundRunners> {
    return this.#queue.run(from, async () => {
      const find = compileWords(text, (word) => /\d/.test(word));
      const races: FoundInRace[] = [];
      let [searched, found, listed] = [0, 0, 0];
      for (const race of find ? await this.list() : []) {
        const all = (await this.#readRunners(race.name)).slice(0, MAX_SEARCHED - searched);
        searched += all.length;
        const matching = all.filter(({ folded }) => find?.(folded));
        const runners = matching.slice(0, MAX_FOUND - listed);
        found += matching.length;
        listed += runners.length;
        if (runners.length > 0) races.push({ race, runners });
      }
      return { races, more: found - listed };
    });
  }

  async #readRunners(name: string): Promise<readonly SearchedRunner[]> {
    const known = this.#known.get(name);
    if (!known) return [];
    if (!known.runners) {
      const folder = join(this.#folder, name);
      const file = await stat(join(folder, RUNNERS_FILE)).catch(() => undefined);
      const isUsable = file !== undefined && file.size <= MAX_RUNNERS_BYTES;
      const runners = isUsable ? await readPublishedRunners(folder) : [];
      known.runners = runners.map((runner) => {
        const folded = foldSpellings([runner.name, runner.bib, ...runner.details].join(' '));
        return Object.assign(runner, { folded });
      });
    }
    return known.runners;
  }

  /**
   * A file of a race by the decoded parts of its path; undefined for other files, also behind symbolic links. `from` is
   * the caller's address.
   */
  async read(
    name: string,
    parts: readonly string[],
    from: string,
  ): Promise<CachedBody | undefined> {
    const type = TYPES[extname(parts.at(-1) ?? '')];
    const isPath = parts.length <= MOST_PARTS && parts.every((part) => PART.test(part));
    if (!type || !isPath || !(await this.find(name))) return undefined;
    try {
      const path = join(await realpath(this.#folder), name, ...parts);
      if ((await realpath(path)) !== path) return undefined;
      const { size, mtimeMs, ino } = await stat(path);
      if (size > MAX_FILE_BYTES) return undefined;
      return await this.#bodies.get(`${path} ${ino} ${size} ${mtimeMs}`, from, () =>
        readBody(path, type),
      );
    } catch (error) {
      // Missing, or removed since.
      if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '')) return undefined;
      throw error;
    }
  }

  /** Keeps the known races if the folder is unreadable. */
  async #look(): Promise<readonly PastRace[]> {
    try {
      const entries = await readdir(this.#folder, { withFileTypes: true });
      const names = entries
        .filter((entry) => entry.isDirectory() && ARCHIVE_NAME.test(entry.name))
        .slice(0, MAX_RACES)
        .map((entry) => entry.name);
      const known = new Map<string, Known>();
      for (const name of names) known.set(name, await this.#readOne(name));
      this.#known = known;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') this.#known = new Map();
      else this.#logger.warn({ err: error }, 'Cannot read the past races; keeping the known ones');
    }
    return [...this.#known.values()]
      .flatMap(({ race }) => race ?? [])
      .toSorted((a, b) => compareText(b.date, a.date) || compareText(a.name, b.name));
  }

  async #readOne(name: string): Promise<Known> {
    const folder = join(this.#folder, name);
    const found = await stat(join(folder, MANIFEST)).catch(() => undefined);
    if (!found || found.size > MAX_FILE_BYTES) return { of: '', race: undefined };
    const of = `${found.ino} ${found.size} ${found.mtimeMs}`;
    const known = this.#known.get(name);
    if (known?.of === of) return known;
    const head = await readManifest(folder);
    return { of, race: head && { ...head, name } };
  }
}

async function readBody(path: string, type: string): Promise<CachedBody> {
  const bytes = await readFile(path);
  return new CachedBody({
    bytes,
    type,
    etag: `"${tagOfBytes(bytes)}"`,
    isPacked: PACKED.test(type),
  });
}
