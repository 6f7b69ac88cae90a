import { Router } from 'express';

import { SPEC_CONFIG_FIELDS } from './config-input.ts';
import { saveConfig, tryConfig } from './save-config.ts';
import { presentConfig } from '#server/race/present-config.ts';
import { previewSettings } from '#server/race/preview-settings.ts';
import { waitForVersion } from '#server/race/wait-for-version.ts';
import type { FieldError } from '#shared/model/outcome.ts';
import type { InvalidConfigBody } from '#shared/wire/admin-api.ts';
import type { SettingsImpact } from '#shared/wire/settings-impact.ts';

import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import { readJson } from '#server/web/json-body.ts';
import { Refusal } from '#server/web/refusal.ts';
import { requireLoaded } from '#server/web/require-loaded.ts';
import { identityOf, requireRole } from '#server/web/require-role.ts';

/** The race's settings: every organiser may look at them, those with all rights may change them. */
export function createSettingsRoutes({ provider, store, race }: OrganiserParts): Router {
  const routes = Router();

  routes.get(
    '/webconfig',
    requireRole(provider, 'registration'),
    requireLoaded(race),
    (_req, res) => {
      res.json(presentConfig(race, Date.now()));
    },
  );

  routes.put('/webconfig', requireRole(provider, 'admin'), readJson, async (req, res) => {
    const saved = await saveConfig(store, req.body, identityOf(res).email, SPEC_CONFIG_FIELDS);
    if (!saved.ok) {
      res.status(saved.isConflict ? 409 : 400).json(presentConfigErrors(saved.errors));
      return;
    }
    await waitForVersion(race, saved.version);
    res.json(presentConfig({ config: saved.config, pictures: race.pictures }, Date.now()));
  });

  let isPreviewing = false;
  routes.post(
    '/webconfig/preview',
    requireRole(provider, 'admin'),
    requireLoaded(race),
    readJson,
    async (req, res) => {
      const outcome = tryConfig(req.body, race.config);
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
  );

  return routes;
}

function presentConfigErrors(errors: readonly FieldError[]): InvalidConfigBody {
  const sentences = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  return { error: `Nothing was saved. ${sentences.join(' ')}`, errors };
}
