import { assert } from 'vitest';

import { ResultsSync } from '#client/live/results-sync.ts';
import { RaceReplica } from '#client/live/race-replica.ts';
import type { Snapshot } from '#client/live/wire-guards.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { ResultPatch, ResultsDelta, ResumeReply } from '#shared/wire/socket-events.ts';
import { presentAll } from '#shared/scoring/present-result.ts';

import { ManualTimers } from './manual-timers.ts';

/** A step of the race or of the network. */
export type Step =
  | { readonly kind: 'put'; readonly result: UnrankedResult }
  | { readonly kind: 'remove'; readonly runnerId: string }
  | { readonly kind: 'import'; readonly results: readonly UnrankedResult[] }
  | { readonly kind: 'send' | 'lose' | 'repeat' | 'swap' | 'cut' | 'connect' | 'poll' }
  | { readonly kind: 'cache'; readonly age: number }
  | { readonly kind: 'wait'; readonly ms: number };

/** A server that sends each change as a delta, over a network that loses, repeats and reorders them. */
export class RoughServer {
  readonly standings = new Standings(USUAL_COURSES);
  readonly replica = new RaceReplica();
  readonly timers = new ManualTimers();
  readonly sync = new ResultsSync({
    replica: this.replica,
    timers: this.timers,
    // Made at the request, but delivered after later pushes.
    fetchSnapshot: async (): Promise<Snapshot> => {
      const snapshot = this.#snapshots.at(-1 - this.#cacheAge) ?? this.#snapshot();
      this.#cacheAge = 0;
      for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
      return snapshot;
    },
    onStep: () => undefined,
  });
  #epoch = 0;
  #version = 0;
  #madeMs = 0;
  #underway: ResultsDelta[] = [];
  #lastSent: ResultsDelta | undefined;
  #isConnected = false;
  /** Every state so far, oldest first. */
  readonly #snapshots: Snapshot[] = [];
  /** The age of the next answer of GET /api in states, as from a cache. */
  #cacheAge = 0;
  #shown: Head | undefined;
  #lateResync: Head | undefined;

  constructor() {
    this.#snapshots.push(this.#snapshot());
  }

  /** Asserts that the page shows the server's state at the page's version, and never goes back. */
  check(): void {
    const head = this.replica.head;
    if (!head || head === this.#shown) return;
    const isBack = this.#shown !== undefined && orderOf(head) < orderOf(this.#shown);
    assert.isFalse(isBack, `from ${JSON.stringify(this.#shown)} back to ${JSON.stringify(head)}`);
    this.#shown = head;
    const then = this.#snapshots.find(
      ({ epoch, version }) => epoch === head.epoch && version === head.version,
    );
    assert.deepEqual(presentAll(this.replica.standings), then?.results);
  }

  do(given: Step): void {
    switch (given.kind) {
      case 'put':
        return this.#change([given.result], []);
      case 'remove':
        return this.standings.find(given.runnerId) && this.#change([], [given.runnerId]);
      case 'import':
        return this.#import(given.results);
      case 'send':
        return this.#send(this.#underway.shift());
      case 'lose':
        return void this.#underway.shift();
      case 'repeat':
        return this.#send(this.#lastSent);
      case 'swap':
        this.#underway = this.#underway.toReversed();
        return undefined;
      case 'cut':
        return this.#cut();
      case 'connect':
        return this.connect();
      case 'poll':
        return void this.sync.load();
      case 'cache':
        this.#cacheAge = given.age;
        return undefined;
      case 'wait':
        return this.timers.advance(given.ms);
    }
  }

  connect(): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    const link = {
      resume: async (): Promise<ResumeReply> => {
        const reply = this.#resume();
        await Promise.resolve();
        return reply;
      },
      renew: () => {
        this.#cut();
        this.connect();
      },
    };
    this.sync.open(link, { epoch: String(this.#epoch), version: this.#version });
  }

  deliverAll(): void {
    while (this.#underway.length > 0) this.#send(this.#underway.shift());
  }

  #cut(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.#underway = [];
    this.#lastSent = undefined;
    this.sync.close();
  }

  #change(results: readonly UnrankedResult[], remove: readonly string[]): void {
    const from = this.#version;
    this.#version += 1;
    const upsert = results.map((after) => patchOf(this.standings.find(after.runnerId), after));
    for (const gone of remove) this.standings.remove(gone);
    for (const after of results) this.standings.put(after);
    this.#snapshots.push(this.#snapshot());
    if (this.#isConnected) this.#underway.push({ ...this.#head(), from, upsert, remove });
  }

  /** Two imports in a row: only the first is announced, while answers are of the second. */
  importTwice(): void {
    this.#epoch += 1;
    const first = { epoch: String(this.#epoch), version: 1 };
    this.#import([]);
    this.sync.resync(first, 0);
    this.#lateResync = this.#head();
  }

  announceSecond(): void {
    if (this.#lateResync) this.sync.resync(this.#lateResync, 0);
  }

  #import(results: readonly UnrankedResult[]): void {
    this.#epoch += 1;
    this.#version = 1;
    this.standings.replaceAll(results, this.standings.totals);
    this.#snapshots.push(this.#snapshot());
    this.#underway = [];
    // A socket is in order: after the resync it has nothing of an earlier epoch.
    this.#lastSent = undefined;
    if (this.#isConnected) this.sync.resync(this.#head(), 0);
  }

  #send(delta: ResultsDelta | undefined): void {
    if (!delta) return;
    this.#lastSent = delta;
    this.sync.receive(delta);
  }

  #resume(): ResumeReply {
    const head = this.replica.head;
    if (head?.epoch !== String(this.#epoch)) return { resync: true };
    if (head.version === this.#version) return { current: true };
    const listed = new Set(presentAll(this.standings).map((row) => row.runnerId));
    const gone = presentAll(this.replica.standings).filter((row) => !listed.has(row.runnerId));
    const remove = gone.map((row) => row.runnerId);
    const results = { ...this.#head(), from: head.version, upsert: this.#all(), remove };
    return { results };
  }

  #head() {
    return {
      epoch: String(this.#epoch),
      version: this.#version,
      totals: this.standings.totals,
    };
  }

  #all(): UnrankedResult[] {
    return presentAll(this.standings);
  }

  #snapshot(): Snapshot {
    this.#madeMs += 1;
    return { ...this.#head(), results: this.#all(), madeMs: this.#madeMs, setup: '' };
  }
}

/** Puts all states in one order: epochs are numbers here. */
function orderOf(head: Head): number {
  return Number(head.epoch) * 1_000 + head.version;
}

/** The changed fields; all of them for a new runner. */
function patchOf(before: UnrankedResult | undefined, after: UnrankedResult): ResultPatch {
  if (!before) return after;
  const changed = Object.entries(after).filter(
    ([field, value]) =>
      JSON.stringify(before[field as keyof UnrankedResult]) !== JSON.stringify(value),
  );
  return { ...(Object.fromEntries(changed) as Partial<UnrankedResult>), runnerId: after.runnerId };
}
