/** Whether what was typed is something to do, by command. Each is loaded only when it is asked for. */
const CHECKS: Readonly<Record<string, () => Promise<(args: readonly string[]) => boolean>>> = {
  scanner: async () => {
    const { parseOptions } = await import('#server/scanner/options.ts');
    const { parseSimulation } = await import('#server/scanner/simulator/simulation-options.ts');
    return (args) => parseSimulation(args) === undefined && parseOptions(args) !== 'help';
  },
  race: async () => (await import('./race-command.ts')).isRaceTask,
  organiser: async () => (await import('./organiser-command.ts')).isOrganiserTask,
};

/**
 * Whether a command needs a Redis to do what was typed: not for `--help`, and not for a mistake,
 * which the command itself tells. For the launcher, which would start one.
 */
export async function needsRedis(command: string, args: readonly string[]): Promise<boolean> {
  const check = await CHECKS[command]?.();
  if (!check) return true;
  try {
    return check(args);
  } catch {
    // What makes no sense here makes none there: the command says what.
    return false;
  }
}
