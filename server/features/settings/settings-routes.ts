import { presentOrganisersConfig } from '#server/race/present-config.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/web/refusal.ts';
import { settingsJson } from '#server/web/request-input.ts';
import { listScored, createPreviewQueue } from '#server/web/score-again.ts';
import {
  type ConfigConflictBody,
  type EventImpact,
  type InvalidConfigBody,
  type SettingsImpact,
  SPEC_SETTINGS,
} from '#shared/wire/config-api.ts';
import type { RunnerStatus } from '#shared/model/result.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { LiveRace } from '#server/race/live-race.ts';

import { type ConfigRefusal, saveConfig, decideConfig } from './save-config.ts';

type Counts = Record<RunnerStatus, number>;

/** The effect of other settings on the results, by the real scoring; changes nothing. */
async function previewSettings(
  race: Pick<LiveRace, 'config' | 'listRunners' | 'findScored'>,
  config: RaceConfig,
): Promise<SettingsImpact> {
  const before = scoringRulesOf(race.config);
  const after = scoringRulesOf(config);
  // Another race may have other events.
  const impact = {
    ...before.courses.byEvent(createImpact),
    ...after.courses.byEvent(createImpact),
  };
  for await (const { runner, scans } of listScored(race)) {
    const [was, will] = [before, after].map((rules) => scoreRunner(runner, scans, rules));
    const ofEvent = impact[runner.event];
    if (!ofEvent) continue;
    // A DSQ is none of the three, whatever the settings.
    if (was?.listed && !was.isDisqualified) ofEvent.before[was.status] += 1;
    if (will?.listed && !will.isDisqualified) ofEvent.after[will.status] += 1;
    const isFinisher = was?.status === 'finished' && will?.status === 'finished';
    const isMoved = isFinisher && was.totalMs !== will.totalMs;
    if (isMoved) ofEvent.moved += 1;
    const isRacing =
      was?.listed && will?.listed && [was, will].every((one) => one.status === 'racing');
    const isRestarted = isRacing && was.startMs !== will.startMs;
    if (isRestarted) ofEvent.restarted = (ofEvent.restarted ?? 0) + 1;
    // A read at the start keeps the time of a runner, but not the one from the gun.
    const gunMs = before.gunOf(runner);
    const isRead = gunMs !== undefined && scans.some(({ timeMs }) => timeMs >= gunMs);
    const isOtherGun = isRead && after.gunOf(runner) !== gunMs;
    const isCounted =
      isMoved || isRestarted || was?.listed !== will?.listed || was?.status !== will?.status;
    if (isOtherGun && !isCounted) ofEvent.regunned = (ofEvent.regunned ?? 0) + 1;
  }
  return impact;
}

type Counted = { -readonly [Key in keyof EventImpact]: EventImpact[Key] } & {
  readonly before: Counts;
  readonly after: Counts;
};

function createImpact(): Counted {
  return {
    before: { racing: 0, finished: 0, dnf: 0 },
    after: { racing: 0, finished: 0, dnf: 0 },
    moved: 0,
  };
}

/** The race's settings: every organiser may read them, those with all rights may change them. */
export function createSettingsRoutes({ store, race }: OrganiserParts): Route[] {
  const previews = createPreviewQueue();

  /** 400 for invalid settings; 409, with the present settings, if somebody else was first. */
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
    route({
      method: 'GET',
      path: '/webconfig',
      who: 'race:see',
      needsRace: true,
      answer: ({ res }) => {
        res.json(presentOrganisersConfig(race, Date.now()));
      },
    }),
    route({
      method: 'PUT',
      path: '/webconfig',
      who: 'race:run',
      needsRace: true,
      body: settingsJson,
      answer: async ({ res, by, body }) => {
        const saved = await saveConfig({ store, race }, body, by, SPEC_SETTINGS);
        if (!saved.ok) throw refuse(saved.error);
        const { config } = saved.value;
        res.json(presentOrganisersConfig({ config, pictures: race.pictures }, Date.now()));
      },
    }),
    route({
      method: 'POST',
      path: '/webconfig/preview',
      who: 'race:run',
      needsRace: true,
      body: settingsJson,
      answer: async ({ req, res, body }) => {
        const outcome = decideConfig(body, race.config);
        if (!outcome.ok) throw refuse(outcome.error);
        const impact = await previews.run(req.ip ?? '', () => previewSettings(race, outcome.value));
        res.json(impact satisfies SettingsImpact);
      },
    }),
  ];
}
