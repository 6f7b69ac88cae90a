import { pino } from 'pino';

import type { LogLevel } from '#server/config/config.ts';

import { LogBursts } from './log-bursts.ts';

export type Logger = pino.Logger;

/** From this level on others can cause a line, as often as they like. */
const BURST_LEVEL = pino.levels.values['warn'] ?? 40;

/**
 * JSON lines on standard error; standard output is for people. The identity token of an organiser
 * never reaches a log, and repeated lines become one line and a count.
 */
export function createLogger(
  level: LogLevel,
  destination: pino.DestinationStream = pino.destination(2),
): Logger {
  const bursts = new LogBursts();
  return pino(
    {
      level,
      redact: { paths: ['req.headers.authtoken', 'headers.authtoken'], remove: true },
      hooks: {
        logMethod(args, write, number) {
          if (number < BURST_LEVEL) write.apply(this, args);
          else bursts.pass(args, (passed) => write.apply(this, passed as typeof args));
        },
      },
    },
    destination,
  );
}
