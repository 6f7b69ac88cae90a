import { runOrganiser } from './organiser-command.ts';

process.exitCode = await runOrganiser(process.argv.slice(2));
