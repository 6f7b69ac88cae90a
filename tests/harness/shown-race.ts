import { createHash } from 'node:crypto';

import { isPlainObject } from '#shared/model/json-object.ts';
import type { Result } from '#shared/model/result.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import type { Head, ResultsBody } from '#shared/wire/http-api.ts';
import { type OpenFeed, startFeed } from '#tests/client/support/start-feed.ts';

import type { View } from './check-history.ts';

/** Independent of the order of fields in a row. */
export function digestRows(rows: readonly Result[]): string {
  const text = JSON.stringify(rows, (_name, value: unknown) =>
    isPlainObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('hex');
}

/** The answer of an instance to GET /api. */
export async function readInstance(name: string, url: string): Promise<View> {
  const answer = await fetch(`${url}/api`);
  if (answer.status !== 200) return { name, head: undefined, digest: '', wentBack: 0 };
  const { epoch, version, runners } = (await answer.json()) as ResultsBody;
  return { name, head: { epoch, version }, digest: digestRows(runners.data), wentBack: 0 };
}

/** The part of a spectator's page that follows the race. */
export class Viewer {
  readonly page: OpenFeed;
  readonly #name: string;
  #last: Head | undefined;
  #wentBack = 0;

  constructor(name: string, url: string) {
    this.#name = name;
    this.page = startFeed(url);
    this.page.store.subscribe(() => this.#look());
  }

  get view(): View {
    const { store } = this.page;
    const digest = digestRows(presentAll(store.replica.standings));
    return { name: this.#name, head: store.replica.head, digest, wentBack: this.#wentBack };
  }

  stop(): void {
    this.page.feed.stop();
  }

  #look(): void {
    const { head } = this.page.store.replica;
    const last = this.#last;
    if (head && last?.epoch === head.epoch && head.version < last.version) this.#wentBack += 1;
    this.#last = head;
  }
}
