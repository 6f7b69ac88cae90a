import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { onTestFinished } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { DEFAULT_PICTURES, type RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { packResults } from '#shared/wire/compact-results.ts';
import { type ConfigBody, type Head, SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';
import type { ResumeReply } from '#shared/wire/socket-events.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { listenInTest } from '#tests/support/listen.ts';

const TOTALS = { ...USUAL_COURSES.byEvent(() => 0), BB: 10, PB: 20, UB: 30 };

/** The public calls and socket namespace on a real port, with faults that a test switches on. */
export class FeedServer {
  readonly standings = new Standings(USUAL_COURSES);
  config: RaceConfig = buildConfig();
  head: Head = { epoch: 'first', version: 1 };
  /** Offset of the server's clock. */
  clockAheadMs = 0;
  isSocketOpen = true;
  isHttpUp = true;
  /** Requests so far, by path. */
  readonly requests: Record<string, number> = { '/api/compact': 0, '/config': 0 };
  /** Answers so far, by path. */
  readonly answered: Record<string, number> = { '/api/compact': 0, '/config': 0 };
  readonly resumed: Head[] = [];
  /** Snapshots wait for this. */
  snapshotGate: Promise<void> = Promise.resolve();
  /** Settings, as they were when requested, wait for this. */
  configGate: Promise<void> = Promise.resolve();
  // Otherwise the server might close an idle connection just as the page sends on it.
  readonly #http = createServer(
    { keepAliveTimeout: 0 },
    (request, response) => void this.#answer(request, response),
  );
  readonly #io = new Server(this.#http, {
    transports: ['websocket'],
    allowRequest: (_request, decide) => decide(null, this.isSocketOpen),
  });

  get origin(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  get viewers(): number {
    return this.#io.of('/').sockets.size;
  }

  async start(): Promise<this> {
    this.#io.on('connection', (socket) => {
      socket.emit('hello', { ...this.head, protocol: 1, build: '', serverTime: this.#now() });
      socket.on('resume', (head: Head, reply: (answer: ResumeReply) => void) => {
        this.resumed.push(head);
        reply(this.#resume(head));
      });
    });
    await listenInTest(this.#http);
    onTestFinished(async () => {
      await this.#io.close();
    });
    return this;
  }

  /** Changes a runner, and sends the delta unless `isLost`. */
  put(result: UnrankedResult, isLost = false): void {
    const from = this.head.version;
    this.head = { ...this.head, version: from + 1 };
    this.standings.put(result);
    this.standings.setTotals(TOTALS);
    if (isLost) return;
    this.send('results', { ...this.head, from, upsert: [result], remove: [], totals: TOTALS });
  }

  /** Replaces everything, as an import does, without a message. */
  replace(results: readonly UnrankedResult[], epoch: string): void {
    this.standings.replaceAll(results, TOTALS);
    this.head = { epoch, version: 1 };
  }

  /** The body of GET /config and of `config` messages. */
  presentConfig(): ConfigBody {
    return { ...this.config, serverTime: this.#now(), pictures: DEFAULT_PICTURES };
  }

  send(event: string, message: unknown): void {
    this.#io.emit(event, message);
  }

  /** Cuts all connections, as a crash or a lost network does. */
  cutAll(): void {
    for (const socket of this.#io.of('/').sockets.values()) socket.conn.close();
  }

  #now(): number {
    return Date.now() + this.clockAheadMs;
  }

  #resume(head: Head): ResumeReply {
    if (head.epoch !== this.head.epoch) return { resync: true };
    if (head.version === this.head.version) return { current: true };
    const upsert = presentAll(this.standings);
    const results = { ...this.head, from: head.version, upsert, remove: [], totals: TOTALS };
    return { results };
  }

  #makeBody(path: string): unknown {
    if (path === '/config') return this.presentConfig();
    const frame = { ...this.head, totals: TOTALS, serverTime: this.#now() };
    return { ...frame, rows: packResults(this.standings.listAll(), USUAL_COURSES) };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    this.requests[path] = (this.requests[path] ?? 0) + 1;
    if (!this.isHttpUp) {
      request.socket.destroy();
      return;
    }
    const text = JSON.stringify(this.#makeBody(path));
    if (path === '/config') await this.configGate;
    else await this.snapshotGate;
    response.setHeader(SERVER_TIME_HEADER, String(this.#now()));
    response.setHeader('content-type', 'application/json');
    response.end(text, () => {
      this.answered[path] = (this.answered[path] ?? 0) + 1;
    });
  }
}
