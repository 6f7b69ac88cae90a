import { parseServerConfig } from '#server/config/config.ts';
import { SettingError, readEnv } from '#server/config/read-setting.ts';
import { CommandError } from '#server/system/command-error.ts';
import { listenForShutdown } from '#server/system/shutdown.mjs';

import { HELP, OptionError, parseOptions } from './options.ts';
import { runScanner } from './scanner.ts';

const EXIT_WRONG_CALL = 2;
/** How long sending to Redis may continue after the first signal. */
const DRAIN_MS = 5_000;

// The service that runs it was killed: drain; the next service starts it again.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    const options = parseOptions(args);
    if (options === 'help') {
      process.stdout.write(HELP);
      return 0;
    }
    const config = parseServerConfig(readEnv());
    const shutdown = listenForShutdown(DRAIN_MS);
    try {
      return (await runScanner(options, config, shutdown)) ? 0 : 1;
    } finally {
      shutdown.dispose();
    }
  } catch (error) {
    if (error instanceof OptionError || error instanceof SettingError) {
      console.error(`${error.message}\nSee npm run scanner -- --help.`);
      return EXIT_WRONG_CALL;
    }
    console.error(error instanceof CommandError ? error.message : error);
    return 1;
  }
}
