import { presentAdminRunner } from '#server/race/present-runner.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { buildRunner } from '#tests/support/builders.ts';

/** A runner of the organisers' lists. */
export function buildAdminRunner(overrides: Partial<AdminRunner> = {}): AdminRunner {
  const { bandId: _none, ...runner } = buildRunner();
  const { raceNumber = '', ageGroup = runner.ageGroup } = overrides;
  return {
    ...presentAdminRunner(runner),
    ...overrides,
    raceNumber,
    bandID: raceNumber,
    ageGroup,
    category: ageGroup,
  };
}
