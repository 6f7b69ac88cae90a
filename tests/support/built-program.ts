import { fileURLToPath } from 'node:url';

import { type ProcessOptions, startProcess, type TestProcess } from './process.ts';

/** Starts a program of `dist/server` by its name, `race` or `scanner`, as the launchers do. */
export function startBuiltProgram(
  name: string,
  args: readonly string[],
  options: ProcessOptions = {},
): TestProcess {
  const path = fileURLToPath(new URL(`../../dist/server/${name}.mjs`, import.meta.url));
  return startProcess(process.execPath, [path, ...args], options);
}

export interface BuiltWebOptions {
  readonly url: string;
  readonly raceKey: string;
  /** By default any free one. */
  readonly port?: number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the built web service on the loopback address; {@link readWebPort} waits until it listens. */
export function startBuiltWeb({
  url,
  raceKey,
  port = 0,
  settings = {},
}: BuiltWebOptions): TestProcess {
  return startBuiltProgram('main', [], {
    env: {
      REDIS_URL: url,
      RACE_KEY: raceKey,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
}

export async function readWebPort(web: TestProcess): Promise<number> {
  const [, port = ''] = await web.waitForOutput(/^Results: +http:\/\/127\.0\.0\.1:(\d+)$/m);
  return Number(port);
}

/** The settings of a scanner under test. */
export interface ScannerPlace {
  readonly redisUrl: string;
  readonly dataDir: string;
  readonly raceKey: string;
  /** Other settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The interval of its progress output, by default a second. */
  readonly progressMs?: number;
}

export function startBuiltScanner(place: ScannerPlace, args: readonly string[]): TestProcess {
  return startBuiltProgram('scanner', args, { env: scannerEnv(place) });
}

export function scannerEnv({
  redisUrl,
  dataDir,
  raceKey,
  progressMs,
  settings = {},
}: ScannerPlace): Record<string, string> {
  return {
    REDIS_URL: redisUrl,
    DATA_DIR: dataDir,
    RACE_KEY: raceKey,
    SPLITCAST_TIMING: JSON.stringify({ progressMs }),
    ...settings,
  };
}
