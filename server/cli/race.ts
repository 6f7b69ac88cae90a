import { join } from 'node:path';

import { runRaceCommand } from './race-command.ts';

/** The bundle is in `dist/server`, the page next to it. */
const PAGE_ROOT = join(import.meta.dirname, '../client');

process.exitCode = await runRaceCommand(process.argv.slice(2), process.stdout, PAGE_ROOT);
