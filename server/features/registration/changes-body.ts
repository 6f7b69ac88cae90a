import { presentChanges } from '#server/race/present-changes.ts';
import type { LatestChanges } from '#server/store/latest-changes.ts';

import { VersionedBody } from '#server/web/versioned-body.ts';

/** The body of GET /apiadmin/changes, made anew when something was logged and kept for all who ask. */
export class ChangesBody {
  readonly #read: () => Promise<LatestChanges>;
  #kept: VersionedBody | undefined;

  constructor(read: () => Promise<LatestChanges>) {
    this.#read = read;
  }

  async get(): Promise<VersionedBody> {
    const latest = await this.#read();
    const etag = `W/"${latest.epoch}-changes-${latest.changes[0]?.version ?? 0}"`;
    if (this.#kept?.etag === etag) return this.#kept;
    const body = new VersionedBody(etag, JSON.stringify(presentChanges(latest)));
    this.#kept = body;
    return body;
  }
}
