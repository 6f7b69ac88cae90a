import type { Response } from 'express';
import { presentOrganisersConfig } from '#server/race/present-config.ts';
import { previewSettings } from '#server/race/preview-settings.ts';
import { waitForVersion } from '#server/race/wait-for-version.ts';
import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import { Refusal } from '#server/web/refusal.ts';
import { anyJson } from '#server/web/request-input.ts';
import { type Route, route } from '#server/web/routes.ts';
import {
  type ConfigConflictBody,
  type InvalidConfigBody,
  SPEC_SETTINGS,
  type SettingsImpact,
} from '#shared/wire/config-api.ts';
import { type ConfigRefusal, saveConfig, tryConfig } from './save-config.ts';

/** The race's settings: every organiser may look at them, those with all rights may change them. */
export function createSettingsRoutes({ store, race }: OrganiserParts): Route[] {
  let isPreviewing = false;

  /** 400 for what cannot stand; 409, with the settings as they are, where somebody else came before. */
  function refuse(res: Response, { errors, clashes, current }: ConfigRefusal): void {
    const sentences = errors.map(({ field, message }) =>
      field ? `${field}: ${message}` : message,
    );
    const body: InvalidConfigBody = {
      error: `Nothing was saved. ${sentences.join(' ')}`,
      errors,
    };
    if (clashes.length === 0) {
      res.status(400).json(body);
      return;
    }
    const now = presentOrganisersConfig({ config: current, pictures: race.pictures }, Date.now());
    res.status(409).json({ ...body, clashes, current: now } satisfies ConfigConflictBody);
  }

  return [
    route({
      method: 'GET',
      path: '/webconfig',
      role: 'registration',
      needsRace: true,
      answer: ({ res }) => {
        res.json(presentOrganisersConfig(race, Date.now()));
      },
    }),
    route({
      method: 'PUT',
      path: '/webconfig',
      role: 'admin',
      body: anyJson,
      answer: async ({ res, by, body }) => {
        const saved = await saveConfig(store, body, by, SPEC_SETTINGS);
        if (!saved.ok) return refuse(res, saved.error);
        const { config, version } = saved.value;
        await waitForVersion(race, version);
        res.json(presentOrganisersConfig({ config, pictures: race.pictures }, Date.now()));
      },
    }),
    route({
      method: 'POST',
      path: '/webconfig/preview',
      role: 'admin',
      needsRace: true,
      body: anyJson,
      answer: async ({ res, body }) => {
        const outcome = tryConfig(body, race.config);
        if (!outcome.ok) return refuse(res, outcome.error);
        // It scores the whole race: one at a time leaves room for everybody else.
        if (isPreviewing) throw new Refusal(503, 'Somebody else asks the same now. Try again.');
        isPreviewing = true;
        try {
          res.json((await previewSettings(race, outcome.value)) satisfies SettingsImpact);
        } finally {
          isPreviewing = false;
        }
      },
    }),
  ];
}
