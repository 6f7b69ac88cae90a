import path from 'node:path';

import { CACHE_DIR } from '#server/bootstrap/launcher.mjs';
import { compileC } from '#tests/support/compile-c.ts';

/** Where the bench keeps its programs and its figures. */
export const BENCH_CACHE = path.join(CACHE_DIR, 'bench');

/** What the user has to do something about. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
}

/** Compiles a program of this folder into `.cache/bench`, once for each state of its sources. */
export function compile(program: 'load-client' | 'floor-server'): Promise<string> {
  return compileC(path.join(import.meta.dirname, `${program}.c`), BENCH_CACHE);
}
