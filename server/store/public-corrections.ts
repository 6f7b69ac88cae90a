import * as z from 'zod/mini';

import { CORRECTION_REASONS, type PublicCorrection, versionOf } from '#shared/news/corrections.ts';

import { parseAs } from './codec.ts';
import { StoredRecords } from './redis-connection.ts';

/** Each takes at most about 3 kB. */
export const MOST_CORRECTIONS_KEPT = 100;

const correctionRecord = z.looseObject({
  id: z.string(),
  atMs: z.number(),
  reason: z.enum(CORRECTION_REASONS),
  lines: z.array(z.any()),
});

/** The public corrections; only they have the former results. */
export class PublicCorrectionRecords extends StoredRecords {
  /** Newest first. */
  async read(): Promise<readonly PublicCorrection[]> {
    const { publicCorrections } = this.keys;
    const entries = Object.entries(await this.client.hGetAll(publicCorrections));
    const known = entries
      .flatMap(
        ([, text]) => (parseAs(correctionRecord, text) as PublicCorrection | undefined) ?? [],
      )
      .toSorted(newestFirst);
    const kept = known.slice(0, MOST_CORRECTIONS_KEPT);
    const ids = new Set(kept.map(({ id }) => id));
    const old = entries.map(([field]) => field).filter((field) => !ids.has(field));
    // Unreadable ones are dropped with the old ones, once there are too many.
    if (old.length > 0 && entries.length > MOST_CORRECTIONS_KEPT) {
      await this.client.hDel(publicCorrections, old);
    }
    return kept;
  }

  /** Of two instances that found the same correction the first wins. */
  async note(correction: PublicCorrection): Promise<void> {
    const { publicCorrections } = this.keys;
    await this.client.hSetNX(publicCorrections, correction.id, JSON.stringify(correction));
  }
}

/** By version, since the clocks of instances differ. */
function newestFirst(a: PublicCorrection, b: PublicCorrection): number {
  return versionOf(b) - versionOf(a) || b.atMs - a.atMs;
}
