import { screen } from '@testing-library/dom';
import { onTestFinished, vi } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { DEFAULT_PICTURES, type RaceConfig } from '#shared/model/race-config.ts';
import type { ConfigConflictBody, EventImpact, SettingsImpact } from '#shared/wire/config-api.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { type FakeWire, WireAnswer } from './fake-wire.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from './open-screen.tsx';

/** Differences from the settings of `buildConfig`. */
export const SETTINGS: Partial<RaceConfig> = {
  pageTitle: 'Ras Beca',
  distances: 'Half,Full,Ultra',
  timeZone: 'Europe/London',
};

/** Opens the settings; no change affects results unless `prepare` sets another preview. */
export async function openSettings(options: ScreenOptions = {}): Promise<OpenScreen> {
  const opened = await openConfigPage(options);
  await screen.findByRole('form', { name: 'Settings' });
  return opened;
}

/** Opens the page without waiting for its form. */
export async function openConfigPage(options: ScreenOptions = {}): Promise<OpenScreen> {
  // Rendering all zones takes longer than the rest of the screen.
  const zones = vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/London']);
  onTestFinished(() => {
    zones.mockRestore();
  });
  return openScreen('/conf', {
    ...options,
    config: { ...SETTINGS, ...options.config },
    prepare: (wire) => {
      wire.answer('POST /webconfig/preview', buildImpact());
      options.prepare?.(wire);
    },
  });
}

/** The settings as sent to organisers, by a clock `aheadMs` ahead of this computer's. */
export function present(config: Partial<RaceConfig> = {}, aheadMs = 0): ConfigBody {
  const settings = buildConfig({ ...SETTINGS, ...config });
  return { ...settings, serverTime: Date.now() + aheadMs, pictures: DEFAULT_PICTURES };
}

/** Accepts the next saves, over these settings. */
export function acceptSettings(
  wire: FakeWire,
  config: Partial<RaceConfig> = {},
  aheadMs = 0,
): void {
  wire.answer('PUT /webconfig', ({ body: { was: _was, ...changes } }) => {
    const before = present(config, aheadMs);
    return { ...before, ...(changes as Partial<RaceConfig>) };
  });
}

/** A refusal because of another organiser's save. */
export function conflict(config: Partial<RaceConfig>, clashes: readonly string[]): WireAnswer {
  const field = clashes[0]?.split('.')[0] ?? '';
  const errors = [{ field, message: 'Another organiser changed this at the same moment.' }];
  const body = { error: 'Nothing was saved.', errors, clashes, current: present(config) };
  return new WireAnswer(409, body satisfies ConfigConflictBody);
}

/** The effect of a change on the results of each event; none by default. */
export function buildImpact(
  given: Partial<Record<EventCode, Partial<EventImpact>>> = {},
): SettingsImpact {
  const none = { racing: 0, finished: 0, dnf: 0 };
  return USUAL_COURSES.byEvent((event) => ({
    before: none,
    after: none,
    moved: 0,
    ...given[event],
  }));
}
