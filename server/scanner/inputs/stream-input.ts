import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { CommandError } from '#server/system/command-error.ts';
import { codeOf } from '#server/system/errors.mjs';
import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';

import type { DateOrder, ReadClock } from '../clock/read-clock.ts';
import type { Decoded, DecodedRead, ReadDecoder } from '../read-decoder.ts';
import type { ReadSink, ReadInput } from './read-sink.ts';

/** Reads a file from its first byte to its last, as fast as the journal takes it. */
export function createFileInput(path: string, decoder: ReadDecoder, sink: ReadSink): ReadInput {
  let stream: ReadStream | undefined;
  let total = 0;
  return {
    get fraction() {
      return total > 0 ? (stream?.bytesRead ?? 0) / total : undefined;
    },
    async run(stop) {
      const info = await stat(path);
      total = info.isFile() ? info.size : 0;
      stream = createReadStream(path);
      return takeStream(stream, basename(path), decoder, sink, stop);
    },
  };
}

/** Reads standard input: a pipe, a file or a keyboard. */
export function createStdinInput(decoder: ReadDecoder, sink: ReadSink): ReadInput {
  const name = 'standard input';
  return {
    async run(stop) {
      const isWhole = await takeStream(process.stdin, name, decoder, sink, stop);
      // A stop is the end of a live input.
      if (!isWhole) await sink.take(decoder.cutOff(), name);
      return true;
    },
  };
}

/** Returns whether the stream reached its end. Reads the next piece only when the one before is on disk. */
async function takeStream(
  stream: Readable,
  name: string,
  decoder: ReadDecoder,
  sink: ReadSink,
  stop: AbortSignal,
): Promise<boolean> {
  const onStop = (): void => void stream.destroy();
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  try {
    for await (const chunk of stream) await sink.take(decoder.push(chunk as Buffer), name);
  } catch (error) {
    if (!stop.aborted || codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    stop.removeEventListener('abort', onStop);
  }
  if (stop.aborted) return false;
  await sink.take(decoder.end(), name);
  return true;
}

/** Reads a whole file, then emits its reads in the order of their times, at `speed` times their pace. */
export function createReplayInput(
  path: string,
  speed: number,
  decoder: ReadDecoder,
  sink: ReadSink,
): ReadInput {
  let fraction: number | undefined;
  return {
    get fraction() {
      return fraction;
    },
    async run(stop) {
      const schedule = createSchedule(await readWholeFile(path, decoder, sink), speed);
      const startedMs = performance.now();
      for (let next = 0; next < schedule.length;) {
        const elapsedMs = performance.now() - startedMs;
        let end = next;
        while ((schedule[end]?.dueMs ?? Infinity) <= elapsedMs) end += 1;
        await sink.takeReads(schedule.slice(next, end).map(({ read }) => read));
        next = end;
        fraction = next / schedule.length;
        if (stop.aborted) return next === schedule.length;
        const waitMs = (schedule[next]?.dueMs ?? 0) - (performance.now() - startedMs);
        if (waitMs <= 0) continue;
        // A timer waits 25 days at most. A stop ends the wait early.
        await delay(Math.min(waitMs, HOUR_MS), undefined, { signal: stop }).catch(() => undefined);
      }
      return true;
    },
  };
}

async function readWholeFile(
  path: string,
  decoder: ReadDecoder,
  sink: ReadSink,
): Promise<DecodedRead[]> {
  const pieces: Decoded[] = [];
  for await (const chunk of createReadStream(path)) pieces.push(decoder.push(chunk as Buffer));
  pieces.push(decoder.end());
  for (const decoded of pieces) sink.reportBad(decoded, basename(path));
  return pieces.flatMap(({ reads }) => reads);
}

/**
 * When to emit each read, counted from the start of the replay: in the order of times, equal times in the order of the
 * file. A read without a time follows the one before it.
 */
export function createSchedule(
  reads: readonly DecodedRead[],
  speed: number,
): { readonly read: DecodedRead; readonly dueMs: number }[] {
  let previousMs: EpochMs = reads.find(({ timeMs }) => timeMs !== undefined)?.timeMs ?? 0;
  const placed = reads.map((read) => {
    previousMs = read.timeMs ?? previousMs;
    return { read, atMs: previousMs };
  });
  const sorted = placed.toSorted((a, b) => a.atMs - b.atMs);
  const startMs = sorted[0]?.atMs ?? 0;
  return sorted.map(({ read, atMs }) => ({ read, dueMs: (atMs - startMs) / speed }));
}

/** Far more than a race has reads; limits the time for a file. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Reads a file before any of it counts, and returns the order of its dates. Throws a {@link CommandError} with a question
 * if it is open whether times are of the day or since the start, or whether the day or the month comes first (SCANNER.md
 * SN41, SN42). An unreadable file is reported by its input.
 */
export async function askAboutFile(
  path: string,
  clock: ReadClock,
  decoder: ReadDecoder,
): Promise<DateOrder | undefined> {
  try {
    for await (const chunk of createReadStream(path, { end: MOST_BYTES })) {
      decoder.push(chunk as Buffer);
    }
  } catch {
    return undefined;
  }
  decoder.end();
  const { timesOfDay, beforeStart, openDate, orders } = clock.seen;
  const name = basename(path);
  const { start } = clock;
  if (start !== undefined && 2 * beforeStart > timesOfDay) {
    throw new CommandError(
      `Most times in ${name} are before the start, ${start}. Are they times since the start? Then give --elapsed. ` +
        `Are they times of day? Then give the day of the first of them, as in --date ${nextDay(start)}. Nothing was stored.`,
    );
  }
  if (openDate !== undefined && orders.size !== 1) {
    throw new CommandError(
      `${JSON.stringify(openDate)} in ${name} may have the day or the month first, and no other date says which: ` +
        'give --dates dmy or --dates mdy. Nothing was stored.',
    );
  }
  return orders.size === 1 ? [...orders][0] : undefined;
}

function nextDay(start: string): string {
  const dayMs = Date.parse(`${start.slice(0, 10)}T00:00:00Z`);
  return new Date(dayMs + 24 * HOUR_MS).toISOString().slice(0, 10);
}
