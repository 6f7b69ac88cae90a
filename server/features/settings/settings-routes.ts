import { presentConfig } from '#server/race/present-config.ts';
import { previewSettings } from '#server/race/preview-settings.ts';
import { waitForVersion } from '#server/race/wait-for-version.ts';
import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import { Refusal } from '#server/web/refusal.ts';
import { anyJson } from '#server/web/request-input.ts';
import type { Route } from '#server/web/routes.ts';
import { route } from '#server/web/routes.ts';
import type { FieldError } from '#shared/model/outcome.ts';
import type { InvalidConfigBody } from '#shared/wire/admin-api.ts';
import type { SettingsImpact } from '#shared/wire/settings-impact.ts';

import { SPEC_CONFIG_FIELDS } from './config-input.ts';
import { saveConfig, tryConfig } from './save-config.ts';

/** The race's settings: every organiser may look at them, those with all rights may change them. */
export function createSettingsRoutes({ store, race }: OrganiserParts): Route[] {
  let isPreviewing = false;
  return [
    route({
      method: 'GET',
      path: '/webconfig',
      role: 'registration',
      needsRace: true,
      answer: ({ res }) => {
        res.json(presentConfig(race, Date.now()));
      },
    }),
    route({
      method: 'PUT',
      path: '/webconfig',
      role: 'admin',
      body: anyJson,
      answer: async ({ res, by, body }) => {
        const saved = await saveConfig(store, body, by, SPEC_CONFIG_FIELDS);
        if (!saved.ok) {
          res.status(saved.isConflict ? 409 : 400).json(presentConfigErrors(saved.errors));
          return;
        }
        await waitForVersion(race, saved.version);
        res.json(presentConfig({ config: saved.config, pictures: race.pictures }, Date.now()));
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
        if (!outcome.ok) {
          res.status(outcome.isConflict ? 409 : 400).json(presentConfigErrors(outcome.errors));
          return;
        }
        // It scores the whole race: one at a time leaves room for everybody else.
        if (isPreviewing) throw new Refusal(503, 'Somebody else asks the same now. Try again.');
        isPreviewing = true;
        try {
          res.json((await previewSettings(race, outcome.config)) satisfies SettingsImpact);
        } finally {
          isPreviewing = false;
        }
      },
    }),
  ];
}

function presentConfigErrors(errors: readonly FieldError[]): InvalidConfigBody {
  const sentences = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  return { error: `Nothing was saved. ${sentences.join(' ')}`, errors };
}
