import { coursesOf, USUAL_COURSES } from '#shared/model/courses.ts';
import { err, type FieldError, ok, type Result } from '#shared/model/outcome.ts';
import { DEFAULT_CONFIG, type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import { parseRaceSetup, writeRaceSetup } from '#shared/model/race-setup-schema.ts';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import type { SettingName } from '#shared/model/settings.ts';

/** The settings that name what stands in the document, with commas in between. */
const SETUP_LISTS = ['distances', 'wayPoints', 'KOMs'] as const satisfies readonly SettingName[];
type SetupList = (typeof SETUP_LISTS)[number];

export const FOLLOWS_FROM_SETUP =
  'This follows from the setup of the race: change it on the screen Race setup.';

export function isSetupList(name: SettingName): name is SetupList {
  return SETUP_LISTS.some((list) => list === name);
}

/**
 * Settings that are to take the place of `before`, with the document as it is kept and the lists that follow from it
 * (RULES.md RD6); or why the document cannot stand, or the lists cannot be changed beside it.
 */
export function settleSetup(
  before: RaceConfig,
  next: RaceConfig,
): Result<RaceConfig, readonly FieldError[]> {
  const changed = SETUP_LISTS.filter((name) => next[name] !== before[name]);
  if (next.setup === before.setup) {
    return next.setup === '' || changed.length === 0
      ? ok(next)
      : err(changed.map((field) => ({ field, message: FOLLOWS_FROM_SETUP })));
  }
  if (next.setup === '') {
    const names = SETUP_LISTS.filter((name) => !changed.includes(name));
    return ok({
      ...next,
      ...Object.fromEntries(names.map((name) => [name, DEFAULT_CONFIG[name]])),
    });
  }
  const reading = parseRaceSetup(next.setup);
  if (reading.ok) return ok({ ...next, ...settingsOf(reading.value) });
  return err(
    reading.error.map(({ path, message }) => ({
      field: path === '' ? 'setup' : `setup.${path}`,
      message,
    })),
  );
}

/** A document as the settings hold it. */
export function settingsOf(setup: RaceSetup): Pick<RaceConfig, SetupList | 'setup'> {
  const points = setup.points.filter(({ kind }) => kind === 'checkpoint');
  return {
    setup: writeRaceSetup(setup),
    distances: setup.distances.map(({ name }) => name).join(),
    wayPoints: points.map(({ id, name }) => name || id.toUpperCase()).join(),
    KOMs: setup.segments.map(({ label }) => label).join(),
  };
}

/** The document that settings amount to: while they have none, the usual one with the names that they give. */
export function setupOf(config: RaceConfig): RaceSetup {
  const { setup } = coursesOf(config);
  if (config.setup !== '') return setup;
  const [distances, points, segments] = SETUP_LISTS.map((name) => splitNames(config[name]));
  const { namedPoints } = USUAL_COURSES;
  return {
    ...setup,
    points: setup.points.map((point) => {
      const name = points?.[namedPoints.indexOf(point.id)] || point.name;
      return { ...point, name };
    }),
    distances: setup.distances.map((one, index) => ({
      ...one,
      name: distances?.[index] || one.name,
    })),
    segments: setup.segments.map((one, index) => ({
      ...one,
      label: segments?.[index] || one.label,
    })),
  };
}
