import type { PageListener } from '#client/live/page-signals.ts';
import { RaceFeed } from '#client/live/race-feed.ts';
import type { RaceHttp } from '#client/live/race-http.ts';
import { RaceStore } from '#client/live/race-store.tsx';
import { ServerClock } from '#client/live/server-clock.ts';
import { browserTimers } from '#client/live/timers.ts';
import { parseCompactSnapshot, parseConfig } from '#client/live/wire-guards.ts';
import { presentAll } from '#shared/scoring/present-standings.ts';
import { type Head, tagOf } from '#shared/wire/http-api.ts';
import { EMPTY_CACHE } from '#tests/client/support/start-feed.ts';
import type { View } from '#tests/harness/check-history.ts';
import { digestRows } from '#tests/harness/shown-race.ts';

import { NetworkLink } from './network.ts';
import { type FeedFaults, PageSocket } from './page-socket.ts';
import type { WebInstance } from './web-instance.ts';
import { Process, type World } from './world.ts';

const TIMEOUT_MS = 45_000;

/** A spectator's page without the page: all of `client/live` that follows a race. */
export class Page {
  readonly process: Process;
  readonly link: NetworkLink;
  readonly links: readonly NetworkLink[];
  readonly #world: World;
  readonly #webs: readonly WebInstance[];
  readonly #faults: FeedFaults;
  #store = new RaceStore();
  #listeners = new Set<PageListener>();
  #isHidden = false;
  #last: Head | undefined;
  #wentBack = 0;

  constructor(world: World, name: string, webs: readonly WebInstance[], faults: FeedFaults) {
    this.#world = world;
    this.#webs = webs;
    this.#faults = faults;
    this.process = new Process(name);
    this.link = new NetworkLink(world, this.process);
    this.links = [this.link];
  }

  start(): void {
    const store = new RaceStore();
    this.#store = store;
    this.#last = undefined;
    this.#listeners = new Set();
    store.subscribe(() => this.#look(store));
    const socket = new PageSocket(this.link, () => this.#choose(), this.#faults);
    const feed = new RaceFeed({
      store,
      http: this.#createHttp(),
      socket: socket.asSocket,
      clock: new ServerClock(),
      timers: browserTimers,
      signals: {
        isOnline: () => true,
        isHidden: () => this.#isHidden,
        listen: (listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
      },
      reloadPage: () => false,
      random: () => this.#world.random.between(0, 1),
      cache: EMPTY_CACHE,
    });
    feed.start();
  }

  die(): void {}

  /** Somebody looks at it again, or puts it away. */
  show(isHidden: boolean): void {
    this.#isHidden = isHidden;
    for (const { onHide, onWake } of this.#listeners) (isHidden ? onHide : onWake)();
  }

  get head(): Head | undefined {
    return this.#store.replica.head;
  }

  get view(): View {
    const { replica } = this.#store;
    const digest = digestRows(presentAll(replica.standings));
    return { name: this.process.name, head: replica.head, digest, wentBack: this.#wentBack };
  }

  #choose(): WebInstance {
    return this.#world.random.pick(this.#webs);
  }

  #look({ replica: { head } }: RaceStore): void {
    const last = this.#last;
    if (head && last?.epoch === head.epoch && head.version < last.version) this.#wentBack += 1;
    this.#last = head;
  }

  #createHttp(): RaceHttp {
    return {
      fetchSnapshot: async (head) => {
        const { etag, text } = await this.#ask('/api/compact');
        if (head && tagOf(head) === etag) return 'unchanged';
        return (await parseCompactSnapshot(JSON.parse(text))) ?? fail();
      },
      fetchConfig: async () => parseConfig(JSON.parse((await this.#ask('/config')).text)) ?? fail(),
      fetchRunner: fail,
      fetchStartList: fail,
      abandonStale: () => undefined,
    };
  }

  #ask(path: '/api/compact' | '/config'): Promise<{ etag: string; text: string }> {
    const web = this.#choose();
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(new Error('the server cannot be reached'));
      const timeout = setTimeout(giveUp, TIMEOUT_MS);
      this.link.connect(
        web.process,
        giveUp,
        (made) => {
          const answer = async (): Promise<void> => {
            const found = await web.answer(path);
            made.tell(() => {
              clearTimeout(timeout);
              made.drop();
              if (found) resolve(found);
              else giveUp();
            });
          };
          made.ask(() => void answer());
        },
        giveUp,
      );
    });
  }
}

function fail(): Promise<never> {
  return Promise.reject(new Error('is not asked for here, or of an unknown shape'));
}
