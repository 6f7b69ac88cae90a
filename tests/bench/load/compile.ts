import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { CACHE_DIR } from '#server/bootstrap/settings.mjs';

/** Where the bench keeps its programs and its figures. */
export const BENCH_CACHE = path.join(CACHE_DIR, 'bench');

/** What the user has to do something about. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
}

/** Compiles a program of this folder into `.cache/bench`, once for each state of its sources. */
export async function compile(program: 'load-client' | 'floor-server'): Promise<string> {
  const hash = createHash('sha256');
  for (const name of readdirSync(import.meta.dirname).toSorted()) {
    if (/\.[ch]$/.test(name)) hash.update(readFileSync(path.join(import.meta.dirname, name)));
  }
  const file = path.join(BENCH_CACHE, `${program}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(file)) return file;
  mkdirSync(BENCH_CACHE, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await runCompiler('cc', path.join(import.meta.dirname, `${program}.c`), unfinished);
  // Another bench may have been quicker; what it made is the same.
  renameSync(unfinished, file);
  return file;
}

/** Throws a {@link BenchError} that says what to do where there is no such compiler, or it refuses. */
export async function runCompiler(compiler: string, source: string, file: string): Promise<void> {
  try {
    await promisify(execFile)(compiler, ['-O2', '-Wall', '-Werror', '-o', file, source]);
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    throw new BenchError(
      code === 'ENOENT'
        ? `There is no C compiler \`${compiler}\`, and the load client is in C.\nInstall one, as by \`apt-get install gcc libc6-dev\`.`
        : `${source} cannot be compiled.\n${stderr.trim()}`,
    );
  }
}
