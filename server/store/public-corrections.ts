import { parseJsonObject } from '#shared/model/json-object.ts';
import { CORRECTION_REASONS, type PublicCorrection, versionOf } from '#shared/news/corrections.ts';

import { StoredRecords } from './redis-connection.ts';

/** The newest ones are kept: some 3 kB each at the very most. */
export const MOST_CORRECTIONS_KEPT = 100;

/** The public corrections, with the former results, which are nowhere else in the record. */
export class PublicCorrectionRecords extends StoredRecords {
  /** Newest first. */
  async read(): Promise<readonly PublicCorrection[]> {
    const { publicCorrections } = this.keys;
    const entries = Object.entries(await this.client.hGetAll(publicCorrections));
    const known = entries.flatMap(([, text]) => parseCorrection(text) ?? []).toSorted(newestFirst);
    const kept = known.slice(0, MOST_CORRECTIONS_KEPT);
    const ids = new Set(kept.map(({ id }) => id));
    const old = entries.map(([field]) => field).filter((field) => !ids.has(field));
    // An unreadable one is dropped with the old ones, once there are too many.
    if (old.length > 0 && entries.length > MOST_CORRECTIONS_KEPT) {
      await this.client.hDel(publicCorrections, old);
    }
    return kept;
  }

  /** If two instances found the same correction, the first one counts. */
  async note(correction: PublicCorrection): Promise<void> {
    const { publicCorrections } = this.keys;
    await this.client.hSetNX(publicCorrections, correction.id, JSON.stringify(correction));
  }
}

/** By the versions that made them, since clocks of instances differ. */
export function newestFirst(a: PublicCorrection, b: PublicCorrection): number {
  return versionOf(b) - versionOf(a) || b.atMs - a.atMs;
}

/** Undefined for an unreadable one. */
function parseCorrection(text: string): PublicCorrection | undefined {
  const { id, atMs, reason, lines } = parseJsonObject(text) ?? {};
  const isCorrection =
    typeof id === 'string' &&
    Number.isFinite(atMs) &&
    CORRECTION_REASONS.some((one) => one === reason) &&
    Array.isArray(lines);
  return isCorrection ? (parseJsonObject(text) as unknown as PublicCorrection) : undefined;
}
