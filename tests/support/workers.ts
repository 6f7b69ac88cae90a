import type { TestProject } from 'vitest/node';

/** A number for each process that runs test files at the same time. */
export function countWorkers(project: TestProject): number[] {
  return Array.from({ length: Math.max(1, project.vitest.config.maxWorkers) }, (_, index) => index);
}

/** Which of the programs that were started for the workers is this one's. */
export function pickOfWorker<T>(programs: readonly T[]): T {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1) - 1;
  const mine = programs[worker % programs.length];
  if (mine === undefined) throw new Error('Nothing was started for the workers: see globalSetup.');
  return mine;
}
