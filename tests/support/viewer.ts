import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';

import type { UnrankedResult } from '#shared/model/result.ts';
import { type DeltaOutcome, RaceReplica } from '#client/live/race-replica.ts';
import type { ConfigBody, Head, ResultsBody } from '#shared/wire/http-api.ts';
import type {
  Hello,
  PublicClientEvents,
  PublicServerEvents,
  ResultsDelta,
  ResumeReply,
} from '#shared/wire/socket-events.ts';
import { presentAll } from '#shared/scoring/present-result.ts';

import { eventually } from './eventually.ts';
import { HANGS_MS } from './hangs.ts';

/** A spectator's socket, and all its messages. */
export interface Viewer {
  readonly socket: Socket<PublicServerEvents, PublicClientEvents>;
  readonly hellos: readonly Hello[];
  readonly deltas: readonly ResultsDelta[];
  readonly configs: readonly ConfigBody[];
  readonly resyncs: readonly Head[];
  /** Every frame, of Engine.IO and Socket.IO. */
  readonly frames: readonly string[];
  resume(head: Head): Promise<ResumeReply>;
}

export interface ViewerOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly waitForHello?: boolean;
}

/** Connects a spectator by the real client and waits for `hello`; ended with the test. */
export async function connectViewer(
  url: string,
  { headers = {}, waitForHello = true }: ViewerOptions = {},
): Promise<Viewer> {
  const socket: Socket<PublicServerEvents, PublicClientEvents> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    autoConnect: false,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    extraHeaders: headers,
  });
  onTestFinished(() => void socket.disconnect());
  const hellos: Hello[] = [];
  const deltas: ResultsDelta[] = [];
  const configs: ConfigBody[] = [];
  const resyncs: Head[] = [];
  const frames: string[] = [];
  socket.io.on('open', () =>
    socket.io.engine.on('packet', ({ type, data }) => frames.push(`${type}${String(data ?? '')}`)),
  );
  socket.on('hello', (hello) => hellos.push(hello));
  socket.on('results', (delta) => deltas.push(delta));
  socket.on('config', (config) => configs.push(config));
  socket.on('resync', (head) => resyncs.push(head));
  socket.connect();
  if (waitForHello) {
    await eventually(() => {
      if (hellos.length === 0) throw new Error('no hello yet');
    });
  }
  return {
    socket,
    hellos,
    deltas,
    configs,
    resyncs,
    frames,
    resume: (head) => socket.timeout(HANGS_MS).emitWithAck('resume', head) as Promise<ResumeReply>,
  };
}

export async function fetchResults(url: string): Promise<ResultsBody> {
  const response = await fetch(`${url}/api`);
  if (response.status !== 200) throw new Error(`GET /api answered ${response.status}`);
  return (await response.json()) as ResultsBody;
}

/** A page's copy of the results, kept by the page's own code; `load` and `resume` are left to the test. */
export class Replica {
  readonly #replica = new RaceReplica();

  constructor(snapshot: ResultsBody) {
    this.load(snapshot);
  }

  get head(): Head {
    if (!this.#replica.head) throw new Error('No snapshot was loaded.');
    return this.#replica.head;
  }

  load({ epoch, version, runners, totals }: ResultsBody): void {
    const results = runners.data.map(withoutPlaces);
    this.#replica.forget();
    this.#replica.load({ epoch, version, madeMs: 0, setup: '', totals, results });
  }

  take(delta: ResultsDelta): DeltaOutcome {
    return this.#replica.apply(delta, 0);
  }

  /** The state as GET /api would give it. */
  present(): Pick<ResultsBody, 'epoch' | 'version' | 'runners' | 'totals'> {
    const { standings } = this.#replica;
    return { runners: { data: presentAll(standings) }, ...this.head, totals: standings.totals };
  }
}

/** Without the places, which a page computes: a wrong one in the body would go unnoticed. */
export function withoutPlaces(row: ResultsBody['runners']['data'][number]): UnrankedResult {
  const places = /Position$|^totalRunners$/;
  const kept = Object.entries(row).filter(([field]) => !places.test(field));
  return Object.fromEntries(kept) as unknown as UnrankedResult;
}
