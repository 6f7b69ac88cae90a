import type { TestProject } from 'vitest/node';

/** A number for each parallel worker; the project's own setting takes precedence. */
export function countWorkers({ config, vitest }: TestProject): number[] {
  const count = config.maxWorkers || vitest.config.maxWorkers;
  return Array.from({ length: Math.max(1, count) }, (_, index) => index);
}

/** The one of this worker, of programs started for each. */
export function pickOfWorker<T>(programs: readonly T[]): T {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1) - 1;
  const mine = programs[worker];
  if (mine === undefined) throw new Error('Nothing was started for the workers: see globalSetup.');
  return mine;
}
