import { join } from 'node:path';

import { CACHE_DIR } from '#server/bootstrap/settings.mjs';
import { compileC, CompilerError } from '#tests/support/compile-c.ts';

/** What is set for a process that something is laid over. */
export type Overlay = Readonly<Record<string, string>> & { readonly LD_PRELOAD: string };

/** Compiles the C file of this folder that is laid over processes; throws a {@link CompilerError} where there can be none. */
export function compileOverlay(name: 'power-cut' | 'clock-shift'): Promise<string> {
  if (process.platform !== 'linux') {
    throw new CompilerError('Disks lose power, and clocks go wrong, on Linux alone.');
  }
  const source = join(import.meta.dirname, `${name}.c`);
  return compileC(source, join(CACHE_DIR, 'faults'), ['-std=gnu11', '-shared', '-fPIC']);
}

/** The settings of a process that all of these are laid over; some may be absent. */
export function layOver(
  ...overlays: readonly (Overlay | undefined)[]
): Readonly<Record<string, string>> {
  const present = overlays.filter((one) => one !== undefined);
  if (present.length === 0) return {};
  const libraries = present.map(({ LD_PRELOAD }) => LD_PRELOAD);
  return Object.assign({}, ...present, { LD_PRELOAD: libraries.join(':') }) as Overlay;
}
