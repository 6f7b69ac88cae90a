import { screen, waitFor } from '@testing-library/dom';
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event';
import { act } from 'react';
import { setTimeout as delay } from 'node:timers/promises';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';

import { coursesOf } from '#shared/model/courses.ts';
import { DEFAULT_PICTURES } from '#shared/model/race-config.ts';
import type { StartSettings } from '#shared/scoring/start-phase.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { Role } from '#shared/wire/auth-api.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { packResults } from '#shared/wire/compact-results.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { FakeWire, UNREACHABLE } from './fake-wire.ts';

export interface ScreenOptions {
  readonly runners?: readonly AdminRunner[];
  readonly config?: Partial<StartSettings>;
  /** The rows of the results, and the number of entries of each event. */
  readonly results?: readonly UnrankedResult[];
  readonly totals?: Readonly<Record<EventCode, number>>;
  /** Everybody entered, as GET /starters has them; null if it cannot be loaded. */
  readonly starters?: readonly Starter[] | null;
  /** The signed-in organiser. */
  readonly email?: string;
  readonly role?: Role;
  readonly isSignedOut?: boolean;
  /** The screen gets no answer: do not wait for it. */
  readonly keepsLoading?: boolean;
  /** A further condition before the test goes on. */
  readonly isReady?: () => boolean;
  /** Sets the server's answers before the first call. */
  readonly prepare?: (wire: FakeWire) => void;
}

export interface OpenScreen {
  readonly wire: FakeWire;
  readonly user: UserEvent;
  /** Replaces the text of a field by a paste. */
  readonly fill: (label: string, text: string) => Promise<void>;
  readonly press: (button: string) => Promise<void>;
}

/** Opens an address of the real page with fresh modules, as in a new tab. */
export async function openScreen(path: string, options: ScreenOptions = {}): Promise<OpenScreen> {
  const wire = buildWire(options);
  options.prepare?.(wire);
  vi.resetModules();
  vi.doMock('socket.io-client', () => ({ io: wire.io }));
  vi.stubGlobal('fetch', wire.fetch);
  history.replaceState(null, '', path);

  const { Screens } = await import('#client/routes.tsx');
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  onTestFinished(async () => {
    root.unmount();
    wire.close();
    document.body.replaceChildren();
    localStorage.clear();
    vi.unstubAllGlobals();
    await untilUncovered();
    expect(wire.strays, 'calls without an answer').toEqual([]);
  });
  await renderAtOnce(
    () => root.render(<Screens />),
    () =>
      !options.keepsLoading &&
      // Pushes reach only connected pages.
      (isLoading() || wire.isConnecting || options.isReady?.() === false),
  );

  // Skips the check for pointer-events, which is slow without style sheets.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  return {
    wire,
    user,
    fill: async (label, text) => {
      const field = await screen.findByLabelText<HTMLInputElement>(label);
      await user.clear(field);
      if (text !== '') await user.paste(text);
    },
    press: async (name) => {
      await user.click(await findIdle(() => screen.getByRole('button', { name })));
    },
  };
}

/** Renders until nothing is pending. In `act` React shows fetched parts without its usual delay of 0.3 s. */
async function renderAtOnce(render: () => void, isPending: () => boolean): Promise<void> {
  const page = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  page.IS_REACT_ACT_ENVIRONMENT = true;
  // Parts suspended by `use`, such as a page waiting for its Welsh texts, resume only in an awaited act.
  await act(async () => {
    render();
  });
  // Loading the modules takes long on a busy machine; only the timeout of the test ends it.
  while (isPending()) await act(() => delay(1));
  page.IS_REACT_ACT_ENVIRONMENT = false;
}

/** Finds a button once it is not busy with an earlier press. */
export function findIdle(get: () => HTMLElement): Promise<HTMLElement> {
  return waitFor(() => {
    const button = get();
    if (button.ariaBusy === 'true') throw new Error(`It is busy: ${button.textContent}`);
    return button;
  });
}

/** Overlays remove their history entry with a delay, which would navigate the next page in the same window. */
async function untilUncovered(): Promise<void> {
  await eventually(() => {
    if ('overlay' in ((history.state ?? {}) as object)) throw new Error('Something covers it yet.');
  });
}

function isLoading(): boolean {
  return !document.querySelector('main, h1') || screen.queryAllByText('Loading...').length > 0;
}

function buildWire(options: ScreenOptions): FakeWire {
  const {
    runners = [],
    results = [],
    starters,
    config = {},
    email = 'sian@race.local',
    role = 'admin',
  } = options;
  const wire = new FakeWire();
  wire.totals = options.totals ?? wire.totals;
  const getConfig = (): ConfigBody => presentConfig(config);
  wire.answer('GET /auth', { provider: 'local', hasSession: !options.isSignedOut });
  wire.answer('GET /auth/me', {
    email,
    role,
    expiresAt: Date.now() + 3_600_000,
    mustChangePassword: false,
  });
  wire.answer('GET /config', getConfig);
  wire.answer('GET /webconfig', getConfig);
  wire.answer('GET /api/corrections', () => ({ ...wire.head, corrections: [] }));
  wire.answer('GET /api/compact', () => ({
    ...wire.head,
    rows: packResults(results, coursesOf(getConfig())),
    setup: config.setup ?? '',
    serverTime: Date.now(),
    totals: wire.totals,
  }));
  if (starters !== undefined) {
    wire.answer('GET /starters', () => (starters ? { ...wire.head, starters } : UNREACHABLE));
  }
  wire.answer('GET /apiadmin', () => ({ ...wire.head, resultData: runners }));
  wire.answer('GET /mia', () => ({ ...wire.head, resultData: [], scannedNumberNoRunners: [] }));
  wire.answer('GET /apiadmin/expected', () => ({ ...wire.head, expected: [] }));
  wire.answer('GET /apiadmin/reads/sources', () => ({
    ...wire.head,
    sources: [],
    corrections: [],
    suspicions: [],
  }));
  wire.answer('GET /apiadmin/:runnerId/history', []);
  wire.answer('POST /apiadmin/:runnerId/reports', { result: 'Success' });
  wire.answer('POST /apiadmin/:runnerId/reports/:reportId/undo', { result: 'Success' });
  wire.answer('GET /apiadmin/:runnerId/scans', () => ({
    ...wire.head,
    status: null,
    scans: [],
    outcome: null,
  }));
  return wire;
}

function presentConfig(config: Partial<StartSettings> = {}): ConfigBody {
  return { ...buildConfig(config), serverTime: Date.now(), pictures: DEFAULT_PICTURES };
}
