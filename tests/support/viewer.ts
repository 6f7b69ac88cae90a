import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { applyResultsDelta, judgeDelta } from '#client/live/race-replica.ts';
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
  /** Every frame as it came over the wire, of both layers of the protocol. */
  readonly frames: readonly string[];
  resume(head: Head): Promise<ResumeReply>;
}

export interface ViewerOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly waitForHello?: boolean;
}

/** Connects a spectator with the real client and waits until it is greeted; ended with the test. */
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

/** A page's copy of the results, kept by the rules of PROTOCOL.md and the code that pages use. */
export class Replica {
  readonly standings = new Standings(USUAL_COURSES);
  head: Head;
  /** How often a gap was found, or a delta that does not fit. */
  gaps = 0;

  constructor(snapshot: ResultsBody) {
    this.head = snapshot;
    this.load(snapshot);
  }

  load({ epoch, version, runners, totals }: ResultsBody): void {
    this.standings.replaceAll(runners.data.map(withoutPlaces), totals);
    this.head = { epoch, version };
  }

  /** Follows PR9, except for `load` and `resume`, which are the caller's. */
  take(delta: ResultsDelta): 'applied' | 'nothing' | 'resume' | 'load' {
    const verdict = judgeDelta(this.head, delta);
    if (verdict === 'old') return 'nothing';
    if (verdict === 'gap') return 'resume';
    if (verdict === 'other-epoch' || !applyResultsDelta(this.standings, delta)) return 'load';
    this.head = { epoch: delta.epoch, version: delta.version };
    return 'applied';
  }

  /** The state as GET /api would give it. */
  present(): Pick<ResultsBody, 'epoch' | 'version' | 'runners' | 'totals'> {
    const { epoch, version } = this.head;
    return {
      runners: { data: presentAll(this.standings) },
      epoch,
      version,
      totals: this.standings.totals,
    };
  }
}

/** Leaves out what a page works out for itself, so that a wrong place cannot hide behind the right one. */
export function withoutPlaces(row: ResultsBody['runners']['data'][number]): UnrankedResult {
  const places = /Position$|^totalRunners$/;
  const kept = Object.entries(row).filter(([field]) => !places.test(field));
  return Object.fromEntries(kept) as unknown as UnrankedResult;
}
