import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { LiveRace } from '#server/race/live-race.ts';
import { presentListedRunner } from '#server/race/present-runner.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { Report } from '#shared/model/decisions.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';

const EPOCH = 'epoch';

function list(runners: Iterable<AdminRunner>): Map<string, AdminRunner> {
  return new Map(Array.from(runners, (runner) => [runner.runnerId, runner]));
}

/** With the ids of reports as sets, since their order is undefined. */
function inOrder(rows: ReadonlyMap<string, AdminRunner>) {
  return new Map(
    Array.from(rows, ([id, { reports, ...row }]) => [
      id,
      { ...row, reports: new Set(reports?.map(({ reportId }) => reportId)) },
    ]),
  );
}

/** Reports of few runners with few ids, so that some are removed, repeated, or of nobody. */
const reportOps = fc.infiniteStream(
  fc
    .record({ runner: fc.nat({ max: 7 }), id: fc.nat({ max: 4 }), isMade: fc.boolean() })
    .map(({ runner, id, isMade }): ChangeOp => {
      const runnerId = asRunnerId(`runner-${runner}`);
      const reportId = `${runner} ${id}`;
      if (!isMade) return { op: 'delete-report', runnerId, reportId };
      const report = { reportId, runnerId, kind: 'seen' as const, atMs: 1, enteredMs: 2, by: 'x' };
      return { op: 'put-report', report };
    }),
);

/** The rows of the list with their reports. */
function listRows(runners: Iterable<Runner>, reports: ReadonlyMap<string, Report>) {
  return list(
    Array.from(runners, (runner) =>
      presentListedRunner(
        runner,
        [...reports.values()].filter(({ runnerId }) => runnerId === runner.runnerId),
      ),
    ),
  );
}

test('[AD2 RC1] the deltas of the list of runners lead to the present runners and reports from any version', () => {
  fc.assert(
    fc.property(scripts, reportOps, fc.infiniteStream(fc.boolean()), (script, ops, isAsked) => {
      const changing = new ChangingRace();
      const reports = new Map<string, Report>();
      const race = new LiveRace();
      const content = { config: changing.config, runners: changing.runners, scans: [] };
      race.load({ epoch: EPOCH, version: 1 }, content);
      const known = listRows(changing.runners, reports);
      let sent = race.head;
      const catchUp = (): void => {
        const delta = race.findRunnersDelta(sent);
        if (!delta) throw new Error('a delta is missing');
        expect(delta).toMatchObject({ from: sent.version, ...race.head });
        for (const runner of delta.upsert) known.set(runner.runnerId, runner);
        for (const runnerId of delta.remove) known.delete(runnerId);
        sent = race.head;
        expect(inOrder(known)).toEqual(inOrder(listRows(race.listRunners(), reports)));
      };
      for (const [index, step] of script.entries()) {
        const op = ops.next().value;
        if (op.op === 'put-report') reports.set(op.report.reportId, op.report);
        if (op.op === 'delete-report') reports.delete(op.reportId);
        race.apply({ epoch: EPOCH, version: index + 2, ops: [...changing.take(step), op] });
        if (isAsked.next().value) catchUp();
      }
      catchUp();
      expect(inOrder(known)).toEqual(inOrder(listRows(changing.runners, reports)));
    }),
  );
});

test('[AD2 PR14] there is no delta from another epoch, from before a load, or from too many versions ago', () => {
  const race = new LiveRace();
  const runners = [buildRunner({ runnerId: 'ann' })];
  race.load({ epoch: EPOCH, version: 10 }, { config: race.config, runners, scans: [] });
  expect(race.findRunnersDelta({ epoch: 'other', version: 10 })).toBeUndefined();
  expect(race.findRunnersDelta({ epoch: EPOCH, version: 9 })).toBeUndefined();
  expect(race.findRunnersDelta(race.head)).toMatchObject({ upsert: [], remove: [] });
  for (let version = 11; version <= 9_000; version += 1) {
    const runner = buildRunner({ runnerId: 'ann', rev: version });
    race.apply({ epoch: EPOCH, version, ops: [{ op: 'put-runner', runner }] });
  }
  expect(race.findRunnersDelta({ epoch: EPOCH, version: 10 })).toBeUndefined();
  expect(race.findRunnersDelta({ epoch: EPOCH, version: 8_000 })).toMatchObject({
    upsert: [{ runnerId: 'ann', rev: 9_000 }],
  });
});
