import {
  type Correction,
  type CorrectionAction,
  MAX_CORRECTIONS,
} from '#shared/model/correction.ts';

import { decodeCorrection, encodeCorrection } from './codec-of-decisions.ts';
import { commit } from './commit.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

export type CorrectionOutcome =
  /** Without a version when nothing had to be changed. */
  | { readonly kind: 'done'; readonly version?: number }
  /** There are {@link MAX_CORRECTIONS} already. */
  | { readonly kind: 'too-many' }
  /** The runners and scans that it was decided on were replaced. */
  | { readonly kind: 'replaced' }
  /** There is none with this id. */
  | { readonly kind: 'unknown' };

/** The organisers' corrections of reads (RULES.md CR). */
export class CorrectionRecords {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** Makes a correction of reads as they were in this epoch. An existing one of the same id stays. */
  async put(correction: Correction, epoch: string): Promise<CorrectionOutcome> {
    const { meta, corrections } = this.#keys;
    const { correctionId, by, reads, action, reason } = correction;
    if (await this.#client.hExists(corrections, correctionId)) return { kind: 'done' };
    if ((await this.#client.hLen(corrections)) >= MAX_CORRECTIONS) return { kind: 'too-many' };
    const field = { key: corrections, field: correctionId };
    const outcome = await commit(this.#client, this.#keys, {
      expect: [{ key: meta, field: 'epoch', value: epoch }, field],
      set: [{ ...field, value: encodeCorrection(correction) }],
      ops: [{ op: 'put-correction', correction }],
      audit: {
        by,
        action: 'correct-reads',
        after: { correctionId, reads, action: summarise(action), reason },
      },
    });
    if (outcome.ok) return { kind: 'done', version: outcome.value.version };
    return outcome.error.stale === 0 ? { kind: 'replaced' } : { kind: 'done' };
  }

  /** Takes a correction back: the original reads count again. */
  async remove(correctionId: string, by: string): Promise<CorrectionOutcome> {
    const { corrections } = this.#keys;
    const text = await this.#client.hGet(corrections, correctionId);
    if (text === null) return { kind: 'unknown' };
    const reading = decodeCorrection(correctionId, text);
    const field = { key: corrections, field: correctionId };
    const outcome = await commit(this.#client, this.#keys, {
      expect: [{ ...field, value: text }],
      del: [field],
      ops: [{ op: 'delete-correction', correctionId }],
      audit: {
        by,
        action: 'uncorrect-reads',
        before: reading.ok
          ? { ...reading.value, action: summarise(reading.value.action) }
          : { correctionId },
      },
    });
    return outcome.ok
      ? { kind: 'done', version: outcome.value.version }
      : // A correction is never changed: somebody else took it back at the same moment.
        { kind: 'unknown' };
  }
}

/** A list as its size: the times stand among the reads. */
function summarise(action: CorrectionAction): object {
  if (action.kind !== 'list') return action;
  const { kind, point, reads } = action;
  return { kind, point, reads: reads.length };
}
