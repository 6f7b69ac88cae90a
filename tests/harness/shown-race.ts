import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { isPlainObject } from '#shared/model/json-object.ts';
import type { Result } from '#shared/model/result.ts';
import { presentAll } from '#shared/scoring/present-standings.ts';
import type { ConfigBody, Head, ResultsBody } from '#shared/wire/http-api.ts';
import { type OpenFeed, startFeed } from '#tests/client/support/start-feed.ts';

import type { View } from './check-history.ts';

/** The same for equal lists, in whatever order the fields of a row come. */
function digestRows(rows: readonly Result[]): string {
  const text = JSON.stringify(rows, (_name, value: unknown) =>
    isPlainObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('hex');
}

/** Of all that everybody has to show: the list and the title of the race. */
export function digestShown(rows: readonly Result[], title: string | undefined): string {
  return `${digestRows(rows)} ${title}`;
}

/** What an instance answers to GET /api and GET /config. */
export async function readInstance(name: string, url: string): Promise<View> {
  // Of its workers each new connection gets the next: both questions go to one of them.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const results = await getJson<ResultsBody>(`${url}/api`, agent);
    const config = await getJson<ConfigBody>(`${url}/config`, agent);
    if (!results) return { name, head: undefined, digest: '', wentBack: 0 };
    const { epoch, version, runners } = results;
    const digest = digestShown(runners.data, config?.pageTitle);
    return { name, head: { epoch, version }, digest, wentBack: 0 };
  } finally {
    agent.destroy();
  }
}

/** Undefined for any answer but 200. */
async function getJson<Body>(url: string, agent: Agent): Promise<Body | undefined> {
  const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  const body = await text(answer);
  return answer.statusCode === 200 ? (JSON.parse(body) as Body) : undefined;
}

/** A spectator's page, without the page: the very code that pages follow the race with. */
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
    const rows = presentAll(store.replica.standings);
    const digest = digestShown(rows, store.getSnapshot().config?.pageTitle);
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
