import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { PointSetup, RaceSetup, VisitSetup } from '#shared/model/race-setup.ts';

/** The usual race with these parts. */
export function buildSetup(given: Partial<RaceSetup> = {}): RaceSetup {
  return { ...USUAL_COURSES.setup, ...given };
}

/** The setting `setup`. */
export function configOf(setup: RaceSetup): Pick<RaceConfig, 'setup'> {
  return { setup: JSON.stringify(setup) };
}

/** A checkpoint, or the point `start` or `finish`. */
export function buildPoint(id: string, given: Partial<PointSetup> = {}): PointSetup {
  const kind = id === 'start' || id === 'finish' ? id : 'checkpoint';
  return { id, name: '', kind, ...given };
}

/** A race with only the distance PB along these points: `bryn cwm bryn`, or with a least leg time: `lap lap/00:05:00`. */
export function buildCourse(route: string, given: Partial<RaceSetup> = {}): RaceSetup {
  const visits = route.split(' ').map((text): VisitSetup => {
    const [point = '', leastLeg] = text.split('/');
    return leastLeg === undefined ? { point } : { point, leastLeg };
  });
  const passed = new Set(visits.map(({ point }) => point));
  return buildSetup({
    points: ['start', ...passed, 'finish'].map((id) => buildPoint(id)),
    courses: [{ id: 'way', name: 'Way', visits }],
    segments: [],
    distances: [{ code: 'PB', name: 'Full', course: 'way', segments: [] }],
    teams: [],
    ...given,
  });
}
