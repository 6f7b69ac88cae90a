import { parseServerConfig } from '#server/config/config.ts';
import { readEnv } from '#server/config/env.ts';
import { SettingError } from '#server/config/read-setting.ts';
import { listenForShutdown } from '#server/system/shutdown.mjs';

import { HELP } from './help.ts';
import { InputError } from './inputs/input-error.ts';
import { SourceBusyError } from './journal/journal-folder.ts';
import { OptionError, parseOptions } from './options.ts';
import { runScanner } from './scanner.ts';
import { ScannerError } from './scanner-error.ts';

const EXIT_WRONG_CALL = 2;
/** How long what was read may still take into Redis after the first signal. */
const DRAIN_MS = 5_000;

/** Errors whose message is all the operator needs. */
const EXPECTED = [InputError, ScannerError, SourceBusyError] as const;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    const options = parseOptions(args);
    if (options === 'help') {
      process.stdout.write(HELP);
      return 0;
    }
    const config = parseServerConfig(readEnv());
    const shutdown = listenForShutdown({ drainMs: DRAIN_MS });
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
    const isExpected = EXPECTED.some((kind) => error instanceof kind);
    console.error(isExpected ? (error as Error).message : error);
    return 1;
  }
}
