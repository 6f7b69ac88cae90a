import { readCommandLine } from './command.ts';

/** Whether a command line is a task on the record, by program. Each is loaded only when it is needed. */
const CHECKS: Readonly<Record<string, () => Promise<(args: readonly string[]) => boolean>>> = {
  scanner: async () => {
    const { parseOptions } = await import('#server/scanner/options.ts');
    return (args) => parseOptions(args) !== 'help';
  },
  race: async () => {
    const { RACE } = await import('./race-command.ts');
    return (args) => 'command' in readCommandLine(args, RACE);
  },
  organiser: async () => {
    const { ORGANISER } = await import('./organiser-command.ts');
    return (args) => 'command' in readCommandLine(args, ORGANISER);
  },
};

/**
 * Whether a command line needs a Redis: `--help` does not, nor does a mistake, which the command itself reports. The
 * launcher would start a Redis for it.
 */
export async function needsRedis(command: string, args: readonly string[]): Promise<boolean> {
  const check = await CHECKS[command]?.();
  if (!check) return true;
  try {
    return check(args);
  } catch {
    // An unparsable command line needs none: the command reports it.
    return false;
  }
}
