import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { CACHE_DIR } from '#server/bootstrap/settings.mjs';

/** Where the bench keeps its programs and its figures. */
export const BENCH_CACHE = path.join(CACHE_DIR, 'bench');

/** There is no C compiler, or it refuses. */
class CompilerError extends Error {
  override readonly name = 'CompilerError';
}

/**
 * Compiles a program of this folder with `cc` into `.cache/bench`, once for each state of its
 * sources. Throws a {@link CompilerError} that says what to do.
 */
export async function compile(program: 'load-client' | 'floor-server'): Promise<string> {
  const hash = createHash('sha256');
  for (const name of readdirSync(import.meta.dirname).toSorted()) {
    if (/\.[ch]$/.test(name)) hash.update(readFileSync(path.join(import.meta.dirname, name)));
  }
  const file = path.join(BENCH_CACHE, `${program}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(file)) return file;
  mkdirSync(BENCH_CACHE, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  const source = path.join(import.meta.dirname, `${program}.c`);
  try {
    await promisify(execFile)('cc', ['-O2', '-Wall', '-Werror', '-o', unfinished, source]);
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    throw new CompilerError(
      code === 'ENOENT'
        ? 'There is no C compiler `cc`, and the load client is in C: install one, as by `apt-get install gcc libc6-dev`.'
        : `${source} cannot be compiled:\n${stderr}`,
    );
  }
  // Another bench may have been quicker; what it made is the same.
  renameSync(unfinished, file);
  return file;
}
