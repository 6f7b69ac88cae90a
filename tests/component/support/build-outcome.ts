import type { RunnerOutcome } from '#shared/wire/runners-api.ts';

/** What a runner comes to whom nobody has read yet, but for what is given. */
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
