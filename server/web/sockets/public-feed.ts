import { LRUCache } from 'lru-cache';
import type { Server, Socket } from 'socket.io';
import * as z from 'zod';
import type { Logger } from '#server/observe/logger.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { presentConfig } from '#server/race/present-config.ts';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';
import {
  type Hello,
  type PublicClientEvents,
  type PublicServerEvents,
  type ResumeReply,
} from '#shared/wire/socket-events.ts';
import { broadcast } from './broadcast.ts';
import { ConflatedPush, type PushPace } from './push-pace.ts';
import { Budget } from '#server/web/budget.ts';
import { breakOff, type ConnectionWatch, countWaitingBytes, dropMessage } from './connection.ts';

type PublicSocket = Socket<PublicClientEvents, PublicServerEvents>;

/** A viewer has no reason to resume more often: one answer brings it up to date. */
const RESUMES = { atOnce: 20, perSecond: 2 };
/** Unread bytes, beyond which a viewer gets no delta of its own. */
const MAX_UNREAD_BYTES = 32_000;
const EVENTS: ReadonlySet<unknown> = new Set<keyof PublicClientEvents>(['resume']);

interface PublicFeedParts {
  readonly io: Server;
  readonly race: LiveRace;
  /** The build of the page. */
  readonly build: string;
  readonly watch: ConnectionWatch;
  readonly pace: PushPace;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/**
 * Namespace `/`: pushes each change to all viewers (PROTOCOL.md PR5 to PR24).
 *
 * 1. `createSocketServer` lets a connection in by its origin and the number of slots.
 * 2. Every viewer is sent `hello` with the head, at once or as soon as the race is loaded.
 * 3. The race advances: one delta is sent to all (`broadcast`), as often as the load allows (`PushPace`).
 * 4. Without a delta to the new head, as after an import, `resync` sends everyone to GET /api.
 * 5. A viewer sends `resume`; the delta for each version is made once and kept for the crowd.
 * 6. `ConnectionWatch` cuts off connections that flood or do not read.
 */
export class PublicFeed {
  readonly #parts: PublicFeedParts;
  readonly #answers: ResumeAnswers;
  readonly #push: ConflatedPush;
  /** The last head that everyone connected has; undefined before the race is loaded. */
  #sentHead: Head | undefined;
  /** When Redis took the scans in the next message. */
  #arrivals: EpochMs[] = [];

  constructor(parts: PublicFeedParts) {
    const { io, race, metrics, pace } = parts;
    this.#parts = parts;
    this.#answers = new ResumeAnswers(race);
    this.#sentHead = race.isLoaded ? race.head : undefined;
    this.#push = new ConflatedPush(() => this.#send(), pace);
    race.on('scanned', (arrivedMs) => this.#arrivals.push(arrivedMs));
    race.on('advanced', () => this.#push.request());
    race.on('reloaded', () => this.#restart());
    race.on('config', () => this.#sendConfig());
    io.on('connection', (socket) => this.#welcome(socket));
    metrics.observe({ viewers: () => io.of('/').sockets.size });
  }

  close(): void {
    this.#push.close();
  }

  #sendConfig(): void {
    broadcast(this.#parts.io, 'config', presentConfig(this.#parts.race, Date.now()));
  }

  /** The race was loaded, for the first time or again. No delta leads across a load, so what is sent next is a `resync`. */
  #restart(): void {
    if (!this.#sentHead) {
      this.#sentHead = this.#parts.race.head;
      broadcast(this.#parts.io, 'hello', this.#presentHello());
      return;
    }
    this.#push.request();
    this.#sendConfig();
  }

  /** Sends all viewers the changes since the last message, or `resync`. */
  #send(): void {
    const sent = this.#sentHead;
    if (!sent) return;
    const { io, race, metrics } = this.#parts;
    const { head } = race;
    if (head.epoch === sent.epoch && head.version === sent.version) return;
    this.#sentHead = head;
    const delta = race.findDelta(sent);
    if (delta) broadcast(io, 'results', delta);
    else broadcast(io, 'resync', head);
    metrics.pushes.inc();
    this.#measureArrivals(delta !== undefined);
  }

  /** A `resync` delivers no scans, so no delay is measured. */
  #measureArrivals(isSent: boolean): void {
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    if (!isSent) return;
    const nowMs = Date.now();
    for (const arrivedMs of arrivals) {
      // The clock of Redis may be a little ahead of the local one.
      this.#parts.metrics.scanToPush.observe(Math.max(0, nowMs - arrivedMs) / SECOND_MS);
    }
  }

  #welcome(socket: PublicSocket): void {
    const budget = new Budget(RESUMES);
    socket.on('resume', (...args: unknown[]) => {
      const [from, reply] = args;
      const head = parseHead(from);
      if (!head || typeof reply !== 'function') return this.#drop(socket, 'resume');
      if (!budget.spend()) return breakOff(socket.conn);
      // A viewer that does not read its answers gets short ones.
      const isShort =
        this.#parts.watch.isCrowded || countWaitingBytes(socket.conn) > MAX_UNREAD_BYTES;
      const answer = this.#answers.find(head, isShort);
      this.#parts.metrics.resumes.inc({ answer: Object.keys(answer)[0] ?? '' });
      reply(answer);
    });
    socket.onAny((event: unknown) => {
      if (!EVENTS.has(event)) this.#drop(socket, event);
    });
    // A viewer who connects before the race is loaded gets `hello` once it is.
    if (this.#parts.race.isLoaded) socket.emit('hello', this.#presentHello());
  }

  #presentHello(): Hello {
    return {
      protocol: 1,
      build: this.#parts.build,
      ...this.#parts.race.head,
      serverTime: Date.now(),
    };
  }

  #drop(socket: PublicSocket, event: unknown): void {
    dropMessage(this.#parts, 'viewer', socket, event);
  }
}

const knownHead = z.object({ epoch: z.string().max(64), version: z.int().nonnegative() });

/** Reads the head of a viewer; undefined for anything else. */
function parseHead(value: unknown): Head | undefined {
  return knownHead.safeParse(value).data;
}

/** A longer delta is no better than GET /api, which is compressed, and cached for all. */
const MAX_DELTA_LENGTH = 64_000;
/** Versions from which a crowd resumes to one head. */
const MAX_KEPT = 64;

/** The answers to viewers that resume: each delta is made once for all viewers of a version. */
export class ResumeAnswers {
  readonly #race: LiveRace;
  /** By the version. */
  readonly #kept = new LRUCache<number, ResumeReply>({ max: MAX_KEPT });
  #head: Head | undefined;

  constructor(race: LiveRace) {
    this.#race = race;
  }

  /** With `isShort` a viewer is sent to GET /api instead of a delta. */
  find(from: Head, isShort: boolean): ResumeReply {
    const { head } = this.#race;
    if (from.epoch !== head.epoch) return { resync: true };
    // A viewer may be ahead of this instance, after another one.
    if (from.version >= head.version) return { current: true };
    if (isShort) return { resync: true };
    if (this.#head !== head) this.#kept.clear();
    this.#head = head;
    const kept = this.#kept.get(from.version) ?? this.#make(from);
    this.#kept.set(from.version, kept);
    return kept;
  }

  #make(from: Head): ResumeReply {
    const results = this.#race.findDelta(from);
    const isShort = results && JSON.stringify({ results }).length <= MAX_DELTA_LENGTH;
    return isShort ? { results } : { resync: true };
  }
}
