import type { TestProject } from 'vitest/node';

/** A number for each process that runs test files at the same time: the project's count is the one that vitest goes by. */
export function countWorkers({ config, vitest }: TestProject): number[] {
  const count = config.maxWorkers || vitest.config.maxWorkers;
  return Array.from({ length: Math.max(1, count) }, (_, index) => index);
}

/** Which of the programs that were started for the workers is this one's. */
export function pickOfWorker<T>(programs: readonly T[]): T {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1) - 1;
  const mine = programs[worker];
  if (mine === undefined) throw new Error('Nothing was started for the workers: see globalSetup.');
  return mine;
}
