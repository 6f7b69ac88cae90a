import { randomUUID } from 'node:crypto';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { TapsInOrder } from '#server/features/marshals/take-taps.ts';
import { findPass, identifyPass, type MarshalPass } from '#server/race/marshal-pass.ts';
import type { ErrorBody } from '#shared/wire/auth-api.ts';
import type { MarshalTap, TapOutcome } from '#shared/wire/marshal-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import { buildTap, openMarshals } from '#tests/support/marshals-race.ts';
import { provideOrganisersRace, reach } from '#tests/support/organisers-race.ts';
import { startReplyCuttingProxy } from '#tests/support/reply-cutting-proxy.ts';
import { startWeb } from '#tests/support/start-web.ts';

const openRace = provideOrganisersRace();
const RUNNERS = [
  { runnerId: 'ann', bibNumber: '177', event: 'PB' },
  { runnerId: 'bob', bibNumber: '377', event: 'PB' },
] as const;

test('[CL69 MA2] when Redis fails in the middle of a batch, the call fails, and a second call records all of it once', async () => {
  const { race, openPass, readReports, readControl } = await openMarshals(
    await openRace(),
    RUNNERS,
  );
  const pass = await openPass();
  const proxy = await startReplyCuttingProxy({
    port: Number(new URL(race.url).port),
    request: /put-control|put-report/,
    every: 2,
    most: 1,
  });
  const cut = reach(await startWeb({ url: proxy.url, raceKey: race.raceKey }));
  const taps = ['177', '377', '999', '177'].map((bib) => buildTap({ bib }));
  const post = () =>
    cut.http.post('/api/marshal/reports').set('Authorization', `Bearer ${pass}`).send({ taps });
  const { body } = await post().expect(503);
  expect((body as ErrorBody).error).toContain('Try again');
  expect(proxy.cuts).toBe(1);
  // The second, whose answer was lost, is in the record.
  expect(await readReports()).toHaveLength(2);
  await eventually(async () => {
    const { body: reply } = await post().expect(200);
    const outcomes = ['reported', 'reported', 'to-check', 'reported'];
    expect(reply).toMatchObject({ outcomes: outcomes.map((outcome) => ({ outcome })) });
  });
  expect(await readReports()).toHaveLength(3);
  expect(await readControl('sighting')).toMatchObject([{ subject: taps[2]?.reportId }]);
});

/** A tap: a bib, or the undoing of an earlier tap. */
const action = fc.oneof(
  fc.record({
    bib: fc.constantFrom('177', '377', '?77', '3?7', '999'),
    kind: fc.constantFrom('seen' as const, 'stopped' as const, 'helped' as const),
  }),
  fc.record({ undo: fc.nat({ max: 4 }) }),
);
/** A call: its taps, its instance, whether its answer arrives, whether it is sent twice, and an old call sent again. */
const call = fc.record({
  size: fc.integer({ min: 1, max: 5 }),
  to: fc.nat({ max: 1 }),
  isAnswered: fc.boolean(),
  isTwice: fc.boolean(),
  old: fc.option(fc.nat({ max: 20 }), { nil: undefined }),
});

/** For calls beyond the generated ones. */
const ANSWERED = { size: 5, to: 0, isAnswered: true, isTwice: false, old: undefined };

test('[MA2 MA3 MA4 MA6] with lost, repeated and late calls, the record has each tap once unless undone, and nothing else', async () => {
  const { here, there, openPass, readReports, readControl } = await openMarshals(
    await openRace(),
    RUNNERS,
  );
  const instances = [here, there].map(
    ({ context: { store, race } }) => new TapsInOrder({ store, race }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 1, maxLength: 12 }),
      fc.array(call, { minLength: 1, maxLength: 12 }),
      async (actions, calls) => {
        const pass = await openKnownPass();
        const journal = listTaps(actions);
        const send = (taps: readonly MarshalTap[], to: number): Promise<TapOutcome[]> =>
          (instances[to] as TapsInOrder).take(pass, taps, Date.now());
        let sent = 0;
        for (let at = 0; sent < journal.length; at += 1) {
          const { size, to, isAnswered, isTwice, old } = calls[at] ?? ANSWERED;
          const taps = journal.slice(sent, sent + size);
          const late = old === undefined ? [] : journal.slice(0, sent).slice(old, old + 3);
          const answers = await Promise.all([
            send(taps, to),
            ...(isTwice ? [send(taps, 1 - to)] : []),
            ...(late.length > 0 ? [send(late, 1 - to)] : []),
          ]);
          expect(answers[0]?.map(({ reportId }) => reportId)).toEqual(
            taps.map(({ reportId }) => reportId),
          );
          expect(answers.flat().filter(({ outcome }) => outcome === 'refused')).toEqual([]);
          if (isAnswered) sent += taps.length;
        }
        const mine = new Set(journal.map(({ reportId }) => reportId));
        const undone = new Set(journal.flatMap(({ of }) => of ?? []));
        const standing = journal.filter(
          ({ kind, reportId }) => kind !== 'undo' && !undone.has(reportId),
        );
        const reports = (await readReports()).filter(({ reportId }) => mine.has(reportId));
        const sightings = (await readControl('sighting')).filter(({ subject }) =>
          mine.has(subject),
        );
        const idsOf = (taps: readonly MarshalTap[]) =>
          taps.map(({ reportId }) => reportId).toSorted(compare);
        expect(reports.map(({ reportId }) => reportId).toSorted(compare)).toEqual(
          idsOf(standing.filter(isClear)),
        );
        expect(sightings.map(({ subject }) => subject).toSorted(compare)).toEqual(
          idsOf(standing.filter((tap) => !isClear(tap))),
        );
        // Nothing is left for the next run.
        for (const { reportId } of standing) {
          await send([buildTap({ kind: 'undo', bib: '', of: reportId })], 0);
        }
        expect(await readReports()).toEqual([]);
        expect(await readControl('sighting')).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );

  async function openKnownPass(): Promise<MarshalPass> {
    const passId = identifyPass(await openPass({ name: randomUUID() }));
    const pass = findPass(here.context.race, passId);
    if (!pass) throw new Error('The pass is not there.');
    return pass;
  }
});

/** Whether exactly one runner has the bib. */
function isClear({ bib }: MarshalTap): boolean {
  return ['177', '377', '3?7'].includes(bib);
}

function listTaps(
  actions: readonly ({ bib: string; kind: 'seen' | 'stopped' | 'helped' } | { undo: number })[],
): MarshalTap[] {
  const taps: MarshalTap[] = [];
  for (const action of actions) {
    if ('bib' in action) taps.push(buildTap(action));
    else {
      const bibs = taps.filter(({ kind }) => kind !== 'undo');
      const of = bibs[bibs.length - 1 - action.undo]?.reportId;
      if (of !== undefined) taps.push(buildTap({ kind: 'undo', bib: '', of }));
    }
  }
  return taps;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
