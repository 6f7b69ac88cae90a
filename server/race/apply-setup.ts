import { coursesOf, USUAL_COURSES } from '#shared/model/courses.ts';
import { type RaceSetup, readSetup } from '#shared/model/race-setup.ts';
import { err, type FieldError, ok, type Result } from '#shared/model/outcome.ts';
import { DEFAULT_CONFIG, type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import { parseRaceSetup, writeRaceSetup } from '#shared/model/race-setup-schema.ts';
import type { SettingName } from '#shared/model/settings.ts';

/** The settings that list names of the setup, separated by commas. */
const SETUP_LISTS = ['distances', 'wayPoints', 'KOMs'] as const satisfies readonly SettingName[];
type SetupList = (typeof SETUP_LISTS)[number];

export const FOLLOWS_FROM_SETUP = 'This follows from the race setup: change it there.';

export function isSetupList(name: SettingName): name is SetupList {
  return SETUP_LISTS.some((list) => list === name);
}

/** The settings `next` with the lists that follow from their setup (PROTOCOL.md CL79), or why they are invalid. */
export function checkSetup(
  before: RaceConfig,
  next: RaceConfig,
): Result<RaceConfig, readonly FieldError[]> {
  if (next.setup === before.setup) {
    const changed = SETUP_LISTS.filter((name) => next[name] !== before[name]);
    return next.setup === '' || changed.length === 0
      ? ok(next)
      : err(changed.map((field) => ({ field, message: FOLLOWS_FROM_SETUP })));
  }
  if (next.setup === '') {
    const kept = SETUP_LISTS.filter((name) => next[name] === before[name]);
    const names = kept.map((name) => [name, DEFAULT_CONFIG[name]]);
    return ok({ ...next, ...Object.fromEntries(names) });
  }
  const reading = parseRaceSetup(next.setup);
  if (reading.ok) return ok(applySetup(next, reading.value));
  return err(
    reading.error.map(({ path, message }) => ({
      field: path === '' ? 'setup' : `setup.${path}`,
      message,
    })),
  );
}

/** Settings with this setup in its canonical form, empty if the lists alone define it, and the lists that follow from it. */
export function applySetup(config: RaceConfig, setup: RaceSetup): RaceConfig {
  const checkpoints = setup.points.filter(({ kind }) => kind === 'checkpoint');
  const lists = {
    distances: setup.distances.map(({ name }) => name).join(),
    wayPoints: checkpoints.map(({ id, name }) => name || id.toUpperCase()).join(),
    KOMs: setup.segments.map(({ label }) => label).join(),
  };
  // The setting lists the names of the first checkpoints, without gaps.
  const named = checkpoints.findLastIndex(({ name }) => name !== '') + 1;
  const first = checkpoints.slice(0, named).map(({ name }) => name);
  const labels = setupOf(config).segments.map(({ label }) => label);
  const usual = {
    ...config,
    setup: '',
    distances: lists.distances,
    wayPoints: first.includes('') ? lists.wayPoints : first.join(),
    // Climbs named in the settings get tabs.
    KOMs: config.setup === '' && labels.join() === lists.KOMs ? config.KOMs : lists.KOMs,
  };
  const text = writeRaceSetup(setup);
  if (writeRaceSetup(setupOf(usual)) === text) return usual;
  return { ...config, ...lists, setup: text };
}

/** The setup of the settings: without one, the usual setup with the names in the settings. */
export function setupOf(config: RaceConfig): RaceSetup {
  const { setup } = coursesOf(config);
  if (config.setup !== '') return setup;
  const [distances, points, segments] = SETUP_LISTS.map((name) => splitNames(config[name]));
  const { namedPoints } = USUAL_COURSES;
  return {
    ...setup,
    points: setup.points.map((point) => ({
      ...point,
      name: points?.[namedPoints.indexOf(point.id)] || point.name,
    })),
    distances: setup.distances.map((distance, index) =>
      Object.assign({}, distance, { name: distances?.[index] || distance.name }),
    ),
    segments: setup.segments.map((segment, index) =>
      Object.assign({}, segment, { label: segments?.[index] || segment.label }),
    ),
  };
}

/** A setup in short, for the log. */
export function describeSetup(text: string): string {
  const setup = text === '' ? USUAL_COURSES.setup : readSetup(text);
  if (!setup) return 'not readable';
  const { distances, points, categories } = setup;
  const names = distances.map(({ name }) => name).join(', ');
  return `${names} (${points.length} points, ${categories.table.length} categories)`;
}
