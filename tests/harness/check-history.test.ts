import { expect, test } from 'vitest';

import { checkHistory, countVerdicts, type FinalState, type View } from './check-history.ts';
import { countOutcomes, type Operation, type Outcome, SETTINGS_ID } from './history.ts';

const HEAD = { epoch: 'e', version: 9 };

function read(scanId: string, outcome: Outcome): Operation {
  return { kind: 'read', scanId, outcome };
}

function save(mark: string, outcome: Outcome): Operation {
  return { kind: 'save', mark, outcome };
}

function tap(reportId: string, outcome: Outcome): Operation {
  return { kind: 'tap', reportId, outcome };
}

function stored(scanId: string, place = `mat-1|s|${scanId}`) {
  return { field: scanId, scanId, place };
}

function view(name: string, overrides: Partial<View> = {}): View {
  return { name, head: HEAD, digest: 'rows', wentBack: 0, ...overrides };
}

const HISTORY = [
  read('a', 'ok'),
  read('b', 'unknown'),
  read('c', 'unknown'),
  read('d', 'failed'),
  // The same read again: one of them was answered.
  read('a', 'failed'),
  save('one', 'ok'),
  save('two', 'unknown'),
  save('three', 'failed'),
  tap('t1', 'ok'),
  tap('t2', 'unknown'),
  tap('t3', 'failed'),
];

/** A race that kept its promises: of what nobody knows the one happened and the other did not. */
function good(overrides: Partial<FinalState> = {}): FinalState {
  return {
    entered: [
      { runnerId: 'r1', rev: 1, mark: 'first', bands: ['1'] },
      { runnerId: 'r2', rev: 1, mark: 'first', bands: ['2'] },
    ],
    head: HEAD,
    epochBefore: 'e',
    digest: 'rows',
    reads: [stored('a'), stored('b')],
    announced: ['a', 'b'],
    runners: [
      { runnerId: 'r1', rev: 3, mark: 'two', bands: ['1', '3'] },
      { runnerId: 'r2', rev: 1, mark: 'first', bands: ['2'] },
    ],
    holders: { '1': 'r1', '2': 'r2', '3': 'r1' },
    changes: [
      {
        version: 8,
        runnerId: 'r1',
        before: { rev: 2, mark: 'one' },
        after: { rev: 3, mark: 'two' },
      },
      {
        version: 7,
        runnerId: 'r1',
        before: { rev: 1, mark: 'first' },
        after: { rev: 2, mark: 'one' },
      },
    ],
    taps: ['t1'],
    views: [view('web-1'), view('the first viewer')],
    recordDigests: ['record', 'record'],
    ...overrides,
  };
}

/** What is found, as `verdict: what`. */
function check(final: FinalState, history: readonly Operation[] = HISTORY): readonly string[] {
  return checkHistory(history, final).map(({ verdict, what }) => `${verdict}: ${what}`);
}

test('[HN3] in a race that kept its promises nothing is found', () => {
  expect(check(good())).toEqual([]);
  expect(countOutcomes(HISTORY, 'read')).toEqual({ ok: 1, failed: 2, unknown: 2 });
});

test('[HN3] an acknowledged read that is not stored is lost, and one that nobody knows of is not', () => {
  expect(check(good({ reads: [] }))).toEqual([
    'lost: the read a was acknowledged and is not stored',
  ]);
});

test('[HN3] a stored read that was never given, or certainly failed, is unexpected', () => {
  const reads = [stored('a'), stored('d'), stored('x')];
  expect(check(good({ reads }))).toEqual([
    'unexpected: the read d is stored and was not given',
    'unexpected: the read x is stored and was not given',
  ]);
});

test('[HN3] a read that is stored twice, under whatever id, or announced twice is a duplicate', () => {
  expect(
    check(good({ reads: [stored('a'), { ...stored('a', 'mat-1|s|2'), field: 'other' }] })),
  ).toEqual([
    'duplicate: the read a is stored more than once',
    'unexpected: the read a is kept as other',
  ]);
  expect(check(good({ reads: [stored('a', 'mat-1|s|1'), stored('b', 'mat-1|s|1')] }))).toEqual([
    'duplicate: place mat-1|s|1 of a journal is stored more than once',
  ]);
  expect(check(good({ announced: ['a', 'b', 'a'] }))).toEqual([
    'duplicate: the read a was announced more than once',
  ]);
});

test('[HN3] a save that was answered and not made is lost, one that was refused and made is unexpected', () => {
  const history = HISTORY.map((one) =>
    one.kind === 'save' && one.mark === 'two' ? save('two', 'failed') : one,
  );
  expect(check(good(), [...history, save('four', 'ok')])).toEqual([
    'lost: the save four was answered with success and not made',
    'unexpected: the save two was made and was not to be',
  ]);
});

test('[HN3] a save that was made twice is a duplicate', () => {
  const again = {
    version: 9,
    runnerId: 'r2',
    before: { rev: 1, mark: 'first' },
    after: { rev: 2, mark: 'one' },
  };
  const [first, second] = good().runners;
  const runners = [first, { ...second, rev: 2, mark: 'one' }] as FinalState['runners'];
  expect(check(good({ changes: [...good().changes, again], runners }))).toEqual([
    'duplicate: the save one was made more than once',
  ]);
});

function saved(version: number, rev: number, from: string, to: string) {
  return {
    version,
    runnerId: SETTINGS_ID,
    before: { rev, mark: from },
    after: { rev: rev + 1, mark: to },
  };
}

test('[HN4] a title is saved over the one that was seen, and one that is sent again is written again', () => {
  const entered = [{ runnerId: SETTINGS_ID, rev: 1, mark: 'first', bands: [] }];
  const findIn = (changes: FinalState['changes'], over: string) => {
    const runners = [{ runnerId: SETTINGS_ID, rev: changes.length + 1, mark: 'two', bands: [] }];
    return check(good({ entered, runners, holders: {}, changes }), [
      ...HISTORY.filter(({ kind }) => kind !== 'save'),
      save('one', 'ok'),
      { kind: 'save', mark: 'two', outcome: 'ok', over },
    ]);
  };
  const seen = [saved(7, 1, 'first', 'one'), saved(8, 2, 'one', 'two')];
  expect(findIn(seen, 'one')).toEqual([]);
  expect(findIn(seen, 'first')).toEqual(['lost: the save two was made over one it had not seen']);
  expect(findIn([...seen, saved(9, 3, 'two', 'two')], 'one')).toEqual([]);
});

test('[HN3] a tap that was answered is there, one that was refused is not, and none is there twice', () => {
  expect(check(good({ taps: ['t2', 't2', 't3'] }))).toEqual([
    'lost: the tap t1 was answered and is not there',
    'unexpected: the tap t3 is there and was not to be',
    'duplicate: the tap t2 is there more than once',
  ]);
});

test('[HN4] revisions that are not one line are found: forked, jumped, and a record that is another', () => {
  const [last, first] = good().changes as [FinalState['changes'][0], FinalState['changes'][0]];
  const forked = { ...last, before: { rev: 1, mark: 'first' }, after: { rev: 2, mark: 'two' } };
  const [r1, r2] = good().runners as [FinalState['runners'][0], FinalState['runners'][0]];
  expect(check(good({ changes: [first, forked], runners: [{ ...r1, rev: 2 }, r2] }))).toEqual([
    'lost: change 8 of r1 was made over revision 2',
  ]);
  const jumped = { ...last, before: { rev: 3, mark: 'one' }, after: { rev: 4, mark: 'two' } };
  expect(check(good({ changes: [first, jumped], runners: [{ ...r1, rev: 4 }, r2] }))).toEqual([
    'unexpected: change 8 of r1 begins with what nobody saved',
  ]);
  const leapt = { ...last, after: { rev: 5, mark: 'two' } };
  expect(check(good({ changes: [first, leapt], runners: [{ ...r1, rev: 5 }, r2] }))).toEqual([
    'unexpected: change 8 of r1 goes from 2 to 5',
  ]);
  expect(check(good({ runners: [{ ...r1, rev: 2, mark: 'one' }, r2] }))).toEqual([
    'lost: r1 is not as they were saved last',
  ]);
  const stranger = { runnerId: 'r3', rev: 1, mark: '', bands: [] };
  expect(check(good({ runners: [r1, r2, stranger] }))).toEqual(['unexpected: nobody entered r3']);
});

test('[HN4] a wristband with two holders, and one that leads to somebody else, are found', () => {
  const [r1, r2] = good().runners as [FinalState['runners'][0], FinalState['runners'][0]];
  expect(check(good({ runners: [r1, { ...r2, bands: ['2', '3'] }] }))).toEqual([
    'duplicate: wristband 3 has more than one holder',
    'divergent: wristband 3 leads to somebody else',
  ]);
  expect(check(good({ holders: { ...good().holders, '9': 'r2' } }))).toEqual([
    'divergent: wristband 9 leads to somebody who does not have it',
  ]);
});

test('[HN5] a viewer behind is stale, one with another list divergent', () => {
  const views = [
    view('web-1', { digest: 'other' }),
    view('web-2', { head: { epoch: 'e', version: 8 } }),
    view('a viewer', { head: undefined }),
    view('the first viewer', { wentBack: 2 }),
  ];
  const findings = checkHistory(HISTORY, good({ views }));
  expect(findings.map(({ verdict, what }) => `${verdict}: ${what}`)).toEqual([
    'divergent: web-1 shows another list than the record gives',
    'stale: web-2 is at version 8 of 9',
    'stale: a viewer is without a race',
    'stale: the first viewer went back 2 times',
  ]);
  expect(countVerdicts(findings)).toMatchObject({ lost: 0, stale: 3, divergent: 1, ahead: 0 });
});

test('[HN5] another epoch, and a Redis that has another record from its disk, are found', () => {
  expect(check(good({ epochBefore: 'd' }))).toEqual([
    'unexpected: the race has another epoch, as after an import',
  ]);
  expect(check(good({ recordDigests: ['record', 'less'] }))).toEqual([
    'divergent: Redis killed once more has another record',
  ]);
});
