import { presentOrganisersConfig } from '#server/race/present-config.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/system/refusal.ts';
import { settingsJson } from '#server/web/request-input.ts';
import { createPreviewQueue, previewResults } from '#server/web/score-again.ts';
import {
  type ConfigConflictBody,
  type InvalidConfigBody,
  type SettingsImpact,
  SPEC_SETTINGS,
} from '#shared/wire/config-api.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';

import { type ConfigRefusal, saveConfig, decideConfig } from './save-config.ts';

/** The settings of the race. */
export function createSettingsRoutes({ store, race }: OrganiserParts): Route[] {
  const previews = createPreviewQueue();

  function present(config: RaceConfig): ConfigBody {
    const { pictures, massStarts } = race;
    return presentOrganisersConfig({ config, pictures, massStarts }, Date.now());
  }

  /** 400 for invalid settings; 409, with the present settings, for a clash. */
  function refuse({ errors, clashes, current }: ConfigRefusal): Refusal {
    const sentences = errors.map(({ field, message }) =>
      field ? `${field}: ${message}` : message,
    );
    const sentence = `Nothing was saved. ${sentences.join(' ')}`;
    if (clashes.length === 0) {
      return new Refusal(400, sentence, { errors } satisfies Omit<InvalidConfigBody, 'error'>);
    }
    const more = { errors, clashes, current: present(current) } satisfies Omit<
      ConfigConflictBody,
      'error'
    >;
    return new Refusal(409, sentence, more);
  }

  return [
    route('GET /webconfig', { who: 'race:see', needsRace: true }, ({ res }) => {
      res.json(present(race.config));
    }),
    route(
      'PUT /webconfig',
      { who: 'race:run', needsRace: true, body: settingsJson },
      async ({ res, by, body }) => {
        const saved = await saveConfig({ store, race }, body, by, SPEC_SETTINGS);
        if (!saved.ok) throw refuse(saved.error);
        res.json(present(saved.value));
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
