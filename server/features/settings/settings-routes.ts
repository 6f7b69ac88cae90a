import { presentOrganisersConfig } from '#server/race/present-config.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/web/refusal.ts';
import { settingsJson } from '#server/web/request-input.ts';
import { createPreviewQueue, previewResults } from '#server/web/score-again.ts';
import {
  type ConfigConflictBody,
  type InvalidConfigBody,
  type SettingsImpact,
  SPEC_SETTINGS,
} from '#shared/wire/config-api.ts';

import { type ConfigRefusal, saveConfig, decideConfig } from './save-config.ts';

/** The settings of the race. */
export function createSettingsRoutes({ store, race }: OrganiserParts): Route[] {
  const previews = createPreviewQueue();

  /** 400 for invalid settings; 409, with the present settings, for a clash. */
  function refuse({ errors, clashes, current }: ConfigRefusal): Refusal {
    const sentences = errors.map(({ field, message }) =>
      field ? `${field}: ${message}` : message,
    );
    const sentence = `Nothing was saved. ${sentences.join(' ')}`;
    if (clashes.length === 0) {
      return new Refusal(400, sentence, { errors } satisfies Omit<InvalidConfigBody, 'error'>);
    }
    const now = presentOrganisersConfig({ config: current, pictures: race.pictures }, Date.now());
    const more = { errors, clashes, current: now } satisfies Omit<ConfigConflictBody, 'error'>;
    return new Refusal(409, sentence, more);
  }

  return [
    route('GET /webconfig', { who: 'race:see', needsRace: true }, ({ res }) => {
      res.json(presentOrganisersConfig(race, Date.now()));
    }),
    route(
      'PUT /webconfig',
      { who: 'race:run', needsRace: true, body: settingsJson },
      async ({ res, by, body }) => {
        const saved = await saveConfig({ store, race }, body, by, SPEC_SETTINGS);
        if (!saved.ok) throw refuse(saved.error);
        const present = { config: saved.value, pictures: race.pictures };
        res.json(presentOrganisersConfig(present, Date.now()));
      },
    ),
    route(
      'POST /webconfig/preview',
      { who: 'race:run', needsRace: true, body: settingsJson },
      async ({ req, res, body }) => {
        const outcome = decideConfig(body, race.config);
        if (!outcome.ok) throw refuse(outcome.error);
        const impact = await previews.run(req.ip ?? '', () => previewResults(race, outcome.value));
        res.json(impact satisfies SettingsImpact);
      },
    ),
  ];
}
