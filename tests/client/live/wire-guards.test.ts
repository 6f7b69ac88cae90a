import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  isDelta,
  isHello,
  isResumeReply,
  parseConfig,
  parseSnapshot,
} from '#client/live/wire-guards.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { DEFAULT_PICTURES } from '#shared/model/picture.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { applyResultsDelta } from '#client/live/race-replica.ts';
import { presentAll } from '#shared/scoring/present-standings.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

const head = { epoch: 'e1', version: 7 };
const totals = USUAL_COURSES.byEvent((event) => USUAL_COURSES.events.indexOf(event) + 1);
const standings = new Standings(USUAL_COURSES);
standings.replaceAll(
  [buildResult({ totalMs: 1_000, komsMs: [null, 5] }), buildResult({ runnerId: 'r2' })],
  totals,
);
const delta = {
  ...head,
  from: 6,
  upsert: [{ runnerId: 'r1', totalMs: null }],
  remove: ['r9'],
  totals,
};

describe('what fits is let through', () => {
  test('[PR27] GET /api and GET /config', () => {
    const body = { ...head, runners: { data: presentAll(standings) }, totals, serverTime: 1 };
    expect(parseSnapshot(viaJson(body))).toEqual({
      ...head,
      totals,
      madeMs: 1,
      setup: '',
      results: body.runners.data,
    });
    const config = { ...buildConfig(), serverTime: 1, pictures: DEFAULT_PICTURES };
    expect(parseConfig(viaJson(config))).toEqual(config);
  });

  test('[PR36] rows and patches of an instance that tells of no starts, which are null then', () => {
    const [row] = presentAll(standings);
    const older = [{ ...row, startedAtMs: undefined }];
    expect(readStarts([{ ...row, startedAtMs: 5 }])).toEqual([5]);
    expect(readStarts(older)).toEqual([null]);
    expect(readStarts([{ ...row, startedAtMs: 'ten' }])).toEqual([]);

    const known = new Standings(USUAL_COURSES);
    for (const [change, expected] of [
      [{ upsert: older }, null],
      [{ upsert: [{ runnerId: 'r1', startedAtMs: 7 }] }, 7],
      [{ upsert: [{ runnerId: 'r1', totalMs: 9 }] }, 7],
    ] as const) {
      const message: unknown = viaJson({ ...delta, remove: [], ...change });
      expect(isDelta(message) && applyResultsDelta(known, message)).toBe(true);
      expect(known.find('r1')?.startedAtMs).toBe(expected);
    }
  });

  test('[PR27] the messages of the socket', () => {
    expect(isHello({ ...head, protocol: 1, serverTime: 5, later: 'field' })).toBe(true);
    expect(isDelta(viaJson(delta))).toBe(true);
    for (const reply of [{ current: true }, { resync: true }, { results: delta }]) {
      expect(isResumeReply(viaJson(reply))).toBe(true);
    }
  });
});

describe('what does not fit is dropped', () => {
  test('[PR27] a row of the wrong shape is left out, the others stay', () => {
    const [first, ...others] = presentAll(standings);
    const body = {
      ...head,
      totals,
      serverTime: 1,
      runners: { data: [{ ...first, splitsMs: [1, 2] }, null, 'row', ...others] },
    };
    expect(parseSnapshot(viaJson(body))?.results).toEqual(others);
  });

  test.each([
    ['no epoch', { ...delta, epoch: '' }],
    ['a version that is no number', { ...delta, version: '7' }],
    ['an unknown status', { ...delta, upsert: [{ runnerId: 'r1', status: 'asleep' }] }],
    ['an event without a code', { ...delta, upsert: [{ runnerId: 'r1', events: '' }] }],
    [
      'a split that is no time',
      { ...delta, upsert: [{ runnerId: 'r1', splitsMs: ['a', 1, 2, 3, 4, 5] }] },
    ],
    ['a patch of nobody', { ...delta, upsert: [{ totalMs: 5 }] }],
    [
      'a total that is no number',
      { ...delta, totals: { ...totals, [USUAL_COURSES.mainEvent]: '2' } },
    ],
  ])('[PR27] a delta with %s', (_name, message) => {
    expect(isDelta(message)).toBe(false);
    expect(isResumeReply({ results: message })).toBe(false);
  });

  test.each([
    ['an unknown zone', { timeZone: 'Atlantis/Capital' }],
    ['a start that is no text', { starts: { BB: '', PB: '', UB: 7 } }],
    ['starts that are none', { starts: '' }],
    ['an unknown timing', { timing: 'sundial' }],
    ['pictures without the logo', { pictures: { background: '' } }],
  ])('[PR27] settings with %s', (_name, change) => {
    const config = { ...buildConfig(), serverTime: 1, pictures: DEFAULT_PICTURES, ...change };
    expect(parseConfig(config)).toBeUndefined();
  });

  test.each<keyof RaceConfig>(['closedEvents', 'startText', 'timing'])(
    '[RL1] settings of an instance that does not know %s yet have its default',
    (name) => {
      const { [name]: unknown, ...older } = buildConfig();
      const config = { ...older, serverTime: 1, pictures: DEFAULT_PICTURES };
      expect(parseConfig(config)).toEqual({ ...config, [name]: DEFAULT_CONFIG[name] });
      expect(unknown).toBeDefined();
    },
  );

  test('[RL1] an event that the instance does not know yet has the default', () => {
    const starts = { BB: '2026-06-20-10-00-00', PB: '' };
    const config = { ...buildConfig(), serverTime: 1, pictures: DEFAULT_PICTURES };
    expect(parseConfig({ ...config, starts })).toEqual({
      ...config,
      starts: { ...USUAL_COURSES.byEvent(() => ''), ...starts },
    });
  });

  test('[PR18 RL2] settings that the page does not know yet are passed over', () => {
    const config = { ...buildConfig(), serverTime: 1, pictures: DEFAULT_PICTURES };
    expect(parseConfig({ ...config, notOfThisRelease: 'Later', norThis: {} })).toEqual(config);
  });

  test('[PR27] seeded rubbish is refused and never throws', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => {
        expect(parseSnapshot(value)).toBeUndefined();
        expect(parseConfig(value)).toBeUndefined();
        expect(isDelta(value)).toBe(false);
        expect(isHello(value)).toBe(false);
      }),
      { seed: 20_260_620, numRuns: 2_000 },
    );
  });
});

/** The starts that a page reads from the rows of GET /api. */
function readStarts(data: unknown): readonly (number | null)[] | undefined {
  const body = { ...head, runners: { data }, totals, serverTime: 1 };
  return parseSnapshot(viaJson(body))?.results.map(({ startedAtMs }) => startedAtMs);
}

function viaJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
