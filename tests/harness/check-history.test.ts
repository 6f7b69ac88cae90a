import { expect, test } from 'vitest';

import {
  checkHistory,
  type FinalState,
  type Operation,
  type Outcome,
  type View,
} from './check-history.ts';

const HEAD = { epoch: 'e', version: 9 };

const read = (id: string, outcome: Outcome): Operation => ({ kind: 'read', id, outcome });
const save = (id: string, outcome: Outcome): Operation => ({ kind: 'save', id, outcome });
const stored = (scanId: string, field = scanId) => ({ field, scanId });

function view(name: string, overrides: Partial<View> = {}): View {
  return { name, head: HEAD, digest: 'rows', wentBack: 0, ...overrides };
}

type Saved = readonly [rev: number, mark: string];

function change(version: number, runnerId: string, [was, old]: Saved, [rev, mark]: Saved) {
  return { version, runnerId, before: { rev: was, mark: old }, after: { rev, mark } };
}

const HISTORY = [
  read('a', 'ok'),
  read('b', 'unknown'),
  read('c', 'unknown'),
  read('d', 'failed'),
  // The same read again, of which one was acknowledged.
  read('a', 'failed'),
  save('one', 'ok'),
  save('two', 'unknown'),
  save('three', 'failed'),
];

const R1 = { runnerId: 'r1', rev: 3, mark: 'two', bands: ['1', '3'] };
const R2 = { runnerId: 'r2', rev: 1, mark: 'first', bands: ['2'] };
const CHANGES = [
  change(7, 'r1', [1, 'first'], [2, 'one']),
  change(8, 'r1', [2, 'one'], [3, 'two']),
];

/** A correct race, in which one of two changes with unknown outcome was made. */
function good(overrides: Partial<FinalState> = {}): FinalState {
  return {
    entered: [{ ...R1, rev: 1, mark: 'first' }, R2],
    head: HEAD,
    epochBefore: 'e',
    digest: 'rows',
    reads: [stored('a'), stored('b')],
    announced: ['a', 'b'],
    runners: [R1, R2],
    holders: { '1': 'r1', '2': 'r2', '3': 'r1' },
    changes: CHANGES.toReversed(),
    views: [view('web-1'), view('the first viewer')],
    recordDigests: ['record', 'record'],
    ...overrides,
  };
}

/** The findings, as `verdict: what`. */
function check(final: FinalState, history: readonly Operation[] = HISTORY): readonly string[] {
  return checkHistory(history, final).map(({ verdict, what }) => `${verdict}: ${what}`);
}

test('a correct race has no findings', () => {
  expect(check(good())).toEqual([]);
});

test('reads that are lost, unexpected, duplicate or under another id are found', () => {
  const reads = [stored('d'), stored('x'), stored('b', 'other'), stored('b')];
  expect(check(good({ reads, announced: ['b', 'd', 'b'] }))).toEqual([
    'lost: the read a was acknowledged and is not stored',
    'unexpected: the read d is stored and was not given',
    'unexpected: the read x is stored and was not given',
    'duplicate: the read b is stored more than once',
    'unexpected: the read b is kept as other',
    'duplicate: the read b was announced more than once',
  ]);
});

test('saves that are lost, unexpected or duplicate are found', () => {
  const refused = HISTORY.map((one) => (one.id === 'two' ? save('two', 'failed') : one));
  expect(check(good(), [...refused, save('four', 'ok')])).toEqual([
    'lost: the save four was answered with success and not made',
    'unexpected: the save two was made and was not to be',
  ]);
  const again = change(9, 'r2', [1, 'first'], [2, 'one']);
  const runners = [R1, { ...R2, rev: 2, mark: 'one' }];
  expect(check(good({ changes: [...CHANGES, again], runners }))).toEqual([
    'duplicate: the save one was made more than once',
  ]);
});

test('gaps between revisions, and wrong holders of wristbands, are found', () => {
  const changes = [
    ...CHANGES,
    change(9, 'r1', [2, 'one'], [3, 'two']),
    change(10, 'r2', [3, 'first'], [4, 'first']),
    change(11, 'r2', [4, 'first'], [6, 'first']),
  ];
  const runners = [
    { ...R1, bands: ['1', '2'] },
    { ...R2, rev: 5 },
    { runnerId: 'r3', rev: 1, mark: '', bands: [] },
  ];
  expect(check(good({ changes, runners }))).toEqual([
    'duplicate: the save two was made more than once',
    'lost: change 9 of r1 was made over revision 3',
    'unexpected: change 10 of r2 begins with what nobody saved',
    'unexpected: change 11 of r2 goes from 4 to 6',
    'lost: r2 is not as they were saved last',
    'unexpected: nobody entered r3',
    'duplicate: wristband 2 has more than one holder',
    'divergent: wristband 2 leads to somebody else',
    'divergent: wristband 3 leads to somebody who does not have it',
  ]);
});

test('a viewer that is behind is stale, and one with another list is divergent', () => {
  const views = [
    view('web-1', { digest: 'other' }),
    view('web-2', { head: { epoch: 'e', version: 8 } }),
    view('a viewer', { head: undefined }),
    view('the first viewer', { wentBack: 2 }),
  ];
  expect(check(good({ views }))).toEqual([
    'divergent: web-1 shows another list than the record gives',
    'stale: web-2 is at version 8 of 9',
    'stale: a viewer is without a race',
    'stale: the first viewer went back 2 times',
  ]);
});

test('another epoch, and another record of Redis after a restart, are found', () => {
  expect(check(good({ epochBefore: 'd' }))).toEqual([
    'unexpected: the race has another epoch, as after an import',
  ]);
  expect(check(good({ recordDigests: ['record', 'less'] }))).toEqual([
    'divergent: Redis killed once more has another record',
  ]);
});
