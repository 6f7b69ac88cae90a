import { checkHistory, type Finding } from '#tests/harness/check-history.ts';
import type { Operation } from '#tests/harness/history.ts';

import type { Course } from './course.ts';
import { ModelDisk } from './model-disk.ts';
import { install } from './platform.ts';
import { type Sabotage, Site } from './site.ts';
import { World } from './world.ts';

/** What a course came to. */
export interface CourseOutcome {
  readonly findings: readonly Finding[];
  readonly events: number;
  /** The same for the same course. */
  readonly digest: number;
  readonly history: readonly Operation[];
}

/** Everybody is up and follows before the course begins. */
const LEAD_MS = 2_000;
/** Longer than anybody waits for anything, and then tries again. */
const SETTLE_MS = 120_000;
const LOOK_MS = 1_000;
/** Plays a course in a world of its own, lets everything come to rest, and judges. One at a time in a process. */
export async function runCourse(
  { seed, steps }: Course,
  sabotage: Sabotage = {},
): Promise<CourseOutcome> {
  const world = new World(seed);
  const disk = new ModelDisk(world);
  const uninstall = install(world, disk);
  try {
    const site = new Site(world, disk, sabotage);
    await world.runUntil(world.nowMs + LEAD_MS);
    for (const [place, step] of steps.toSorted((a, b) => a.atMs - b.atMs).entries()) {
      world.after(world.outside, step.atMs, () => site.take(step, place));
    }
    const lastMs = Math.max(
      0,
      ...steps.map((step) => step.atMs + ('forMs' in step ? step.forMs : 0)),
    );
    await world.runUntil(world.nowMs + lastMs + LOOK_MS);
    site.openFreshPages();
    for (let waitedMs = 0; waitedMs < SETTLE_MS && !site.isSettled(); waitedMs += LOOK_MS) {
      await world.runUntil(world.nowMs + LOOK_MS);
    }
    const history = site.endHistory();
    return {
      findings: checkHistory(history, site.readEnd()),
      events: world.events,
      digest: world.digest,
      history,
    };
  } finally {
    uninstall();
  }
}
