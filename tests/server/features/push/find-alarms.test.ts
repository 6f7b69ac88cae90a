import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createExpectedBody } from '#server/features/control/control-routes.ts';
import { describeAlarms, findAlarms } from '#server/features/push/find-alarms.ts';
import { summariseSources } from '#server/features/reads/summarise-sources.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { presentListedRunner } from '#server/race/present-runner.ts';
import { presentLastSeen, presentMissingDetails } from '#server/race/present-missing.ts';
import { RaceForecasts } from '#server/race/race-forecasts.ts';
import type { RaceContent } from '#server/race/race-records.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { isAlarm, MANY_BANDS, nameAlarm, listToDo } from '#shared/control/to-do.ts';
import { callEveryone } from '#shared/control/roll-call.ts';
import type { Report } from '#shared/model/decisions.ts';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { findStartPhases } from '#shared/scoring/start-phase.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { ExpectedBody } from '#shared/wire/control-api.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { findLastReads } from '#client/organisers/reads/list-sources.ts';
import { takeMissing } from '#client/organisers/lists/lists.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';

/** The alarms in the list of the race control page. */
async function listOnPage(race: LiveRace, nowMs: EpochMs): Promise<readonly string[]> {
  const { config, missing, massStarts } = race;
  const ids = [...missing.runnerIds];
  const message = { ...presentMissingDetails(race), lastSeen: presentLastSeen(missing, ids) };
  const known = takeMissing(ids, message, undefined);
  const runners = Array.from(race.listRunners(), (runner) =>
    presentListedRunner(runner, race.reports.of(runner.runnerId)),
  );
  const open = {
    ...config,
    closed: false,
    closedEvents: USUAL_COURSES.byEvent(() => false),
    massStarts,
  };
  const phaseOf = findStartPhases(open, scoringRulesOf(config), nowMs);
  const body = createExpectedBody(race, new RaceForecasts(race));
  const text = (await body.get(nowMs).encode('identity')).toString('utf8');
  const { expected } = JSON.parse(text) as ExpectedBody;
  return listToDo({
    rollCall: callEveryone(runners, known, phaseOf, USUAL_COURSES),
    times: new Map(expected.map((each) => [each.runnerId, each])),
    lastReads: findLastReads(summariseSources(race, nowMs).sources),
    notices: known.notices,
    toCheck: known.toCheck.count,
    strangeBands: known.unassigned.filter(({ dismissal }) => dismissal?.isOver !== false).length,
    rules: scoringRulesOf(config),
    control: known.control,
    nowMs,
  })
    .open.filter(isAlarm)
    .map(nameAlarm);
}

/** The names of the server's alarms, and those on the page. */
async function findBoth(content: RaceContent, nowMs: EpochMs, notices: readonly Notice[] = []) {
  const race = new LiveRace();
  race.load({ epoch: 'e', version: 1 }, content);
  race.setNotices(notices);
  const found = await findAlarms(race, new RaceForecasts(race), nowMs);
  return [(found ?? []).map(nameAlarm), await listOnPage(race, nowMs)] as const;
}

const stop = (runner: number, minutes: number, isSafe: boolean): Report => {
  const atMs = GUN_MS + minutes * MINUTE_MS;
  const runnerId = buildRunner({ runnerId: `runner-${runner}` }).runnerId;
  const about = { runnerId, reportId: crypto.randomUUID(), enteredMs: atMs, atMs, by: 'x' };
  return { ...about, kind: 'stopped', ...(isSafe && { isSafe }) };
};

test('[WP14] the alarms of any race are those on the page of race control', async () => {
  const stops = fc.array(
    fc.tuple(fc.nat({ max: 6 }), fc.integer({ min: 0, max: 60 }), fc.boolean()),
    { maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(scripts, stops, fc.nat({ max: 300 }), async (script, stopped, minutes) => {
      const race = new ChangingRace();
      for (const step of script) race.take(step);
      const { config, runners } = race;
      const scans = race.scans.values();
      const reports = stopped.map((one) => stop(...one));
      const nowMs = GUN_MS + minutes * MINUTE_MS;
      const [found, listed] = await findBoth({ config, runners, scans, reports }, nowMs);
      expect(found).toEqual(listed);
    }),
    { numRuns: 100 },
  );
});

const at = (minutes: number, index: number) => GUN_MS + minutes * MINUTE_MS + index * SECOND_MS;

test('[WP14] a large field: a silent point, an overdue runner, a clock, a scanner, and many bands', async () => {
  const field = Array.from({ length: 430 }, (_, at) =>
    buildRunner({ runnerId: `r${at}`, bandId: String(at + 1) }),
  );
  const scans = field.flatMap(({ bandId = '' }, index) => [
    buildScan({ bandId, points: ['cp1'], timeMs: at(20, index) }),
    // The mat at the second point fails before the last thirty; one runner was due long before.
    ...(index >= 400 || index === 7
      ? []
      : [buildScan({ bandId, points: ['cp2'], timeMs: at(50, index) })]),
  ]);
  const strange = Array.from({ length: MANY_BANDS }, (_, index) =>
    buildScan({ bandId: `9000${index}`, points: ['cp1'], timeMs: at(20, index) }),
  );
  const content = { config: buildConfig(), runners: field, scans: [...scans, ...strange] };
  const [found, listed] = await findBoth(content, at(75, 0), [
    { kind: 'silent-source', source: 'cp2', heardMs: GUN_MS },
    { kind: 'clock-suspected', source: 'bk', point: 'cp1' },
    { kind: 'unreadable', hash: 'organisers', field: 'mari@example.org', reason: 'is no account' },
  ]);
  expect(found).toEqual(listed);
  expect(found).toEqual([
    'silent-point point:cp2',
    'overdue runner:r7',
    'notice source:cp2',
    'notice clock:bk',
    'strange-bands strange-bands',
  ]);
});

test('[WP14] an alarm about two clocks that contradict each other accuses neither', () => {
  const notice = { kind: 'clock-suspected', source: 'main', point: 'finish', rival: 'bk' } as const;
  const about = { kind: 'notice', subject: 'clock:main', notice } as const;
  expect(describeAlarms([about], buildConfig())[0]?.body).toBe('Check the clocks of main and bk');
});

test.each<[Partial<Notice>, string]>([
  [{ isBatteryLow: true, battery: '9 %' }, 'The battery of the reader at CP3 is low'],
  [{ aheadMs: 5_000 }, 'Check the clock of CP3'],
  [{ awaySinceMs: 1 }, 'The reader at CP3 is not connected'],
])('[WP14] an alarm about a reader names its fault: %j', (state, body) => {
  const notice = { kind: 'reader', source: 'CP3', ...state } as Notice;
  const [message] = describeAlarms(
    [{ kind: 'notice', subject: 'reader:CP3', notice }],
    buildConfig(),
  );
  expect(message?.body).toBe(body);
});
