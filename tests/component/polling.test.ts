import { fireEvent, screen } from '@testing-library/dom';
import { expect, onTestFinished, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { PUBLIC_POLL_MS } from '#shared/wire/socket-events.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

import type { FakeWire } from './support/fake-wire.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { provideSkipTime } from './support/skip-time.ts';

/** Rows that change glow, which jsdom cannot. */
const glow = (): Partial<Animation> => ({ cancel: () => undefined });

const startedAtMs = Date.now() - 120 * MINUTE_MS;
const finish = (runnerId: string, minutes: number) =>
  buildResult({ runnerId, lastName: runnerId, startedAtMs, totalMs: minutes * MINUTE_MS });

const findRow = (runnerId: string) => document.querySelector(`[data-runner-id="${runnerId}"]`);

/** The ids listed as through, newest first. */
const listIds = (attribute = ''): (string | null)[] =>
  Array.from(document.querySelectorAll(`[data-arrivals] li${attribute} [data-runner]`), (row) =>
    row.getAttribute('data-runner'),
  );

/** A page of the public with a field that can grow, and what does that without a push. */
async function openField(
  path: string,
  prepare?: (wire: FakeWire) => void,
): Promise<OpenScreen & { readonly comeIn: (...ids: readonly string[]) => void }> {
  Object.assign(Element.prototype, { animate: glow });
  onTestFinished(() => {
    Reflect.deleteProperty(Element.prototype, 'animate');
  });
  const results = [finish('Bowen', 90), finish('Castell', 91)];
  const opened = await openScreen(path, {
    isSignedOut: true,
    results,
    starters: [],
    totals: { BB: 0, PB: 20, UB: 0 },
    ...(prepare ? { prepare } : {}),
  });
  const { wire } = opened;
  const comeIn = (...ids: readonly string[]): void => {
    results.push(...ids.map((id, at) => finish(id, 119 + at / 100)));
    wire.head = { ...wire.head, version: wire.head.version + 1 };
  };
  return { ...opened, comeIn };
}

test('[PR17] results are polled while the socket is down, which the page says, and not once it is back', async () => {
  const skipTime = provideSkipTime();
  const { wire, comeIn } = await openField('/', (before) => {
    before.isSocketOpen = false;
  });
  const countAsked = (): number => wire.sent('GET /api/compact').length;
  await screen.findByText('Updates every 10 s');
  const before = countAsked();
  comeIn('Prydderch');
  await skipTime(PUBLIC_POLL_MS);
  await expect.poll(() => findRow('Prydderch')).not.toBeNull();
  expect(countAsked()).toBe(before + 1);

  wire.setSocketOpen(true);
  await screen.findByText('Live');
  const whenLive = countAsked();
  await skipTime(2 * PUBLIC_POLL_MS);
  wire.pushResults([finish('Huws', 119.5)]);
  await expect.poll(() => findRow('Huws')).not.toBeNull();
  expect(countAsked()).toBe(whenLive);
});

test('an arrival while offline at another point is first at the finish, and new', async () => {
  const skipTime = provideSkipTime();
  const { wire, user, comeIn } = await openField('/commentary');
  await expect.poll(listIds).toEqual(['Castell', 'Bowen']);
  await user.selectOptions(screen.getByLabelText('Point'), 'Carn Ingli');
  await expect.poll(listIds).toEqual([]);
  wire.setSocketOpen(false);
  window.dispatchEvent(new Event('offline'));
  await screen.findByText(/^Offline/);
  comeIn('a', 'b', 'c', 'd', 'e');
  await skipTime(PUBLIC_POLL_MS);
  const progress = screen.getByRole('region', { name: 'Race progress' });
  await expect.poll(() => progress.textContent).toMatch(/7 · /);
  fireEvent.keyDown(document.body, { key: 'f' });
  await screen.findByRole('heading', { name: 'Finishers' });
  expect(listIds()).toEqual(['e', 'd', 'c', 'b', 'a', 'Castell', 'Bowen']);
  expect(listIds('[data-news]')).toEqual(['e', 'd', 'c', 'b', 'a']);
});
