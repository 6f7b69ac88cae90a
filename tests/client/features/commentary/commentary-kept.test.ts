import { expect, test } from 'vitest';

import {
  type KeptBook,
  MAX_KEPT_LENGTH,
  keepBook,
  readKeptBook,
} from '#client/features/commentary/kept-log.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';

import { Desk, at } from '#tests/client/support/commentary-desk.ts';

/** A tab of a browser, whose page may be loaded anew. */
class Tab {
  text: string | null = null;
  isRefusing = false;

  readonly texts = () => {
    if (this.isRefusing) throw new DOMException('refused', 'SecurityError');
    return {
      getItem: () => this.text,
      setItem: (_: string, text: string) => {
        this.text = text;
      },
    };
  };

  keep({ book, nowMs }: Desk): void {
    const kept = book.keep(MAX_KEPT_LENGTH);
    if (kept) keepBook(kept, this.texts, nowMs);
  }

  /** The page is loaded anew, and finds the race so. */
  reload(before: Desk, rows: readonly UnrankedResult[], version = before.version): Desk {
    this.keep(before);
    return new Desk(rows, readKeptBook(this.texts, before.nowMs), version);
  }
}

const woman = (runnerId: string, minutes: number, given: Partial<UnrankedResult> = {}) =>
  at(runnerId, minutes, { ageGroup: 'F40', ...given });

const splitsMs = (minutes: number) => [minutes * MINUTE_MS, null, null, null, null, null];

test('[CO3] what is to be said is still to be said after the page was loaded anew, and what was said is not', () => {
  const rows = [at('a', 50), at('b', 51), at('c', 52), at('d', 59)];
  const first = new Desk(rows);
  const now = [
    at('a', 49),
    at('b', 50),
    at('c', 52, { status: 'dnf', totalMs: null }),
    at('d', 59),
  ];
  first.tell([...now, at('e', 45)]);
  expect(first.notices.toSorted()).toEqual(['a was 50', 'b was 51', 'c back', 'e late']);
  const saidOf = (id: string) =>
    first.book.getSnapshot().notices.filter(({ arrival }) => arrival.result.runnerId === id);
  first.book.acknowledge(saidOf('b'));
  first.nowMs += MINUTE_MS;
  const next = new Tab().reload(first, [...now, at('e', 45)]);
  expect(next.notices.toSorted()).toEqual(['a was 50', 'c back', 'e late']);
  const since = next.book.getSnapshot().notices.map(({ noticedMs }) => noticedMs);
  expect(new Set(since)).toEqual(new Set([first.nowMs - MINUTE_MS]));
  const marks = next.book
    .getSnapshot()
    .rows.map(({ result, firstMs }) => [result.runnerId, firstMs]);
  expect(marks).toContainEqual(['b', 51 * MINUTE_MS]);
  next.book.acknowledge();
  expect(new Tab().reload(next, [...now, at('e', 45)]).notices).toEqual([]);
});

test('[CO3] who is in the results no more is taken back by the bib, also when that was so before', () => {
  const gone = at('gone', 59, { firstName: 'Gwenllian', bibNumber: '77' });
  const first = new Desk([at('a', 50), gone]);
  const tab = new Tab();
  let desk = tab.reload(first, [at('a', 50)]);
  for (let reloads = 0; reloads < 2; reloads += 1) {
    expect(desk.notices).toEqual(['gone back']);
    const [row] = desk.book.getSnapshot().rows;
    expect(row).toMatchObject({ isRevoked: true, elapsedMs: 59 * MINUTE_MS });
    expect(row?.result).toMatchObject({ bibNumber: '77', firstName: '' });
    desk = tab.reload(desk, [at('a', 50)]);
  }
  desk.tell([at('a', 50), gone]);
  expect(desk.notices).toEqual([]);
});

test('[CO2 CO3] what came while the page was loaded anew and is not as it was told is to be said, and who came is news', () => {
  const rows = [woman('a', 50), woman('b', 55), at('m', 45, { ageGroup: 'M40' })];
  const first = new Desk(rows);
  first.nowMs += 5 * MINUTE_MS;
  const next = new Tab().reload(first, [...rows, woman('c', 48), at('n', 60, { ageGroup: 'M40' })]);
  expect(next.notices.toSorted()).toEqual([
    'a -sex F -ageGroup F40 +sex F',
    'b -sex F +sex F',
    'c late +sex F +ageGroup F40',
  ]);
  const fresh = next.book.getSnapshot().rows.filter(({ heardMs }) => heardMs !== undefined);
  expect(fresh.map(({ result }) => result.runnerId)).toEqual(['n', 'c']);
});

test('[CO3] a point that was looked at before is compared too, whichever one the page begins with', () => {
  const first = new Desk([at('a', 58, { splitsMs: splitsMs(20) })]);
  first.book.look({ point: 0, events: USUAL_COURSES.events });
  const next = new Tab().reload(first, [at('a', 58, { splitsMs: splitsMs(21) })]);
  expect(next.notices).toEqual(['a was 20']);
});

test('[CO3] what the last visit left of the race, from before it was told, corrects nothing', () => {
  const first = new Desk([at('a', 58)]);
  first.tell([at('a', 58), at('b', 59)]);
  const tab = new Tab();
  const next = tab.reload(first, [at('a', 58)], 0);
  expect([next.shown, next.notices]).toEqual([['a'], []]);
  // A second reload at this moment loses nothing either.
  const text = tab.text;
  tab.keep(next);
  expect(tab.text).toBe(text);
  next.tell([at('a', 58), at('b', 57)]);
  expect([next.shown, next.notices]).toEqual([['a', 'b'], ['b was 59']]);
});

test('[CO3] what was told of another race, or yesterday, is forgotten', () => {
  const first = new Desk([at('a', 58)]);
  const tab = new Tab();
  expect(tab.reload(first, [at('z', 40)]).notices).toEqual([]);
  const kept = (nowMs: number) => readKeptBook(tab.texts, nowMs);
  expect(kept(first.nowMs + 60 * MINUTE_MS)).toBeDefined();
  expect(kept(first.nowMs + 24 * 60 * MINUTE_MS)).toBeUndefined();
});

test('[CO3] of a field however large little is kept: the latest, who was called out, and what is to be said', () => {
  const field = Array.from({ length: 4_000 }, (_, index) =>
    at(`a-runner-of-a-large-field-${index}`, 20 + index / 100),
  );
  const best = [woman('a', 15), woman('b', 16), woman('c', 17)];
  const first = new Desk([...best, ...field]);
  first.tell([
    ...best,
    at(field[4]?.runnerId ?? '', 21),
    ...field.filter((_, index) => index !== 4),
  ]);
  const tab = new Tab();
  const now = [woman('d', 14), ...best, ...field];
  const next = tab.reload(first, now);
  expect(tab.text?.length).toBeLessThan(MAX_KEPT_LENGTH + 1_000);
  expect(next.notices).toContain('a -sex F -ageGroup F40 +sex F');
  expect(next.notices).toContain('d +sex F +ageGroup F40');
  expect(next.notices.filter((one) => one.startsWith('a-runner'))).toEqual([]);
  // However much is to be said: the gun of everybody was moved.
  first.tell([
    ...best,
    ...field.map((row) => at(row.runnerId, 1 + (row.totalMs ?? 0) / MINUTE_MS)),
  ]);
  tab.keep(first);
  expect(tab.text?.length).toBeLessThan(MAX_KEPT_LENGTH + 1_000);
});

test('[PV3] no name is kept, and of who became private no category is said or kept any more', () => {
  const row = woman('a', 50, { firstName: 'Gwenllian', lastName: 'Ap Rhys', runClub: 'Clwb Cudd' });
  const first = new Desk([row, at('m', 40)]);
  const tab = new Tab();
  tab.keep(first);
  expect(tab.text).toContain('F40');
  expect(tab.text).not.toMatch(/Gwenllian|Rhys|Cudd/);
  const hidden = { ...row, firstName: '', lastName: '', runClub: '', ageGroup: '' } as const;
  first.tell([hidden, at('m', 40)]);
  expect(first.notices).toEqual([]);
  tab.keep(first);
  expect(tab.text).not.toContain('F40');
  // Who is taken back is shown by what is known of them now, too.
  first.tell([at('a', 50, { ...row, status: 'dnf', totalMs: null }), at('m', 40)]);
  first.tell([at('a', 50, { ...hidden, status: 'dnf', totalMs: null }), at('m', 40)]);
  const names = first.book.getSnapshot().rows.map(({ result }) => result.lastName);
  expect(names).toEqual(['', 'Prydderch']);
});

test('[CO3] rubbish in the storage, and a browser that refuses it, are as if nothing were kept', () => {
  const desk = new Desk([at('a', 58)]);
  const tab = new Tab();
  tab.keep(desk);
  const good = JSON.parse(tab.text ?? '') as KeptBook & { shape: number };
  const [log] = good.logs;
  const [entry] = log?.entries ?? [];
  const withEntry = (given: object) => ({
    ...good,
    logs: [{ ...log, entries: [{ ...entry, ...given }] }],
  });
  const withCall = (call: unknown) => withEntry({ calls: [call] });
  const rubbish: unknown[] = [
    7,
    [],
    { ...good, shape: 0 },
    { ...good, head: undefined },
    { ...good, logs: [{ ...log, point: -1 }] },
    withEntry({ runnerId: '' }),
    withEntry({ elapsedMs: null }),
    { ...good, logs: [{ ...log, entries: [null] }] },
    withCall({ kind: 'climb', of: 7, value: 1 }),
    withCall({ kind: 'leg', of: -1, value: 1 }),
    withCall({ kind: 'sex', of: 'F', value: null }),
    withCall(null),
  ];
  for (const one of ['', '{', ...rubbish.map((each) => JSON.stringify(each))]) {
    tab.text = one;
    expect(readKeptBook(tab.texts, desk.nowMs)).toBeUndefined();
  }
  tab.isRefusing = true;
  expect(readKeptBook(tab.texts, desk.nowMs)).toBeUndefined();
  expect(() => tab.keep(desk)).not.toThrow();
});
