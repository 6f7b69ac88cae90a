import { expect, test } from 'vitest';

import { listNoticeLines } from '#client/features/commentary/notice-lines.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import { buildResult } from '#tests/client/support/build-result.ts';
import { Desk } from '#tests/client/support/commentary-desk.ts';

const finisher = (runnerId: string, totalMs: number, given: Partial<UnrankedResult> = {}) =>
  buildResult({ runnerId, status: 'finished', totalMs, ...given });

const hour = 60 * MINUTE_MS;
const field = (count: number, byMs: number): UnrankedResult[] =>
  Array.from({ length: count }, (_, at) => finisher(`r${at}`, hour + at * MINUTE_MS + byMs));

function linesOf(desk: Desk): string[] {
  return listNoticeLines(desk.book.getSnapshot().notices).map((line) =>
    line.kind === 'one'
      ? line.notice.arrival.result.runnerId
      : `${line.notices.length} ${line.event} ${line.byMs / SECOND_MS}`,
  );
}

test('[CO12] a start that is corrected is one thing to say, however many have finished', () => {
  const half = finisher('half', 50 * MINUTE_MS, { events: 'BB' });
  const desk = new Desk([half, ...field(52, 0)]);
  desk.tell([half, ...field(52, -297 * SECOND_MS)]);
  expect(desk.book.getSnapshot().notices).toHaveLength(52);
  expect(linesOf(desk)).toEqual(['52 PB -297']);
  desk.book.acknowledge(desk.book.getSnapshot().notices);
  expect(linesOf(desk)).toEqual([]);
});

test('[CO12] times that changed by themselves, or a few that changed alike, are said one by one', () => {
  const few = new Desk(field(3, 0));
  few.tell(field(3, 10 * SECOND_MS));
  expect(linesOf(few).toSorted()).toEqual(['r0', 'r1', 'r2']);
  const mixed = new Desk(field(9, 0));
  const odd = finisher('r8', hour + 8 * MINUTE_MS + 40 * SECOND_MS);
  mixed.tell([...field(8, 10 * SECOND_MS), odd]);
  expect(linesOf(mixed).toSorted()).toEqual(['8 PB 10', 'r8']);
});
