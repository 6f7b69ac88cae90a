import { expect, test } from 'vitest';

import { RunnerSync } from '#client/live/runner-sync.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { RunnerBody } from '#shared/wire/runner-api.ts';
import type { ResultsDelta } from '#shared/wire/socket-events.ts';

import { ManualTimers } from '#tests/client/support/manual-timers.ts';

const STARTER = {
  runnerId: 'own',
  firstName: 'Heledd',
  lastName: 'Bevan',
  runClub: '',
  ageGroup: '',
  bibNumber: '7',
  events: 'PB',
} as const;

function bodyOf(version: number): RunnerBody {
  return { runner: { kind: 'awaited', starter: STARTER }, epoch: 'e', version, serverTime: 0 };
}

function deltaAbout(runnerId: string, epoch = 'e'): ResultsDelta {
  const totals = USUAL_COURSES.byEvent(() => 0);
  return { epoch, version: 2, from: 1, upsert: [{ runnerId }], remove: [], totals };
}

/** A sync over a server whose answers the test gives. */
function openSync(answer: () => RunnerBody | 'unchanged' | undefined = () => bodyOf(1)) {
  const timers = new ManualTimers();
  const received: RunnerBody[] = [];
  const state = { asked: 0, nobody: 0, isHidden: false };
  const sync = new RunnerSync({
    timers,
    fetchRunner: async () => {
      state.asked += 1;
      return answer();
    },
    onRunner: (body) => received.push(body),
    onNobody: () => {
      state.nobody += 1;
    },
    isHidden: () => state.isHidden,
    random: () => 0.5,
  });
  return { sync, timers, received, state };
}

test('[RP15] a push about the runner is followed at once, and once more for an instance that lagged', async () => {
  const { sync, timers, state } = openSync();
  await sync.load();
  expect(state.asked).toBe(1);
  sync.receive(deltaAbout('own'));
  timers.advance(0);
  expect(state.asked).toBe(2);
  await sync.load();
  timers.advance(5_000);
  expect(state.asked).toBe(3);
});

test('[RP15] a push about the runner while an answer is on its way is followed as soon as that is there, and once more', async () => {
  const { sync, timers, state } = openSync();
  await sync.load();
  const loading = sync.load();
  sync.receive(deltaAbout('own'));
  await loading;
  timers.advance(0);
  expect(state.asked).toBe(3);
  await settle();
  timers.advance(5_000);
  expect(state.asked).toBe(4);
});

test('[RP15] a runner who stays as they were under another epoch is asked for once, then at the pace of the others', async () => {
  let answer: RunnerBody | 'unchanged' = bodyOf(1);
  const { sync, timers, state } = openSync(() => answer);
  await sync.load();
  answer = 'unchanged';
  for (let atMs = 0; atMs < 10_000; atMs += 250) {
    sync.receive(deltaAbout('other', 'another'));
    timers.advance(250);
    await settle();
  }
  expect(state.asked).toBeLessThanOrEqual(5);
});

test('[RP15] pushes about others are followed every five seconds, however many come', async () => {
  const { sync, timers, state } = openSync();
  await sync.load();
  for (let atMs = 0; atMs < 20_000; atMs += 250) {
    sync.receive(deltaAbout('other'));
    timers.advance(250);
    await settle();
  }
  expect(state.asked).toBeGreaterThanOrEqual(4);
  expect(state.asked).toBeLessThanOrEqual(6);
});

test('[RP15] another epoch is asked for at once, a hidden page asks for nothing', async () => {
  const { sync, timers, state } = openSync();
  await sync.load();
  state.isHidden = true;
  sync.receive(deltaAbout('own'));
  timers.advance(60_000);
  expect(state.asked).toBe(1);
  state.isHidden = false;
  sync.receive(deltaAbout('other', 'f'));
  timers.advance(0);
  expect(state.asked).toBe(2);
});

test('[RP15] who cannot be told alone is said to need the field, and what is unchanged says nothing', async () => {
  const answers = [bodyOf(1), 'unchanged', undefined] as const;
  let at = 0;
  const { sync, received, state } = openSync(() => answers[at++]);
  for (const isLoaded of [true, true, true]) expect(await sync.load()).toBe(isLoaded);
  expect(received).toEqual([bodyOf(1)]);
  expect(state.nobody).toBe(1);
});

test('[RP15] a server that is away is no answer, and the runner who was here stays', async () => {
  let isAway = false;
  const { sync, received } = openSync(() => {
    if (isAway) throw new Error('away');
    return bodyOf(1);
  });
  await sync.load();
  isAway = true;
  expect(await sync.load()).toBe(false);
  expect(sync.hasRunner).toBe(true);
  expect(received).toHaveLength(1);
});

test('[RP15] once it is stopped nothing is asked for any more', async () => {
  const { sync, timers, state } = openSync();
  await sync.load();
  sync.receive(deltaAbout('other'));
  sync.stop();
  timers.advance(60_000);
  expect(state.asked).toBe(1);
});

/** Until what is answered at once has been taken in. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
