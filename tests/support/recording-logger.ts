import { Writable } from 'node:stream';

import { pino } from 'pino';

import type { Logger } from '#server/observe/logger.ts';

/** The parts of a log line that tests check. */
export interface LogLine {
  /** 30 is info, 40 a warning, 50 an error. */
  readonly level: number;
  readonly msg: string;
}

/** A logger that keeps its lines instead of printing them. */
export interface RecordingLogger {
  readonly logger: Logger;
  readonly lines: readonly LogLine[];
}

export function createRecordingLogger(): RecordingLogger {
  const lines: LogLine[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split('\n')) {
        lines.push(JSON.parse(line) as LogLine);
      }
      done();
    },
  });
  return { logger: pino({ level: 'debug' }, stream), lines };
}
