import type { RunnerOutcome } from '#shared/wire/runners-api.ts';

/** The outcome of a runner without reads, with the given fields. */
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
