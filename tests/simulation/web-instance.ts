import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { pino } from 'pino';
import type { Server } from 'socket.io';

import type { Metrics } from '#server/observe/metrics.ts';
import { RaceBodies } from '#server/features/results/race-bodies.ts';
import { saveRunner } from '#server/features/registration/save-runner.ts';
import { RaceFollower } from '#server/race/follower.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { RaceStore } from '#server/store/race-store.ts';
import type { ConnectionWatch } from '#server/web/sockets/connection-watch.ts';
import { PublicFeed } from '#server/web/sockets/public-feed.ts';
import { PushPace } from '#server/web/sockets/push-pace.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { DurationMs } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { presentAll } from '#shared/scoring/present-standings.ts';
import type { View } from '#tests/harness/check-history.ts';
import type { SaveOperation } from '#tests/harness/history.ts';
import { digestRows } from '#tests/harness/shown-race.ts';

import { CONNECTIONS } from './course.ts';
import type { ModelRedis } from './model-redis.ts';
import { type Connection, NetworkLink } from './network.ts';
import { RACE_KEY, SETTINGS } from './scanner-process.ts';
import { WebClient } from './web-client.ts';
import { Process, type World } from './world.ts';

const logger = pino({ enabled: false });
const counter = { inc: () => undefined, observe: () => undefined };
/** Figures that nobody asks for. */
const metrics = new Proxy(
  {},
  { get: (_of, name) => (String(name).startsWith('observe') ? () => undefined : counter) },
);
const watch = { isCrowded: false };
const AS_IT_IS = {
  isPrivate: undefined,
  details: {},
  earlierBands: undefined,
  exchange: undefined,
  reason: undefined,
};

/** The library's end of a page's connection. */
export class ServerSocket extends EventEmitter {
  readonly id: string;
  readonly conn = {
    readyState: 'open',
    writeBuffer: [],
    transport: { socket: { bufferedAmount: 0 } },
  };
  readonly #send: (event: string, body: unknown) => void;

  constructor(id: string, send: (event: string, body: unknown) => void) {
    super();
    this.id = id;
    this.#send = send;
  }

  /** What comes from the page goes to `receive`: this sends to it. */
  override emit(event: string, body: unknown): boolean {
    this.#send(event, body);
    return true;
  }

  receive(event: string, ...given: readonly unknown[]): void {
    super.emit(event, ...given);
  }

  onAny(): void {}
}

/** An instance: the store, the follower, the race, the bodies and the public feed of the product. */
export class WebInstance {
  readonly process: Process;
  /** The networks of its two connections, as `CONNECTIONS` has them. */
  readonly links: readonly NetworkLink[];
  readonly history: SaveOperation[] = [];
  readonly #redis: ModelRedis;
  #store: RaceStore | undefined;
  #subscriber: WebClient | undefined;
  #race: LiveRace | undefined;
  #bodies: RaceBodies | undefined;
  #io = new EventEmitter();
  #sockets = new Map<string, ServerSocket>();
  #accepted = 0;
  /** What was submitted and is not answered, and over what. */
  #open = new Map<string, string>();

  constructor(world: World, name: string, redis: ModelRedis) {
    this.#redis = redis;
    this.process = new Process(name);
    this.links = CONNECTIONS.map(() => new NetworkLink(world, this.process));
  }

  start(): void {
    const [commands, messages] = this.links as [NetworkLink, NetworkLink];
    const store = new RaceStore(SETTINGS, RACE_KEY, logger, (_settings, _key, role) => {
      const isFollower = role === 'follower';
      const client = new WebClient(isFollower ? messages : commands, this.#redis);
      if (isFollower) this.#subscriber = client;
      return client.asClient;
    });
    const race = new LiveRace();
    const follower = new RaceFollower(store, race, logger, () => undefined);
    const io = new EventEmitter();
    const sockets = new Map<string, ServerSocket>();
    Object.assign(io, {
      of: () => ({ sockets }),
      to: (ids: readonly string[]) => ({
        emit: (event: string, body: unknown) => {
          for (const id of ids) sockets.get(id)?.emit(event, body);
        },
      }),
    });
    this.#io = io;
    this.#sockets = sockets;
    this.#store = store;
    this.#race = race;
    this.#bodies = new RaceBodies(race);
    new PublicFeed(
      io as unknown as Server,
      race,
      metrics as Metrics,
      logger,
      watch as ConnectionWatch,
      new PushPace(),
    ) satisfies object;
    void store.connect();
    void follower.start();
  }

  die(): void {
    this.#store = undefined;
    this.#race = undefined;
    this.#bodies = undefined;
    this.history.push(...this.#listOpen());
    this.#open = new Map();
  }

  /** A page's socket is there. */
  accept(connection: Connection, send: (event: string, body: unknown) => void): ServerSocket {
    this.#accepted += 1;
    const sockets = this.#sockets;
    const socket = new ServerSocket(`${this.process.life}-${this.#accepted}`, send);
    sockets.set(socket.id, socket);
    connection.onEnded = () => {
      sockets.delete(socket.id);
      socket.receive('disconnect');
    };
    this.#io.emit('connection', socket);
    return socket;
  }

  /** The text of a public answer; undefined while there is none. */
  async answer(
    path: '/api/compact' | '/config',
  ): Promise<{ etag: string; text: string } | undefined> {
    const bodies = this.#bodies;
    if (!bodies || !this.#race?.isLoaded) return undefined;
    const asked =
      path === '/config' ? bodies.getConfig(Date.now()) : bodies.getCompactResults(Date.now());
    const body = await asked;
    return { etag: body.etag, text: String(await body.encode('identity')) };
  }

  /** The next message is published unheard. */
  missNext(): void {
    if (this.#subscriber) this.#subscriber.missesNext = true;
  }

  /** An organiser gives a runner another club, over the state that this instance shows when they begin to type. */
  async save(runnerId: string, mark: string, typesMs: DurationMs): Promise<void> {
    const runner = this.#race?.findRunner(asRunnerId(runnerId));
    await delay(typesMs);
    const store = this.#store;
    if (!runner || !store || !this.#race) return;
    const over = runner.runClub;
    const { rev, earlierBandIds: _earlier, ...fields } = { ...runner, runClub: mark };
    const input = {
      kind: 'edit',
      runnerId: runner.runnerId,
      fields,
      options: AS_IT_IS,
      rev,
    } as const;
    this.#open.set(mark, over);
    const saved = await saveRunner(store.runners, input, 'organiser', this.#race.config).catch(
      () => undefined,
    );
    if (!this.#open.delete(mark)) return;
    const outcome = saved ? (saved.reply.result === 'Success' ? 'ok' : 'failed') : 'unknown';
    this.history.push({ kind: 'save', mark, over, outcome });
  }

  endHistory(): readonly SaveOperation[] {
    return [...this.history, ...this.#listOpen()];
  }

  #listOpen(): readonly SaveOperation[] {
    return [...this.#open].map(([mark, over]) => ({
      kind: 'save',
      mark,
      over,
      outcome: 'unknown',
    }));
  }

  /** Where it stands; undefined before it has loaded the race. */
  get head(): Head | undefined {
    return this.#race?.isLoaded ? this.#race.head : undefined;
  }

  get view(): View {
    const digest = this.#race ? digestRows(presentAll(this.#race.standings)) : '';
    return { name: this.process.name, head: this.head, digest, wentBack: 0 };
  }
}
