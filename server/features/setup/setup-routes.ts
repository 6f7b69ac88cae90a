import * as z from 'zod';
import { setupOf, applySetup } from '#server/race/apply-setup.ts';
import { planConfig } from '#server/race/change-config.ts';
import { changeRace } from '#server/race/change-race.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/system/refusal.ts';
import { jsonBody } from '#server/web/request-input.ts';
import { createPreviewQueue, previewResults } from '#server/web/score-again.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import {
  LONGEST_SETUP,
  parseRaceSetup,
  type SetupError,
  writeRaceSetup,
} from '#shared/model/race-setup-schema.ts';
import type {
  InvalidSetupBody,
  SetupBody,
  SetupImpact,
  SomeRunners,
} from '#shared/wire/config-api.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { Runner } from '#shared/model/runner.ts';

const setupInput = jsonBody(
  z.object({ setup: z.unknown(), was: z.unknown().optional() }),
  'Send {"setup": {…}, "was": {…}}.',
  // Two documents, at most 4 bytes per character.
  8 * LONGEST_SETUP,
);

/** The setup of the race. */
export function createSetupRoutes({ store, race }: OrganiserParts): Route[] {
  const previews = createPreviewQueue();
  return [
    route('GET /setup', { who: 'race:see', needsRace: true }, ({ res }) => {
      res.json(presentSetup(race.config));
    }),
    route(
      'POST /setup/preview',
      { who: 'race:run', needsRace: true, body: setupInput },
      async ({ req, res, body }) => {
        const reading = parseRaceSetup(body.setup);
        if (!reading.ok) throw refuse(reading.error);
        const impact = await previews.run(req.ip ?? '', () =>
          previewSetup(race, applySetup(race.config, reading.value)),
        );
        res.json(impact satisfies SetupImpact);
      },
    ),
    route(
      'PUT /setup',
      { who: 'race:run', needsRace: true, body: setupInput },
      async ({ res, by, body }) => {
        const wanted = parseRaceSetup(body.setup);
        if (!wanted.ok) throw refuse(wanted.error);
        const was = parseRaceSetup(body.was);
        if (!was.ok) {
          throw refuse([
            {
              path: 'was',
              message: 'Send the document of GET /setup that this one changes, as was.',
            },
          ]);
        }
        const [text, known] = [wanted.value, was.value].map(writeRaceSetup);
        const { answer } = await changeRace({ store, race }, (now) => {
          const present = writeRaceSetup(setupOf(now.config));
          if (present === text) return { answer: now.config };
          if (present !== known) throw new Refusal(409, CLASH);
          const config = applySetup(now.config, wanted.value);
          return { answer: config, plan: planConfig(now, config, by) };
        });
        res.json(presentSetup(answer));
      },
    ),
  ];
}

function presentSetup(config: RaceConfig): SetupBody {
  return { setup: setupOf(config), isTemplate: config.setup === '' };
}

function refuse(errors: readonly SetupError[]): Refusal {
  const sentences = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return new Refusal(400, `Nothing was saved. ${sentences.slice(0, 10).join(' ')}`, {
    errors,
  } satisfies Omit<InvalidSetupBody, 'error'>);
}

const CLASH = 'Nothing was saved. Another organiser changed the race setup at the same moment.';

const MOST_NAMED = 20;

/** The effect of a document on the race, by scoring it again. */
async function previewSetup(
  race: Pick<LiveRace, 'config' | 'listRunners' | 'findScored'>,
  config: RaceConfig,
): Promise<SetupImpact> {
  const courses = coursesOf(config);
  const loseCategory: Runner[] = [];
  const newCategories: Runner[] = [];
  const withoutDistance: Runner[] = [];
  const events = await previewResults(race, config, (runner, { ageGroup }) => {
    if (!courses.hasEvent(runner.event)) withoutDistance.push(runner);
    if (ageGroup !== '' && !courses.hasCategory(ageGroup)) loseCategory.push(runner);
    else if (ageGroup !== runner.ageGroup) newCategories.push(runner);
  });
  return {
    events,
    loseCategory: presentSome(loseCategory),
    newCategories: presentSome(newCategories),
    withoutDistance: presentSome(withoutDistance),
  };
}

function presentSome(runners: readonly Runner[]): SomeRunners {
  const first = runners.slice(0, MOST_NAMED).map(({ bibNumber, firstName, lastName }) => {
    return { bibNumber, name: `${firstName} ${lastName}`.trim() };
  });
  return { count: runners.length, first };
}
