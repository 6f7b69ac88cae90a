import * as fc from 'fast-check';

import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';
import type { Finding } from '#tests/harness/check-history.ts';

import { type Course, courses } from './course.ts';
import { runCourse } from './run-course.ts';
import type { Sabotage } from './site.ts';

export interface SimulationOptions {
  readonly seed: number;
  /** Courses are played until so much has happened in them. */
  readonly events: number;
  /** Copies that lag take over as well. */
  readonly lagging?: boolean;
  readonly sabotage?: Sabotage;
  /** How many steps a course may have. */
  readonly most?: number;
}

/** The shortest course that was found to go wrong, and what is wrong at its end. */
export interface FailingCourse {
  readonly course: Course;
  readonly findings: readonly Finding[];
}

export interface Simulated {
  readonly courses: number;
  /** Those of shrinking are not counted. */
  readonly events: number;
  readonly failing: FailingCourse | undefined;
}

/** After so many it is looked whether enough has happened. */
const COURSES_A_LOOK = 10;

/** Plays courses until one goes wrong, or enough has happened; one that does is made as short as it goes. */
export async function simulate({
  seed,
  events,
  sabotage = {},
  ...kinds
}: SimulationOptions): Promise<Simulated> {
  const done = { courses: 0, events: 0 };
  const found: FailingCourse[] = [];
  const property = fc.asyncProperty(courses(kinds), async (course) => {
    const outcome = await runCourse(course, sabotage);
    if (found.length === 0) {
      done.courses += 1;
      done.events += outcome.events;
    }
    if (outcome.findings.length === 0) return true;
    found.push({ course, findings: outcome.findings });
    return false;
  });
  for (let from = seed; done.events < events && found.length === 0; from += 1) {
    await fc.check(property, { seed: from, numRuns: COURSES_A_LOOK });
  }
  return { ...done, failing: found.at(-1) };
}

/** A course in lines for people, its steps in their order. */
export function describeCourse({ course, findings }: FailingCourse): string {
  const steps = course.steps
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, ...step }) => {
      const rest = Object.entries(step).map(([name, value]) =>
        name === 'kind' ? value : `${name} ${value}`,
      );
      return `${(atMs / 1_000).toFixed(3).padStart(8)} s  ${rest.join('  ')}`;
    });
  return [
    ...findings.map(({ verdict, what }) => `${verdict}: ${what}`),
    `The shortest course to it has ${steps.length} steps (chance ${course.seed}):`,
    ...steps,
  ].join('\n');
}

/** How much was simulated, how fast, and what was found. */
export function describeSimulation(
  seed: number,
  { courses: played, events, failing }: Simulated,
  tookMs: DurationMs,
): string {
  const perMinute = Math.round((events / tookMs) * MINUTE_MS);
  return [
    `${played} courses with ${events} events, ${perMinute} a minute; again with --simulate ${events} --seed ${seed}`,
    failing
      ? describeCourse(failing)
      : 'Nothing was lost, unexpected, duplicate, stale or divergent.',
  ].join('\n');
}
