import * as fc from 'fast-check';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Journal } from '#client/features/marshal/journal.ts';
import type { MarshalAnswer } from '#client/features/marshal/marshal-http.ts';
import { MarshalLine } from '#client/features/marshal/marshal-line.ts';
import { TapSender } from '#client/features/marshal/send-taps.ts';
import { openTapDatabase, type TapDatabase } from '#client/features/marshal/tap-database.ts';
import {
  type MarshalReply,
  type MarshalReportsBody,
  type MarshalTap,
  MAX_TAPS,
} from '#shared/wire/marshal-api.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';

const PASS = 'a-pass-of-a-marshal';
const SECOND_MS = 1_000;

const REPLIES = ['taken', 'lost', 'answer-lost', 'half-named', 'ended'] as const;
type Reply = (typeof REPLIES)[number];

/** The server's taps, each once, in the order of arrival. */
class Server {
  readonly stored: MarshalTap[] = [];
  readonly calls: (readonly MarshalTap[])[] = [];
  readonly endedPasses = new Set<string>();
  reply: Reply = 'taken';

  take({ taps }: MarshalReportsBody, pass = PASS): MarshalAnswer<MarshalReply> {
    this.calls.push(taps);
    if (this.reply === 'lost') return { kind: 'failed', problem: 'no-signal' };
    if (this.reply === 'ended' || this.endedPasses.has(pass)) return { kind: 'ended' };
    for (const tap of taps) {
      if (!this.stored.some(({ reportId }) => reportId === tap.reportId)) this.stored.push(tap);
    }
    if (this.reply === 'answer-lost') return { kind: 'failed', problem: 'no-signal' };
    const named = this.reply === 'half-named' ? taps.slice(0, Math.ceil(taps.length / 2)) : taps;
    const outcomes = named.map(({ reportId }) => ({ reportId, outcome: 'reported' as const }));
    return { kind: 'answered', body: { outcomes }, tag: undefined };
  }
}

/** A page on the phone, until it is closed. */
class Page {
  readonly timers: ManualTimers;
  readonly journal: Journal;
  readonly line: MarshalLine;
  readonly sender: TapSender;
  #busy = 0;
  #isClosed = false;

  constructor(server: Server, timers: ManualTimers) {
    this.timers = timers;
    const real = openTapDatabase();
    const database: TapDatabase = {
      readTaps: () => this.#during(real.readTaps()),
      changeTaps: (taps, change) => this.#during(real.changeTaps(taps, change)),
      forgetTaps: (ids) => this.#during(real.forgetTaps(ids)),
    };
    this.line = new MarshalLine(timers);
    this.line.use({ pass: PASS, point: 'cp3' });
    this.journal = new Journal(database, timers);
    this.sender = new TapSender({
      journal: this.journal,
      line: this.line,
      timers,
      // A closed page receives no answer.
      post: (pass, body) =>
        this.#isClosed
          ? new Promise(() => undefined)
          : this.#during(settled(server.take(body, pass))),
      onSent: () => undefined,
    });
    this.journal.subscribe(() => void this.sender.wake());
    void this.journal.read();
  }

  add(reportId: string): void {
    void this.journal.add({
      reportId,
      kind: 'seen',
      bib: reportId,
      atMs: 1,
      pass: PASS,
      point: 'cp3',
    });
  }

  close(): void {
    this.#isClosed = true;
  }

  /** The taps shown as stored or sent. */
  listSafe(): string[] {
    const { taps, unkept } = this.journal.getSnapshot();
    return taps
      .filter(({ reportId, outcome }) => outcome !== undefined || !unkept.has(reportId))
      .map(({ reportId }) => reportId);
  }

  listSent(): string[] {
    const { taps } = this.journal.getSnapshot();
    return taps.filter(({ outcome }) => outcome).map(({ reportId }) => reportId);
  }

  /** Resolves once nothing is in progress. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await turn();
      if (this.#busy > 0) quiet = -1;
    }
  }

  async #during<T>(work: Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await work;
    } finally {
      this.#busy -= 1;
    }
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function settled<T>(value: T): Promise<T> {
  await turn();
  return value;
}

let isFull = false;

beforeEach(() => {
  isFull = false;
  vi.stubGlobal('indexedDB', new IDBFactory());
  // oxlint-disable-next-line typescript/unbound-method -- it is called on its own store
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function full(
    this: IDBObjectStore,
    ...given
  ) {
    if (isFull) throw new DOMException('The disk is full.', 'QuotaExceededError');
    return put.apply(this, given);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tap' as const) }) },
  fc.record({ do: fc.constant('disk' as const), isFull: fc.boolean() }),
  fc.record({ do: fc.constant('network' as const), reply: fc.constantFrom(...REPLIES) }),
  fc.record({ do: fc.constant('reopen' as const) }),
  fc.record({ do: fc.constant('settle' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
);

test('[MR2 MR4 MA2] whatever is lost, closed or full, each tap shown as stored reaches the server once and in order, and none is shown as sent before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      vi.stubGlobal('indexedDB', new IDBFactory());
      isFull = false;
      const server = new Server();
      const timers = new ManualTimers();
      let page = new Page(server, timers);
      let made = 0;
      const safe = new Set<string>();
      const look = (): void => {
        for (const id of page.listSafe()) safe.add(id);
        const stored = server.stored.map(({ reportId }) => reportId);
        expect(stored).toEqual(expect.arrayContaining(page.listSent()));
      };
      for (const each of steps) {
        if (each.do === 'tap') page.add(String((made += 1)).padStart(3, '0'));
        else if (each.do === 'disk') ({ isFull } = each);
        else if (each.do === 'network') server.reply = each.reply;
        else if (each.do === 'settle') await page.settle();
        else if (each.do === 'wait') {
          // Storing must not time out here.
          await page.settle();
          timers.advance(each.ms);
        } else {
          page.close();
          // No page is reopened within the same millisecond.
          timers.advance(SECOND_MS);
          page = new Page(server, timers);
        }
        await turn();
        look();
      }
      server.reply = 'taken';
      isFull = false;
      await page.settle();
      void page.sender.wake();
      await page.settle();
      page.close();
      page = new Page(server, timers);
      await page.settle();
      look();
      const stored = server.stored.map(({ reportId }) => reportId);
      expect(stored).toEqual(expect.arrayContaining([...safe]));
      expect(stored).toEqual(stored.toSorted());
      expect(server.calls.every((taps) => taps.length <= MAX_TAPS)).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test('[MR2] answered taps are forgotten at a visit days later, but none that is unsent or lacks a number', async () => {
  const server = new Server();
  const timers = new ManualTimers();
  const first = new Page(server, timers);
  first.add('001');
  await first.settle();
  server.reply = 'lost';
  first.add('002');
  void first.journal.add({ reportId: '003', kind: 'seen', bib: '', atMs: 1, pass: PASS });
  await first.settle();
  first.close();
  timers.advance(96 * 3_600 * SECOND_MS);
  // What a visit forgets it still shows.
  for (const kept of [
    ['001', '002', '003'],
    ['001', '002', '003'],
    ['002', '003'],
  ]) {
    const page = new Page(server, timers);
    await page.settle();
    expect(page.journal.getSnapshot().taps.map(({ reportId }) => reportId)).toEqual(kept);
    page.close();
    timers.advance(1);
  }
});

test('[MR4] a failed call is repeated after 1, 2, 4 … 30 s, one at a time, with 50 taps at most', async () => {
  const server = new Server();
  const timers = new ManualTimers();
  const page = new Page(server, timers);
  await page.settle();
  server.reply = 'lost';
  for (let at = 0; at < 60; at += 1) page.add(String(at).padStart(3, '0'));
  await page.settle();
  timers.advance(120 * SECOND_MS);
  await page.settle();
  const before = server.calls.length;
  const waits: number[] = [];
  for (let second = 1; second <= 61; second += 1) {
    timers.advance(SECOND_MS);
    await page.settle();
    if (server.calls.length > before + waits.length) waits.push(second);
  }
  expect(waits).toEqual([30, 60]);
  server.reply = 'taken';
  void page.sender.wake();
  await page.settle();
  expect(server.calls.slice(-2).map((taps) => taps.length)).toEqual([50, 10]);
  expect(server.stored.length).toBe(60);
});

test('[MR4] a tap that the server refuses holds up no other', async () => {
  const server = new Server();
  const take = server.take.bind(server);
  server.take = (body) =>
    body.taps.some(({ bib }) => bib === '003')
      ? { kind: 'refused', why: 'Send taps.' }
      : take(body);
  const page = new Page(server, new ManualTimers());
  await page.settle();
  for (const id of ['001', '002', '003', '004', '005']) page.add(id);
  await page.settle();
  expect(server.stored.map(({ reportId }) => reportId)).toEqual(['001', '002', '004', '005']);
  const refused = page.journal.getSnapshot().taps.find(({ reportId }) => reportId === '003');
  expect(refused).toMatchObject({ outcome: 'refused', why: 'Send taps.' });
});

test('taps of an ended pass are sent by a new one for their point, and by no other', async () => {
  const server = new Server();
  server.endedPasses.add(PASS);
  const page = new Page(server, new ManualTimers());
  page.add('001');
  await page.settle();
  for (const point of ['cp4', 'cp3']) {
    expect(server.stored).toEqual([]);
    page.line.use({ pass: `a-pass-for-${point}`, point });
    void page.sender.wake();
    await page.settle();
  }
  expect(page.listSent()).toEqual(['001']);
});

test('[MR4] an unexpected error does not end sending', async () => {
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  const server = new Server();
  const take = server.take.bind(server);
  server.take = () => {
    throw new Error('unexpected');
  };
  const timers = new ManualTimers();
  const page = new Page(server, timers);
  await page.settle();
  page.add('001');
  await page.settle();
  expect(reported).toHaveBeenCalled();
  server.take = take;
  timers.advance(30 * SECOND_MS);
  await page.settle();
  expect(page.listSent()).toEqual(['001']);
});

test('[MR2] two tabs share the journal: the number stored first is the one sent', async () => {
  const server = new Server();
  const timers = new ManualTimers();
  const [one, other] = [new Page(server, timers), new Page(server, timers)];
  await Promise.all([one.settle(), other.settle()]);
  void one.journal.add({ reportId: 'a', kind: 'seen', bib: '', atMs: 1, pass: PASS });
  await one.settle();
  expect(server.calls).toEqual([]);
  await other.journal.read();
  for (const [page, bib] of [
    [one, '177'],
    [other, '377'],
  ] as const) {
    void page.journal.change(page.journal.getSnapshot().taps, (kept) =>
      kept.bib === '' ? { ...kept, bib } : kept,
    );
  }
  await Promise.all([one.settle(), other.settle()]);
  expect(server.stored.map(({ bib }) => bib)).toEqual(['177']);
  expect(server.calls.flat().every(({ bib }) => bib === '177')).toBe(true);
  for (const page of [one, other]) expect(page.journal.getSnapshot().taps[0]?.bib).toBe('177');
});
