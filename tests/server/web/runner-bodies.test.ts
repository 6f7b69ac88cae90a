import { expect, onTestFinished, test, vi } from 'vitest';

import { LiveRace } from '#server/race/live-race.ts';
import { RaceForecasts } from '#server/race/race-forecasts.ts';
import { RunnerBodies } from '#server/web/runner-bodies.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { placeRunner } from '#shared/scoring/placed-runner.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import type { ListedBody } from '#shared/wire/runner-api.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

/** Ten finishers a minute apart, and a runner on course after the first checkpoint. */
function openRace() {
  const race = new LiveRace();
  const runners = Array.from({ length: 10 }, (_, at) =>
    buildRunner({ runnerId: `r${at}`, bandId: String(at + 1), bibNumber: `B${at}` }),
  );
  const out = buildRunner({ runnerId: 'out', bandId: '900', bibNumber: '7', lastName: 'Qwyst' });
  const scans = [
    ...runners.flatMap(({ bandId = '' }, at) => [
      buildScan({ bandId, points: ['cp1'], timeMs: GUN_MS + (20 + at) * MINUTE_MS }),
      buildScan({ bandId, timeMs: GUN_MS + (100 + at) * MINUTE_MS }),
    ]),
    buildScan({ bandId: '900', points: ['cp1'], timeMs: GUN_MS + 22.5 * MINUTE_MS }),
  ];
  const config = buildConfig();
  race.load({ epoch: 'e', version: 1 }, { config, runners: [...runners, out], scans });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const bodies = new RunnerBodies(race, new RaceForecasts(race));
  let version = 1;
  const apply = (ops: readonly ChangeOp[]): void => {
    version += 1;
    race.apply({ epoch: 'e', version, ops });
  };
  const find = (asked: string, nowMs = 0) => {
    vi.setSystemTime(nowMs);
    return bodies.find(asked, '192.0.2.1');
  };
  const listed = async (asked: string) => (await find(asked))?.runnerBody.runner as ListedBody;
  return { race, apply, find, listed, out };
}

test('[RB1] it has the data that the page would derive from the whole field, with the names of neighbours', async () => {
  const { race, listed } = openRace();
  const runner = await listed('out');
  const { runs, places } = placeRunner(race.standings, runner.result);
  expect(runner.result).toEqual(race.standings.find('out'));
  expect(runner.places).toEqual(places);
  expect(runner.runs.map(({ place }) => place)).toEqual(runs.map(({ place }) => place));
  expect(runner.runs[0]?.ahead).toEqual({
    gapMs: MINUTE_MS / 2,
    result: expect.objectContaining({ runnerId: 'r2', bibNumber: 'B2' }) as unknown,
  });
  expect(runner.runs[0]?.ahead?.result).not.toHaveProperty('splitsMs');
  expect(runner.expected.map(({ stage }) => stage)).toContain('finish');
});

test('[RB1] a runner is found by id, or by a bib that one alone has; anybody else by nothing', async () => {
  const { apply, find } = openRace();
  expect((await find('007'))?.runnerBody.runner.kind).toBe('listed');
  apply([
    { op: 'put-runner', runner: buildRunner({ runnerId: 'new', bandId: '901', bibNumber: '7' }) },
  ]);
  expect((await find('new'))?.runnerBody.runner).toMatchObject({ kind: 'awaited' });
  expect(await find('7')).toBeUndefined();
  expect(await find('nobody')).toBeUndefined();
});

test('[RB2] one body is made for a crowd, again at once when the result changes and in two seconds when anything else does', async () => {
  const { apply, find } = openRace();
  const first = await find('out');
  expect(await find('7', 29 * SECOND_MS)).toBe(first);
  apply([
    {
      op: 'add-scan',
      scan: buildScan({ bandId: '1', points: ['cp2'], timeMs: GUN_MS + 60 * MINUTE_MS }),
    },
  ]);
  expect(await find('out', SECOND_MS)).toBe(first);
  const later = await find('out', 2 * SECOND_MS);
  expect(later).not.toBe(first);
  expect(later?.runnerBody.version).toBe(2);
  apply([{ op: 'add-scan', scan: buildScan({ bandId: '900', timeMs: GUN_MS + 105 * MINUTE_MS }) }]);
  expect((await find('out', 2 * SECOND_MS))?.runnerBody.runner).toMatchObject({
    result: { status: 'finished' },
  });
});

test('[RB2] the tag stays while nothing of the content changes', async () => {
  const { apply, find } = openRace();
  const first = await find('r1');
  apply([{ op: 'add-scan', scan: buildScan({ bandId: '9999', timeMs: GUN_MS + MINUTE_MS }) }]);
  const later = await find('r1', 10 * SECOND_MS);
  expect([later?.runnerBody.version, later?.body.etag]).toEqual([2, first?.body.etag]);
});

test('[RB2 PV3] a runner who becomes private is a bib in all bodies from then on, also as a neighbour', async () => {
  const { apply, find, out } = openRace();
  const read = async (asked: string) => JSON.stringify((await find(asked))?.runnerBody);
  expect(await read('out')).toContain('Qwyst');
  expect(await read('r2')).toContain('Qwyst');
  apply([{ op: 'put-runner', runner: { ...out, isPrivate: true } }]);
  expect(await read('out')).not.toContain('Qwyst');
  expect(await read('r2')).not.toContain('Qwyst');
  expect(await read('out')).toContain('"bibNumber":"7"');
});

test('[RB1 PV1] the body of a private runner has neither a start nor times, by which a wave would tell them', async () => {
  const { apply, find } = openRace();
  const listTimes = async (isPrivate: boolean) => {
    const put = [
      buildRunner({ runnerId: 'r0', bandId: '1', bibNumber: 'B0', isPrivate }),
      buildRunner({ runnerId: 'new', bandId: '901', bibNumber: 'B90', isPrivate }),
    ];
    apply(put.map((runner) => ({ op: 'put-runner', runner })));
    const bodies = await Promise.all(put.map(({ runnerId }) => find(runnerId)));
    return bodies.map((made) =>
      Object.keys(made?.runnerBody.runner ?? {}).filter((key) => /^(?:start|times)$/.test(key)),
    );
  };
  expect(await listTimes(false)).toEqual([['start', 'times'], ['start']]);
  expect(await listTimes(true)).toEqual([[], []]);
});
