import { pino } from 'pino';

import type { LogLevel } from './config.ts';

export type Logger = pino.Logger;

/**
 * JSON lines on standard error; standard output is for what a person reads.
 * The identity token of an organiser never reaches a log.
 */
export function createLogger(level: LogLevel): Logger {
  return pino(
    { level, redact: { paths: ['req.headers.authtoken', 'headers.authtoken'], remove: true } },
    pino.destination(2),
  );
}
