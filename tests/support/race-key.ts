import { randomBytes } from 'node:crypto';

/** A RACE_KEY of its own, so that tests on one Redis never see each other's race. */
export function uniqueRaceKey(): string {
  return `test-${randomBytes(6).toString('hex')}`;
}
