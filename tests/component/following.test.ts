import { screen, waitFor } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';

import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import type { PublicCorrection } from '#shared/news/corrections.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { Gate } from '#tests/client/support/gate.ts';
import { takeConsoleErrors } from '#tests/support/console-errors.ts';

import { refuse } from './support/fake-wire.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';

const run = (runnerId: string, given: Partial<UnrankedResult> = {}) =>
  buildResult({ runnerId, firstName: 'Heledd', lastName: runnerId, bibNumber: runnerId, ...given });

/** The page of a race with these results and starters. */
function openResults(
  path: string,
  results: readonly UnrankedResult[],
  starters: readonly Starter[] = [],
  config: Partial<RaceConfig> = {},
): Promise<OpenScreen> {
  return openScreen(path, {
    isSignedOut: true,
    config,
    results,
    totals: { BB: 0, PB: 9, UB: 0 },
    starters: [...results, ...starters],
    prepare: (wire) => {
      // A runner's page fetches the runner alone; here it uses the field.
      wire.answer('GET /api/runner/:asked', () => refuse(404, { error: 'Nobody alone.' }));
    },
    // The announcer loads after the page; earlier changes are no news.
    isReady: () => localStorage.getItem('splitcast.followed') === null || isAnnouncing(),
  });
}

const isAnnouncing = () => document.querySelector('body > div > output') !== null;

const keep = (followed: object): void => {
  localStorage.setItem(
    'splitcast.followed',
    JSON.stringify({ runners: [], clubs: [], ...followed }),
  );
};
const star = (runnerId: string, name = `Heledd ${runnerId}`) => ({
  runnerId,
  bibNumber: runnerId,
  name,
});
const kept = (): { runners: { runnerId: string }[]; clubs: string[] } =>
  JSON.parse(localStorage.getItem('splitcast.followed') ?? '{}') as ReturnType<typeof kept>;

test('corrections of followed runners are announced with their reason', async () => {
  keep({ runners: [star('a')] });
  const startedAtMs = Date.now() - 3_600_000;
  const passedAt = (...splits: (number | null)[]) =>
    run('a', { startedAtMs, splitsMs: Object.assign(Array(6).fill(null), splits) as number[] });
  const { wire } = await openResults('/runner/b', [passedAt(1_000_000), run('b')]);
  await screen.findByRole('heading', { name: 'Heledd b' });
  wire.pushResults([passedAt(1_000_000, 3_590_000)]);
  // Once news is announced, the page knows the current state.
  await screen.findByRole('link', { name: /^Heledd a passed Carn Ingli/ });
  const was = { event: 'PB', status: 'racing', totalMs: null, place: null } as const;
  const split = { slot: 1, wasMs: 3_590_000, isMs: 3_290_000 };
  const correction: PublicCorrection = {
    id: `${wire.head.version + 1}:epoch`,
    atMs: Date.now(),
    reason: 'clock',
    point: 1,
    lines: [{ runnerId: 'a', bib: 'a', was, is: was, split }],
    more: 0,
  };
  wire.answer('GET /api/corrections', () => ({ ...wire.head, corrections: [correction] }));
  wire.pushResults([passedAt(1_000_000, 3_290_000)]);
  const link = await screen.findByRole('link', {
    name: 'Heledd a: Carn Ingli 0:54:50 (was 0:59:50); a reader’s clock at Carn Ingli was wrong',
  });
  expect(link.getAttribute('href')).toBe('/runner/a');
});

test('the finish of a followed runner is celebrated with a title and a vibration', async () => {
  keep({ runners: [star('a')] });
  const startedAtMs = Date.now() - 3_600_000;
  const vibrate = vi.fn<() => boolean>(() => true);
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'vibrate'));
  const { wire } = await openResults('/runner/b', [run('a', { startedAtMs }), run('b')]);
  await screen.findByRole('heading', { name: 'Heledd b' });
  wire.pushResults([run('a', { startedAtMs, totalMs: 3_590_000 })]);
  const link = await screen.findByRole('link', { name: /^Heledd a finished: 0:59:50, 1st/ });
  expect(link.closest('[data-finish]')?.textContent).toContain('1st woman! ');
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test('of more than three news a finish is not left out for later passings', async () => {
  const ids = ['a', 'c', 'd', 'e'];
  keep({ runners: ids.map((id) => star(id)) });
  const startedAtMs = Date.now() - 3_600_000;
  const { wire } = await openResults('/runner/b', [
    ...ids.map((id) => run(id, { startedAtMs })),
    run('b'),
  ]);
  await screen.findByRole('heading', { name: 'Heledd b' });
  const splitsMs = [3_500_000, null, null, null, null, null];
  wire.pushResults([
    run('a', { startedAtMs, totalMs: 3_400_000 }),
    ...ids.slice(1).map((id) => run(id, { startedAtMs, splitsMs })),
  ]);
  await screen.findByRole('link', { name: /^Heledd a finished/ });
  expect(screen.getAllByRole('link', { name: /^Heledd \w (?:passed|finished)/ })).toHaveLength(3);
});

test('the place of the followed takes no room if their code cannot be loaded', async () => {
  keep({ runners: [star('a')] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const path = '#client/features/results/FollowingCard.tsx';
  const loading = new Gate();
  vi.doMock(path, async () => {
    await loading.passed;
    throw new Error('Failed to fetch.');
  });
  onTestFinished(() => vi.doUnmock(path));
  await openResults('/?tab=PB', [run('a')]);
  const place = await screen.findByRole('region', { name: 'Runners you follow' });
  expect(place.querySelector('[style*=height]')).not.toBeNull();
  loading.open();
  await waitFor(() => expect(place.innerHTML).toBe(''));
  expect(takeConsoleErrors().join('')).toContain('could not be loaded');
});

test('turning alerts on follows the runner and asks for permission; a refusal is explained', async () => {
  let permission: NotificationPermission = 'default';
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => (permission = 'denied'),
  });
  const registration = { pushManager: { getSubscription: async () => null } };
  const value = { getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  const { press } = await openResults('/runner/b', [run('b')]);
  await press('Get alerts Turn on');
  await screen.findByText(/^This browser blocks notifications from this site/);
  expect(screen.queryByRole('button', { name: /^Get alerts/ })).toBeNull();
  expect(kept().runners.map(({ runnerId }) => runnerId)).toEqual(['b']);
});
