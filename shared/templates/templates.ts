import type { RaceSetup } from '../model/race-setup.ts';

export interface Template {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Its file, which the page loads on request. */
  readonly load: () => Promise<{ readonly default: unknown }>;
}

/** The templates, each a document in this folder that `race-setup-schema.ts` accepts. */
export const TEMPLATES: readonly Template[] = [
  {
    name: 'three-distances',
    title: 'Three distances',
    description:
      'Half, full and ultra on the same ground, sharing checkpoints and two timed climbs.',
    load: () => import('./three-distances.json', { with: { type: 'json' } }),
  },
  {
    name: 'fell-race',
    title: 'Fell race',
    description: 'One start and one finish, a summit and a col, ten-year categories, club teams.',
    load: () => import('./fell-race.json', { with: { type: 'json' } }),
  },
  {
    name: 'hand-timed',
    title: 'Timed by hand',
    description:
      'No electronics: marshals tap who comes by. Three courses for young runners, in the UK age groups of 2026.',
    load: () => import('./hand-timed.json', { with: { type: 'json' } }),
  },
  {
    name: 'city-waves',
    title: 'City run in waves',
    description:
      '10K in four waves, with two mats at the start and the finish; the gun ranks all, the chip the five-year categories.',
    load: () => import('./city-waves.json', { with: { type: 'json' } }),
  },
  {
    name: 'laps',
    title: 'Laps in a fixed time',
    description: 'The most 2 km laps in three or six hours win.',
    load: () => import('./laps.json', { with: { type: 'json' } }),
  },
  {
    name: 'backyard',
    title: 'Backyard: a lap every hour',
    description:
      'Every hour the same lap; a runner who is not back within the hour is out, and the last one standing wins.',
    load: () => import('./backyard.json', { with: { type: 'json' } }),
  },
  {
    name: 'intervals',
    title: 'Start one by one',
    description:
      'A time trial: each runner has a start time of their own; times are shown as read, and a climb is timed.',
    load: () => import('./intervals.json', { with: { type: 'json' } }),
  },
  {
    name: 'relay',
    title: 'Relay',
    description:
      'Three legs, each a distance of its own: the mat of an exchange is finish and start, and a point lies between two. Runners with the same club name form a team; its time is the sum of their legs.',
    load: () => import('./relay.json', { with: { type: 'json' } }),
  },
];

/** The document of a template; undefined for an unknown name. */
export async function loadTemplate(name: string): Promise<RaceSetup | undefined> {
  const template = TEMPLATES.find((each) => each.name === name);
  return (await template?.load())?.default as RaceSetup | undefined;
}
