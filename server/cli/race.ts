import { runRaceCommand } from './race-command.ts';

process.exitCode = await runRaceCommand(process.argv.slice(2));
