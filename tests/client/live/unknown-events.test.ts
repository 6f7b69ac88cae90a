import { USUAL_COURSES } from '#shared/model/courses.ts';
import { expect, test } from 'vitest';

import { RaceReplica } from '#client/live/race-replica.ts';
import { isDelta, parseSnapshot, type Snapshot } from '#client/live/wire-guards.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

const LATER = 'ZZ';
const HEAD = { epoch: 'e1', version: 1 };
const TOTALS = { ...USUAL_COURSES.byEvent(() => 2), [LATER]: 7 };

const known = buildResult({ runnerId: 'known', totalMs: 3_600_000 });
const later = { ...buildResult({ runnerId: 'later', totalMs: 1_000_000 }), events: LATER };

/** A page of this release that has loaded from a server of a later one. */
function loadPage(): RaceReplica {
  const body = { ...HEAD, runners: { data: [known, later] }, totals: TOTALS, serverTime: 1 };
  const replica = new RaceReplica();
  expect(replica.load(parseSnapshot(body) as Snapshot, 1)).toBe(true);
  return replica;
}

/** What a delta from the version before makes of the page, as it comes from the socket. */
function apply(replica: RaceReplica, change: Record<string, unknown>): string {
  const from = replica.head?.version ?? 0;
  const delta: unknown = {
    epoch: 'e1',
    from,
    version: from + 1,
    upsert: [],
    remove: [],
    totals: TOTALS,
    ...change,
  };
  return isDelta(delta) ? replica.apply(delta, 2) : 'refused';
}

test('[PR28] a runner of an event that the page does not know is passed over, the others stay', () => {
  const { standings } = loadPage();
  expect(standings.size).toBe(1);
  expect(standings.placeOf('known')).toBe(1);
  expect(standings.totals[USUAL_COURSES.mainEvent]).toBe(2);
});

test('[PR28] deltas of such runners are passed over, and what else they bring is applied', () => {
  const replica = loadPage();
  const upsert = [
    { runnerId: 'later', totalMs: 900_000 },
    { ...later, runnerId: 'another' },
    { runnerId: 'known', totalMs: 3_500_000 },
  ];
  expect(apply(replica, { upsert })).toBe('applied');
  expect(apply(replica, { upsert: [{ runnerId: 'another', lastName: 'Puw' }] })).toBe('applied');
  expect(apply(replica, { remove: ['later'] })).toBe('applied');
  expect(replica.head?.version).toBe(4);
  expect(replica.standings.find('known')?.totalMs).toBe(3_500_000);
  expect(replica.standings.size).toBe(1);
});

test('[PR28] an edit that takes a runner to such an event takes them off the list, and back', () => {
  const replica = loadPage();
  expect(apply(replica, { upsert: [{ runnerId: 'known', events: LATER }] })).toBe('applied');
  expect(replica.standings.size).toBe(0);
  expect(apply(replica, { upsert: [{ runnerId: 'known', totalMs: 5 }] })).toBe('applied');
  // Of who comes back the page has nothing, so it loads everything.
  expect(apply(replica, { upsert: [{ runnerId: 'known', events: USUAL_COURSES.mainEvent }] })).toBe(
    'reload',
  );
  expect(apply(replica, { upsert: [known] })).toBe('applied');
  expect(apply(replica, { upsert: [{ runnerId: 'known', totalMs: 6 }] })).toBe('applied');
  expect(replica.standings.find('known')?.totalMs).toBe(6);
});

test('[PR28] nobody is registered for an event of which the server says nothing', () => {
  const replica = new RaceReplica();
  const body = { ...HEAD, runners: { data: [] }, totals: {}, serverTime: 1 };
  replica.load(parseSnapshot(body) as Snapshot, 1);
  expect(replica.standings.totals).toEqual(USUAL_COURSES.byEvent(() => 0));
  expect(apply(replica, { totals: { [USUAL_COURSES.mainEvent]: 4 } })).toBe('applied');
  expect(replica.standings.totals).toEqual({
    ...USUAL_COURSES.byEvent(() => 0),
    [USUAL_COURSES.mainEvent]: 4,
  });
});
