import { expect, test } from 'vitest';

import { type CopiesState, isAhead, judgeLost } from './check-copies.ts';
import { checkHistory, type FinalState, isWrong, VERDICTS } from './check-history.ts';
import type { SaveOperation, Span, TapOperation } from './history.ts';

const DURING = { fromMs: 120, toMs: 130 };
const SAVE: SaveOperation = { kind: 'save', mark: 'one', outcome: 'ok', during: DURING };
const TAP: TapOperation = { kind: 'tap', reportId: 't', outcome: 'ok', during: DURING };
/** A copy that took over got nothing from 100 to 200. */
const STATE: CopiesState = {
  strikes: 1,
  gaps: [{ fromMs: 100, toMs: 200 }],
  mayLose: true,
  kills: [],
};

function judge(during: Span | undefined, state: Partial<CopiesState> = {}): string {
  return judgeLost('', during, { ...STATE, ...state }).verdict;
}

test('[HN9] a change may be lost in a gap, unless all copies had to have it', () => {
  expect(judge(DURING)).toBe('lost by failover');
  expect(judge(DURING, { mayLose: false })).toBe('lost');
  expect(judge(DURING, { gaps: [] })).toBe('lost');
  expect(judge({ fromMs: 80, toMs: 99 })).toBe('lost');
  expect(judge({ fromMs: 201, toMs: 210 })).toBe('lost');
  expect(judge(undefined)).toBe('lost');
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
    'lost by failover: the save one was answered with success and not made',
    'lost by failover: the tap t was answered and is not there',
    'divergent: a copy of Redis has another record',
  ]);
  expect(findings.filter(isWrong).every(({ verdict }) => verdict !== 'lost by failover')).toBe(
    true,
  );
  expect(VERDICTS).not.toContain('lost by failover');
  const calm = { ...final, copies: { ...STATE, strikes: 0 }, recordDigests: ['record', 'record'] };
  expect(checkHistory([], calm).map(({ verdict }) => verdict)).toEqual(['unexpected']);
});
