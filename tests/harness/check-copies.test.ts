import { expect, test } from 'vitest';

import { type CopiesState, isAhead, judgeLostSave, judgeLostTap } from './check-copies.ts';
import { checkHistory, type FinalState, isWrong, VERDICTS } from './check-history.ts';
import type { SaveOperation, TapOperation } from './history.ts';

const DURING = { fromMs: 120, toMs: 130 };
const SAVE: SaveOperation = {
  kind: 'save',
  mark: 'one',
  outcome: 'ok',
  during: DURING,
  answer: { web: 'web-1', runnerId: 'r1', rev: 3 },
};
const TAP: TapOperation = { kind: 'tap', reportId: 't', outcome: 'ok', during: DURING };
const REPORTED = { runnerId: 'r1', foundRev: 2, lostMs: 300 };
/** A copy that took over got nothing from 100 to 200. */
const STATE: CopiesState = {
  strikes: 1,
  gaps: [{ fromMs: 100, toMs: 200 }],
  reported: [],
  kills: [],
};

function judge(state: Partial<CopiesState>, save = SAVE, isSavedOver = false): string {
  return judgeLostSave(save, { ...STATE, ...state }, () => isSavedOver).verdict;
}

test('[HN9] a lost save is told when its runner is told to stand before it, and not when that was told of another or earlier', () => {
  expect(judge({ reported: [REPORTED] })).toBe('reported lost');
  expect(judge({ reported: [{ ...REPORTED, foundRev: undefined }] })).toBe('reported lost');
  expect(judge({ reported: [{ ...REPORTED, runnerId: 'r2' }] })).toBe('lost');
  expect(judge({ reported: [{ ...REPORTED, foundRev: 3 }] })).toBe('lost');
  expect(judge({ reported: [{ ...REPORTED, lostMs: 100 }] })).toBe('lost');
});

test('[HN9] a save that nobody is told of is lost, but in a gap where its instance was killed since or others saved over it', () => {
  expect(judge({})).toBe('lost');
  expect(judge({}, SAVE, true)).toBe('unreported');
  expect(judge({ kills: [{ web: 'web-1', atMs: 250 }] })).toBe('unreported');
  expect(judge({ kills: [{ web: 'web-1', atMs: 110 }] })).toBe('lost');
  expect(judge({ kills: [{ web: 'web-2', atMs: 250 }] })).toBe('lost');
  const [before, after] = [
    { fromMs: 80, toMs: 99 },
    { fromMs: 201, toMs: 210 },
  ];
  expect(judge({}, { ...SAVE, during: before }, true)).toBe('lost');
  expect(judge({}, { ...SAVE, during: after }, true)).toBe('lost');
  expect(judge({ gaps: [] }, SAVE, true)).toBe('lost');
});

test('[HN9] a tap may be lost in a gap alone', () => {
  expect(judgeLostTap(TAP, STATE).verdict).toBe('unreported');
  expect(judgeLostTap({ ...TAP, during: { fromMs: 201, toMs: 210 } }, STATE).verdict).toBe('lost');
  expect(judgeLostTap(TAP, { ...STATE, gaps: [] }).verdict).toBe('lost');
});

test('[HN9] a viewer may be ahead only of a race that no instance remembers', () => {
  const kills = [
    { web: 'web-1', atMs: 150 },
    { web: 'web-2', atMs: 220 },
  ] as const;
  const head = { epoch: 'e', version: 5 };
  const isFound = (shown: typeof head, state: Partial<CopiesState>): boolean =>
    isAhead(shown, head, { ...STATE, ...state });
  expect(isFound({ epoch: 'e', version: 6 }, { kills })).toBe(true);
  expect(isFound({ epoch: 'e', version: 4 }, { kills })).toBe(false);
  expect(isFound({ epoch: 'd', version: 6 }, { kills })).toBe(false);
  expect(isFound({ epoch: 'e', version: 6 }, { kills: kills.slice(0, 1) })).toBe(false);
  expect(isFound({ epoch: 'e', version: 6 }, { kills, gaps: [] })).toBe(false);
});

test('[HN9] with copies reads are as safe as without, the epoch may be another, and copies have the same record', () => {
  const final: FinalState = {
    entered: [],
    head: { epoch: 'f', version: 1 },
    copies: STATE,
    epochBefore: 'e',
    digest: 'rows',
    reads: [],
    announced: [],
    runners: [],
    holders: {},
    changes: [],
    taps: [],
    views: [],
    recordDigests: ['record', 'record', 'other'],
  };
  const history = [{ kind: 'read', scanId: 'a', outcome: 'ok' } as const, SAVE, TAP];
  const findings = checkHistory(history, final);
  expect(findings.map(({ verdict, what }) => `${verdict}: ${what}`)).toEqual([
    'lost: the read a was acknowledged and is not stored',
    'lost: the save one was answered with success and not made',
    'unreported: the tap t was answered and is not there',
    'divergent: a copy of Redis has another record',
  ]);
  expect(findings.filter(isWrong).every(({ verdict }) => verdict !== 'unreported')).toBe(true);
  expect(VERDICTS).not.toContain('unreported');
  const calm = { ...final, copies: { ...STATE, strikes: 0 }, recordDigests: ['record', 'record'] };
  expect(checkHistory([], calm).map(({ verdict }) => verdict)).toEqual(['unexpected']);
});
