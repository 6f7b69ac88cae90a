import type { Dismissal } from '#shared/model/dismissal.ts';
import type { BandId } from '#shared/model/ids.ts';

import { decodeDismissal, encodeDismissal } from './codec.ts';
import { commit, type CommitPlan, expectField } from './commit.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** What became of putting a wristband aside, or of bringing it back. */
export type DismissalOutcome =
  /** No version when all was so already. */
  | { readonly kind: 'done'; readonly version?: number }
  /** Somebody wears the wristband. */
  | { readonly kind: 'worn' }
  /** The runners and scans it was decided on were replaced. */
  | { readonly kind: 'replaced' };

/** Which spare and test wristbands organisers put aside (RULES.md MS6). */
export class DismissalRecords {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** Puts a wristband aside whose scans were counted in this epoch, unless somebody wears it by now. */
  put(dismissal: Dismissal, epoch: string): Promise<DismissalOutcome> {
    const { bandId, by, scans } = dismissal;
    const { meta, bands, dismissals } = this.#keys;
    return this.#change(bandId, (text) =>
      text !== null && countScans(bandId, text) >= scans
        ? undefined
        : {
            expect: [
              { key: meta, field: 'epoch', value: epoch },
              { key: bands, field: bandId },
            ],
            set: [{ key: dismissals, field: bandId, value: encodeDismissal(dismissal) }],
            ops: [{ op: 'put-dismissal', dismissal }],
            audit: { by, action: 'dismiss-band', after: { bandId, scans } },
          },
    );
  }

  /** Brings a wristband back among those that ask for attention. */
  remove(bandId: BandId, by: string): Promise<DismissalOutcome> {
    return this.#change(bandId, (text) =>
      text === null
        ? undefined
        : {
            del: [{ key: this.#keys.dismissals, field: bandId }],
            ops: [{ op: 'delete-dismissal', bandId }],
            audit: { by, action: 'undismiss-band', before: { bandId } },
          },
    );
  }

  /** Decides on what is there, again and again until nobody moved it; deciding on nothing writes nothing. */
  async #change(
    bandId: BandId,
    plan: (text: string | null) => CommitPlan | undefined,
  ): Promise<DismissalOutcome> {
    const { dismissals } = this.#keys;
    for (;;) {
      const text = await this.#client.hGet(dismissals, bandId);
      const change = plan(text);
      if (!change) return { kind: 'done' };
      const expect = [...(change.expect ?? []), expectField(dismissals, bandId, text)];
      const outcome = await commit(this.#client, this.#keys, { ...change, expect });
      if (outcome.ok) return { kind: 'done', version: outcome.value.version };
      const stale = expect[outcome.error.stale];
      if (stale?.key === this.#keys.meta) return { kind: 'replaced' };
      if (stale?.key === this.#keys.bands) return { kind: 'worn' };
    }
  }
}

/** None for what cannot be read: putting the wristband aside writes it anew. */
function countScans(bandId: BandId, text: string): number {
  const reading = decodeDismissal(bandId, text);
  return reading.ok ? reading.value.scans : 0;
}
