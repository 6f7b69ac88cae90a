import { expect, test } from 'vitest';

import type { MarshalAnswer } from '#client/features/marshal/marshal-http.ts';
import { MarshalLine } from '#client/features/marshal/marshal-line.ts';
import {
  describeDue,
  describeFit,
  listOwn,
  viewDue,
} from '#client/features/marshal/marshal-view.ts';
import { watchPoint } from '#client/features/marshal/watch-point.ts';
import type { MarshalBody } from '#shared/wire/marshal-api.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const PASS = 'a-pass-of-a-marshal';

function body(rest: Partial<MarshalBody> = {}): MarshalBody {
  return {
    point: 'cp3',
    pointName: 'CP3',
    name: 'Dai',
    untilMs: 0,
    title: '',
    timeZone: 'UTC',
    serverMs: 0,
    due: [],
    dueCount: 0,
    passedCount: 0,
    outCount: 0,
    bibs: [],
    ...rest,
  };
}

/** A phone whose server gives `answer` after `tripMs`. */
function openWatched(known: { readonly offsetMs?: number } = {}) {
  const timers = new ManualTimers();
  const line = new MarshalLine(timers);
  line.use({ pass: PASS, ...known });
  const asked: (string | undefined)[] = [];
  const phone = { isHidden: false, tripMs: 100, answer: {} as MarshalAnswer<MarshalBody> };
  const wake = watchPoint({
    line,
    timers,
    signals: { isHidden: () => phone.isHidden },
    get: async (_, tag) => {
      asked.push(tag);
      await passTurns();
      timers.advance(phone.tripMs);
      return phone.answer;
    },
    onAnswer: () => undefined,
  });
  return { timers, line, wake, asked, phone };
}

const passTurns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('[MR7] the point is fetched every 30 s while the page is visible, with its ETag; each answer sets the clock', async () => {
  const { timers, line, wake, asked, phone } = openWatched();
  const serverMs = timers.now() + 90 * SECOND_MS;
  phone.answer = { kind: 'answered', body: body({ serverMs: serverMs + 50 }), tag: '"1"' };
  await wake();
  expect(line.raceMs()).toBe(timers.now() + 90 * SECOND_MS);
  expect(line.getSnapshot()).toMatchObject({ point: 'cp3', seen: { tag: '"1"' } });

  phone.answer = { kind: 'unchanged', serverMs: timers.now() + 30 * SECOND_MS + 50 };
  timers.advance(30 * SECOND_MS);
  await passTurns();
  await passTurns();
  expect(asked).toEqual([undefined, '"1"']);
  expect(line.raceMs()).toBe(timers.now());

  phone.isHidden = true;
  timers.advance(MINUTE_MS);
  await passTurns();
  expect(asked.length).toBe(2);
});

test('[MR7] a runner whose tap was sent stays gone while the answer about the point is unchanged', async () => {
  const { timers, line, wake, phone } = openWatched();
  const due = body({ due: [{ bib: '306' }], dueCount: 1, bibs: ['306'] });
  const tap = { kind: 'seen', bib: '306', pass: PASS, order: 1, reportId: 'a', atMs: 0 } as const;
  const sent = { ...tap, outcome: 'reported' } as const;
  const countDue = (answeredMs: number) => {
    const { seen } = line.getSnapshot();
    return seen && viewDue(seen, [{ ...sent, answeredMs }]).dueCount;
  };
  phone.answer = { kind: 'answered', body: due, tag: '"1"' };
  await wake();
  const answeredMs = timers.now();
  phone.answer = { kind: 'unchanged', serverMs: 0 };
  timers.advance(SECOND_MS);
  await passTurns();
  await wake();
  expect(countDue(answeredMs)).toBe(0);
  // The next content knows of the tap: somebody else may have taken it back.
  phone.answer = { kind: 'answered', body: due, tag: '"2"' };
  await wake();
  expect(countDue(answeredMs)).toBe(1);
});

test('a slow answer sets the clock only if nothing better is known, and never after ten seconds', async () => {
  const aheadAfter = async (tripMs: number, offsetMs?: number): Promise<number> => {
    const { timers, line, wake, phone } = openWatched(offsetMs === undefined ? {} : { offsetMs });
    phone.tripMs = tripMs;
    const serverMs = timers.now() + tripMs / 2 + MINUTE_MS;
    phone.answer = { kind: 'answered', body: body({ serverMs }), tag: undefined };
    await wake();
    expect(line.getSnapshot().seen?.body.point).toBe('cp3');
    return line.raceMs() - timers.now();
  };
  expect(await aheadAfter(4 * SECOND_MS)).toBe(MINUTE_MS);
  expect(await aheadAfter(10 * SECOND_MS)).toBe(0);
  // The clock of the last visit is assumed to be accurate to a second.
  expect(await aheadAfter(4 * SECOND_MS, MINUTE_MS - SECOND_MS)).toBe(MINUTE_MS - SECOND_MS);
  expect(await aheadAfter(4 * SECOND_MS, 0)).toBe(MINUTE_MS);
  expect(await aheadAfter(100, MINUTE_MS - SECOND_MS)).toBe(MINUTE_MS);
});

test('a refused tap stays shown, and so does a tap whose undo was refused', () => {
  const tap = { kind: 'seen', bib: '306', pass: PASS, order: 1 } as const;
  const answeredMs = 48 * 60 * MINUTE_MS;
  const taps = [
    { ...tap, reportId: 'a', atMs: 0, outcome: 'refused', answeredMs },
    { ...tap, reportId: 'b', atMs: answeredMs, outcome: 'reported', answeredMs },
    { ...tap, kind: 'undo', bib: '', of: 'b', reportId: 'c', atMs: 1, outcome: 'refused' },
  ] as const;
  const own = listOwn(taps, answeredMs + MINUTE_MS);
  expect(own.map(({ tap: { reportId } }) => reportId)).toEqual(['b', 'a']);
  expect(own.map(({ isUndone, isRefused }) => ({ isUndone, isRefused }))).toEqual([
    { isUndone: false, isRefused: true },
    { isUndone: false, isRefused: true },
  ]);
});

test('[MR7] due runners have an expected time, or their delay once nine in ten would have arrived', () => {
  const due = { bib: '306', expectedMs: 10 * MINUTE_MS, latestMs: 30 * MINUTE_MS };
  expect(describeDue(due, 29 * MINUTE_MS, 'UTC')).toEqual({ text: 'about 00:10', isLate: false });
  expect(describeDue(due, 31 * MINUTE_MS, 'UTC')).toEqual({ text: '21 min late', isLate: true });
  const nearly = { ...due, expectedMs: 10 * MINUTE_MS - 30 * SECOND_MS };
  expect(describeDue(nearly, 0, 'UTC').text).toBe('about 00:10');
  expect(describeDue({ bib: '306' }, 0, 'UTC').text).toBe('');
});

test('a number with ? matches one character each, ignoring leading zeros and capitals', () => {
  const bibs = ['77', '177', '277', '377', '477', '577', 'w07', '1770'];
  const known = body({ bibs, due: [{ bib: 'w07', name: 'Non H.' }] });
  expect(describeFit('077', known)).toBe('77 is due');
  expect(describeFit('?07', known)).toBe('Non H.');
  expect(describeFit('1?7', known)).toBe('177 is due');
  expect(describeFit('?77', { ...known, bibs: ['177', '277', '377'] })).toBe('177, 277 or 377');
  expect(describeFit('?77', known)).toBe('177, 277, 377 and 2 more');
  expect(describeFit('9', known)).toBe('Not among those due');
  expect(describeFit('9', undefined)).toBe('');
});
