import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** The compiler is missing or reports an error: the message says what to do. */
export class CompilerError extends Error {
  override readonly name = 'CompilerError';
}

/** Compiles a C file into a folder, unless it and the files next to it are unchanged. Returns the path of the result. */
export async function compileC(
  source: string,
  folder: string,
  options: readonly string[] = [],
): Promise<string> {
  const sources = path.dirname(source);
  const hash = createHash('sha256').update(options.join(' '));
  for (const name of readdirSync(sources).toSorted()) {
    if (/\.[ch]$/.test(name)) hash.update(readFileSync(path.join(sources, name)));
  }
  const file = path.join(
    folder,
    `${path.basename(source, '.c')}-${hash.digest('hex').slice(0, 12)}`,
  );
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  await runCompiler('cc', source, unfinished, options);
  // Another process may have made the same file since.
  renameSync(unfinished, file);
  return file;
}

/** Throws a {@link CompilerError}. */
export async function runCompiler(
  compiler: string,
  source: string,
  file: string,
  options: readonly string[] = [],
): Promise<void> {
  try {
    const args = ['-O2', '-Wall', '-Werror', ...options, '-o', file, source];
    await promisify(execFile)(compiler, args);
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    throw new CompilerError(
      code === 'ENOENT'
        ? `There is no C compiler \`${compiler}\`, and ${path.basename(source)} is in C.\nInstall one, as by \`apt-get install gcc libc6-dev\`.`
        : `${source} cannot be compiled.\n${stderr.trim()}`,
    );
  }
}
