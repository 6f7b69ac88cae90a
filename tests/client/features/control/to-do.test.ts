import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { ControlEntry, Report } from '#shared/model/decisions.ts';
import type { StartPhase } from '#shared/scoring/start-phase.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { ExpectedRunner } from '#shared/wire/control-api.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { describeToDo } from '#client/features/control/describe-to-do.ts';
import { isUrgent, listToDo, type Situation, SILENT_POINT } from '#shared/control/to-do.ts';
import { countInNeed, type NeedContext } from '#shared/control/past-cut-offs.ts';
import { takeMissing } from '#client/organisers/lists/lists.ts';
import { callEveryone } from '#shared/control/roll-call.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildReport } from '#tests/client/support/build-report.ts';
import { buildConfig } from '#tests/support/builders.ts';

const MINUTE = 60_000;
/** 10:00 in Wales, in summer. */
const GUN_MS = Date.UTC(2026, 5, 20, 9);
const at = (minutes: number): number => GUN_MS + minutes * MINUTE;
const CONFIG = buildConfig({ timeZone: 'Europe/London' });
const CONTEXT = { config: CONFIG, nowMs: at(120), today: '20/06/2026' };

interface Staged extends Partial<AdminRunner> {
  readonly runnerId: string;
  /** Read there so many minutes after the gun; null for one who was read nowhere. */
  readonly read?: readonly [string, number] | null;
  /** They came in, although they are out. */
  readonly finish?: number;
}

/** The situation of these runners, all of them with a band and without a counted finish. */
function stage(
  staged: readonly Staged[],
  rest: Partial<Situation> = {},
  phase?: StartPhase,
): Situation {
  const runners = staged.map(({ read: _read, finish: _finish, ...runner }, index) =>
    buildAdminRunner({ raceNumber: String(100 + index), lastName: runner.runnerId, ...runner }),
  );
  const sightOf = ({ read }: Staged) =>
    read ? { scans: 1, lastPoint: read[0], lastTime: at(read[1]) } : null;
  const missing = staged.filter(({ overrideLime = '' }) => overrideLime === '');
  const out = staged.filter(({ overrideLime = '' }) => overrideLime !== '');
  const known = takeMissing(
    missing.map(({ runnerId }) => runnerId),
    {
      scannedNumberNoRunners: [],
      lastSeen: missing.map(sightOf),
      finishedDnfs: out.flatMap(({ runnerId, finish }) =>
        finish === undefined ? [] : [{ runnerId, finishTime: at(finish) }],
      ),
      seenOuts: out.flatMap((one) => {
        const sight = sightOf(one);
        return sight ? [{ ...sight, runnerId: one.runnerId }] : [];
      }),
    },
    undefined,
  );
  return {
    rollCall: callEveryone(runners, known, () => phase, USUAL_COURSES),
    times: new Map(),
    lastReads: new Map(),
    notices: [],
    toCheck: 0,
    strangeBands: 0,
    rules: scoringRulesOf(CONFIG),
    control: [],
    nowMs: at(120),
    ...rest,
  };
}

const tell = (situation: Situation): (string | undefined)[] =>
  listToDo(situation).open.map((one) =>
    'called' in one
      ? `${one.called.runner.lastName}: ${describeToDo(one, CONTEXT)}`
      : describeToDo(one, CONTEXT),
  );

const left = (subject: string) => [
  { kind: 'left', subject, atMs: at(90), by: 'dai@race.local' } as const,
];

const stopped = buildReport('x', { kind: 'stopped', atMs: at(60) });
const SAFE = { ...stopped, isSafe: true } as const;

function due(runnerId: string, minutes: number): readonly [string, ExpectedRunner] {
  const expectedMs = at(minutes);
  return [runnerId, { runnerId, point: 'cp2', expectedMs, latestMs: expectedMs + 5 * MINUTE }];
}

function see(
  kind: 'seen' | 'stopped' | 'helped',
  minutes: number,
  subject: string = kind,
): ControlEntry {
  return {
    kind: 'sighting',
    subject,
    point: 'cp3',
    sighting: { kind, bib: '?77', seenMs: at(minutes) },
    atMs: at(minutes),
    by: 'Dai, marshal at CP3',
  };
}

/** The open matters of one sighting, given these reports and notes. */
function decide(reports: readonly Report[], control: readonly ControlEntry[] = []) {
  return listToDo(
    stage([{ runnerId: 'x', read: ['cp1', 30], reports }], {
      control: [see('seen', 60, 'a1'), ...control],
    }),
  );
}

test('[MA4] a sighting is decided by a report with its id or by dismissal, and returns without them', () => {
  expect(decide([stopped]).open).toHaveLength(1);
  expect(decide([{ ...stopped, kind: 'seen', reportId: 'a1' }])).toEqual({ open: [], left: [] });
  const isLeft = decide([], left('sighting:a1'));
  expect(isLeft.open).toEqual([]);
  expect(isLeft.left).toHaveLength(1);
});

test('[SY4] the worst comes first: people, mats, what speaks against itself, then what can wait', () => {
  const notices: Notice[] = [
    { kind: 'clock-suspected', source: 'hill', point: 'cp2', shiftMs: 20 * MINUTE },
    { kind: 'silent-source', source: 'gate', heardMs: at(100) },
    { kind: 'reader', source: 'new', isAwaited: true },
  ];
  const situation = stage(
    [
      { runnerId: 'Finished', overrideLime: '00:00:01', finish: 100 },
      { runnerId: 'Late', read: ['cp1', 30] },
      { runnerId: 'Unseen', read: null },
      { runnerId: 'Later', read: ['cp1', 20] },
      { runnerId: 'Seen', overrideLime: 'DNS', read: ['cp1', 40] },
      { runnerId: 'Out', overrideLime: '00:00:01' },
      { runnerId: 'Safe', overrideLime: '00:00:01', reports: [SAFE] },
    ],
    {
      control: [see('helped', 70), see('seen', 60), see('stopped', 80)],
      times: new Map([due('Late', 70), due('Later', 50)]),
      lastReads: new Map([['cp2', at(110)]]),
      notices,
      toCheck: 44,
      strangeBands: 1,
    },
  );
  expect(tell(situation)).toEqual([
    'Seen: DNS, but seen at Bedd Morris 10:40, not accounted for',
    'Out: out, not accounted for',
    'Foel Eryr 11:20: ?77 stopped, by Dai, marshal at Foel Eryr',
    'Later: 1 h 10 min late at Carn Ingli',
    'Late: 50 min late at Carn Ingli',
    expect.stringMatching(/^The clock of hill seems to be 20 min behind/),
    expect.stringMatching(/^gate: nothing read yet/),
    expect.stringMatching(/^Foel Eryr 11:00: \?77 seen/),
    expect.stringMatching(/^Foel Eryr 11:10: \?77/),
    'Finished: DNF, but read at the finish 11:40',
    'Full: 1 never seen',
    '44 results to check',
    '1 band assigned to nobody',
  ]);
});

test('[SY4] many overdue at a silent point are one line; runners due before stand alone', () => {
  const ids = Array.from({ length: SILENT_POINT + 1 }, (_, index) => `r${index}`);
  const field = ids.map((runnerId) => ({ runnerId, read: ['cp1', 30] as const }));
  const times = new Map(ids.map((id, index) => due(id, 60 + index)));
  const late = stage(field, { times, lastReads: new Map([['cp2', at(60)]]) });
  // r0 was due when others were still read there.
  expect(tell(late)).toEqual([
    'Carn Ingli: 5 expected, nobody has been read there since 11:00. Is the mat working?',
    'r0: 1 h late at Carn Ingli',
  ]);
  const [silent] = listToDo(late).open;
  expect(silent?.subject).toBe('point:cp2');
  expect(tell({ ...late, lastReads: new Map() })).toEqual([
    'Carn Ingli: 6 expected, nobody has been read there yet. Is the mat working?',
  ]);
  // One fewer is no proof, and neither is a mat that reads.
  expect(tell({ ...late, lastReads: new Map([['cp2', at(61)]]) })).toHaveLength(6);
  expect(tell({ ...late, nowMs: at(64) })).toEqual([]);
  // After the closing nobody is waited for at a mat.
  const closed = { ...late, rules: scoringRulesOf({ ...CONFIG, closed: true }) };
  expect(new Set(listToDo(closed).open.map(({ kind }) => kind))).toEqual(
    new Set(['out-at-closing']),
  );
});

test('[SY4] runners never seen are asked about from a quarter of an hour after the gun', () => {
  const neverSeen = stage([{ runnerId: 'r', read: null }]);
  expect(tell({ ...neverSeen, nowMs: at(15) })).toEqual([]);
  expect(tell({ ...neverSeen, nowMs: at(15) + 1 })).toEqual(['Full: 1 never seen']);
  const rules = { ...neverSeen.rules, gunOf: () => undefined };
  expect(tell({ ...neverSeen, rules })).toEqual([]);
});

const someRunner = fc.record({
  event: fc.constantFrom(...USUAL_COURSES.events),
  overrideLime: fc.constantFrom('', '', '', '00:00:01', 'DNS', '01:00:00'),
  raceNumber: fc.constantFrom('', '7'),
  read: fc.option(fc.tuple(fc.constantFrom('start', 'cp1', 'cp2', 'cp3'), fc.nat({ max: 119 }))),
  reports: fc.subarray([stopped, SAFE]),
});

test('[SY4] a runner out and not safe is listed once, and the numbers add up', () => {
  fc.assert(
    fc.property(
      fc.array(someRunner, { maxLength: 30 }),
      fc.array(fc.nat({ max: 119 }), { maxLength: 3 }),
      (field, lastReads) => {
        const staged = field.map((one, index) => ({ ...one, runnerId: `r${index}` }));
        const times = new Map(staged.map(({ runnerId }, index) => due(runnerId, index * 4)));
        const points = USUAL_COURSES.routeOf('BB');
        const situation = stage(staged, {
          times,
          lastReads: new Map(
            lastReads.map((minutes, index) => [points[index] ?? 'cp2', at(minutes)]),
          ),
        });
        const { rollCall } = situation;
        const { open } = listToDo(situation);
        const subjects = open.map(({ kind, subject }) => `${kind} ${subject}`);
        expect(new Set(subjects).size).toBe(subjects.length);
        const notSafe = [...rollCall.byId.values()].filter(({ state }) => state === 'out-not-safe');
        expect(open.filter(({ kind }) => kind === 'out-not-safe')).toHaveLength(notSafe.length);
        // Everybody who is overdue is in one line, alone or with others.
        const late = open.flatMap((one) => {
          if (one.kind === 'overdue') return one.called.runner.runnerId;
          return one.kind === 'silent-point'
            ? one.runners.map(({ runner }) => runner.runnerId)
            : [];
        });
        expect(new Set(late).size).toBe(late.length);
        const entered = rollCall.events.reduce((sum, { called }) => sum + called.length, 0);
        const { counts } = rollCall;
        const unstarted =
          counts['never-seen'] + counts['did-not-start'] + counts['no-band'] + counts.withdrawn;
        expect(counts.started + unstarted).toBe(entered);
        expect(entered).toBe(field.length);
      },
    ),
  );
});

test('[SY4 RC9] checked-in runners never seen come before faults of machines, other never-seen ones can wait', () => {
  const checkIn = buildReport('x', { kind: 'checked-in', atMs: at(-40) });
  const staged: Staged[] = [
    { runnerId: 'mair', read: null, reports: [checkIn] },
    { runnerId: 'llŷr', read: null },
    { runnerId: 'nia', read: null },
    { runnerId: 'seen', read: ['cp1', 20], reports: [checkIn] },
  ];
  const notices: Notice[] = [{ kind: 'problem', text: 'The disk is full.' }];
  expect(tell(stage(staged, { notices }))).toEqual([
    'Full: 1 checked in but not seen since the gun',
    'The disk is full.',
    'Full: 2 never seen',
  ]);
  expect(tell(stage(staged, { nowMs: at(15) }))).toEqual([]);
});

test('[SY4] a clock that arrival shows to be wrong is urgent, one that is only suspected can wait', () => {
  const suspected: Notice = { kind: 'clock-suspected', source: 'arch', point: 'finish' };
  const toDo = { kind: 'notice', subject: 'clock:arch' } as const;
  expect(isUrgent({ ...toDo, notice: suspected })).toBe(false);
  expect(isUrgent({ ...toDo, notice: { ...suspected, isSure: true } })).toBe(true);
});

test('runners to look for now are out and not accounted for, overdue, past a cut-off, or out at closing', () => {
  const situation = stage(
    [
      { runnerId: 'Stopped', overrideLime: '00:00:01', read: ['cp1', 30] },
      { runnerId: 'Overdue', read: ['cp1', 30] },
      { runnerId: 'Due', read: ['cp1', 30] },
      { runnerId: 'Never', read: null },
    ],
    { times: new Map([due('Overdue', 60), due('Due', 130), due('Never', 60)]) },
  );
  const count = (rest: Partial<NeedContext> = {}) =>
    countInNeed(situation.rollCall, { ...situation, pastCutOffs: [], ...rest });
  expect(count()).toBe(2);
  const late = [...situation.rollCall.byId.values()].filter(({ runner }) =>
    ['Overdue', 'Due'].includes(runner.runnerId),
  );
  expect(count({ pastCutOffs: [{ runners: late }] })).toBe(3);
  expect(count({ rules: scoringRulesOf({ ...CONFIG, closed: true }) })).toBe(3);
});

test('[RC2 ST11] those who went with the gun and were never seen are counted, and to do once most were seen', () => {
  const seen = ['Ann', 'Bea', 'Cai'].map((runnerId) => ({ runnerId, read: ['cp1', 30] as const }));
  const unseen = [{ runnerId: 'Dai' }, { runnerId: 'Eve' }];
  const most = stage([...seen, ...unseen], {}, 'by-gun');
  expect(most.rollCall.events).toMatchObject([
    { neverSeen: 2, counts: { 'never-seen': 0, 'on-course': 5 } },
  ]);
  expect(tell(most)).toEqual(['Full: 2 never seen']);
  expect(tell({ ...most, nowMs: at(15) })).toEqual([]);
  expect(tell(stage([...seen.slice(1), ...unseen], {}, 'by-gun'))).toEqual([]);
});

const tellSeenDns = (minutes: number): (string | undefined)[] =>
  tell(stage([{ runnerId: 'Ann', overrideLime: 'dns', read: ['cp1', minutes] }]));

test('[RC5] a read ahead of now is in the future, by a clock that is ahead', () => {
  expect(tellSeenDns(119)).toEqual(['Ann: DNS, but seen at Bedd Morris 11:59, not accounted for']);
  expect(tellSeenDns(137)).toEqual([
    'Ann: DNS, but seen at Bedd Morris 12:17 (in the future: its clock is ahead), not accounted for',
  ]);
});
