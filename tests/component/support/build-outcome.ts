import type { GroupPlace } from '#shared/scoring/stages.ts';
import type { RunnerOutcome } from '#shared/wire/runners-api.ts';

/** The outcome of a runner without reads, changed by `given`. */
export function buildOutcome(given: Partial<RunnerOutcome> = {}): RunnerOutcome {
  return {
    isListed: false,
    isOnCourseByGun: false,
    status: 'racing',
    override: null,
    totalMs: null,
    gun: null,
    chip: null,
    hasFinish: false,
    seen: null,
    places: null,
    ...given,
  };
}

const place = (of: number, count: number): GroupPlace => ({
  place: of,
  placed: count,
  listed: count,
});

/** A runner seen at the second checkpoint. */
export const ON_COURSE: RunnerOutcome = buildOutcome({
  isListed: true,
  seen: { slot: 1, elapsedMs: 2_712_000 },
  places: { overall: place(12, 88), sex: place(3, 30), ageGroup: place(1, 6) },
});

/** Gun and chip time differ by nine seconds. */
export const FINISHED: RunnerOutcome = {
  ...ON_COURSE,
  status: 'finished',
  totalMs: 4_051_000,
  gun: 4_060_000,
  chip: 4_051_000,
  hasFinish: true,
  places: { overall: place(5, 120), sex: place(2, 40), ageGroup: place(1, 6) },
};
