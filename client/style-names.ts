import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/** Long enough to distinguish the modules. */
const HASH_LENGTH = 3;

const modules = new Map<string, string>();

/**
 * The built name of a class of a style module, the same in the separate builds of the page and of the server's
 * rendering. Shorter than Vite's own: the first load has hundreds of them.
 */
export function nameClass(name: string, file: string): string {
  const module = relative(import.meta.dirname, file.replace(/\?.*$/, ''));
  const hash = createHash('sha256').update(module).digest('base64url').slice(0, HASH_LENGTH);
  const other = modules.get(hash);
  if (other !== undefined && other !== module) {
    throw new Error(`The classes of ${module} would be named like those of ${other}: rename one.`);
  }
  modules.set(hash, module);
  return `${name}_${hash}`;
}
