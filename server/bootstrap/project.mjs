import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project; every path the launchers use starts here, wherever they are called. */
export const PROJECT_DIR = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** What the launchers write for themselves: locks, logs, builds in the making. */
export const CACHE_DIR = join(PROJECT_DIR, '.cache');
