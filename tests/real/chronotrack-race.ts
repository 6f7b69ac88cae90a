import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock, parseWallClock } from '#shared/model/wall-clock.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/chronotrack-2021/', import.meta.url));

/** A run of a controller: the file it left, the mat that wrote it and where that stood. */
export interface Session {
  readonly file: string;
  readonly source: string;
  readonly point: string;
}

/**
 * Main and backup mat lie at the start, which is the finish too. The files of
 * their start sessions are the first lines of the files they had at the end.
 */
export const SESSIONS = {
  START1: { file: 'START1.csv', source: 'main-mat', point: 'start,finish' },
  START2: { file: 'START2.csv', source: 'backup-mat', point: 'start,finish' },
  '9K': { file: '9K.csv', source: '9k', point: 'cp1' },
  '19K': { file: '19K.csv', source: '19k', point: 'cp2' },
  FINISH1: { file: 'FINISH1.csv', source: 'main-mat', point: 'start,finish' },
  FINISH2: { file: 'FINISH2.csv', source: 'backup-mat', point: 'start,finish' },
} as const satisfies Record<string, Session>;

const LINES_OF_START1 = 6_669;
const LINES_OF_START2 = 4_808;

export function unpackSessions(folder: string): void {
  const unpack = (name: string): string => {
    const text = gunzipSync(readFileSync(join(FIXTURES, `${name}.gz`))).toString('latin1');
    writeFileSync(join(folder, name), text);
    return text;
  };
  const writeHead = (name: string, text: string, lines: number): void =>
    writeFileSync(join(folder, name), text.split('\n').slice(0, lines).join('\n').concat('\n'));
  writeHead('START1.csv', unpack('FINISH1.csv'), LINES_OF_START1);
  writeHead('START2.csv', unpack('FINISH2.csv'), LINES_OF_START2);
  unpack('9K.csv');
  unpack('19K.csv');
  writeFileSync(join(folder, 'FINISH1.mrk'), readFileSync(join(FIXTURES, 'FINISH1.mrk')));
}

/** The moments at which the gun of a wave went, to the second, as the controller's clock showed them. */
export function readGuns(folder: string): number[] {
  return readFileSync(join(folder, 'FINISH1.mrk'), 'utf8')
    .split('\r\n')
    .map((line) => line.split(','))
    .filter(([, , kind]) => kind === 'Gun')
    .map(([, , , , shown = '']) => {
      const form = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d\d$/;
      const gunMs = parseWallClock(shown.replace(form, '20$1-$2-$3-$4-$5-$6'));
      if (gunMs === undefined) throw new Error(`${shown} is no time of a gun`);
      return gunMs;
    });
}

/** The settings: the marathon and the half go at the first gun, the 10K at the fifth, the 5K at the sixth. */
export function createSettings(guns: readonly number[]): object {
  const at = (gun: number): string => formatWallClock(guns[gun - 1] ?? Number.NaN, 'UTC');
  return {
    pageTitle: 'Ras 2021',
    distances: '10K,Long,5K',
    wayPoints: '9K,19K',
    timeZone: 'UTC',
    timing: 'chip',
    earliestFinish: '00:25:00',
    raceStart: at(1),
    starts: { ...USUAL_COURSES.byEvent(() => ''), BB: at(5), UB: at(6) },
  };
}

/** The file of runners: every tag that was seen, but for the crew's, under an invented name. */
export function writeRunners(folder: string, guns: readonly number[]): string {
  const seen = new Map<number, Seen>();
  for (const { file, point } of [
    SESSIONS['9K'],
    SESSIONS['19K'],
    SESSIONS.FINISH1,
    SESSIONS.FINISH2,
  ]) {
    const isMat = point === 'start,finish';
    for (const line of readFileSync(join(folder, file), 'latin1').trim().split('\n')) {
      const [, , tag = '', , , seconds = ''] = line.split('~');
      const before = seen.get(Number(tag)) ?? { isOnTheWay: false, firstMs: undefined };
      const timeMs = Math.round(Number(seconds) * 1_000);
      seen.set(
        Number(tag),
        isMat
          ? { ...before, firstMs: Math.min(timeMs, before.firstMs ?? timeMs) }
          : { ...before, isOnTheWay: true },
      );
    }
  }
  const rows = [...seen]
    .filter(([tag]) => !isCrew(tag))
    .map(([tag, its]) => `Rhedwr,Rhif ${tag},${chooseEvent(its, guns)},${tag},${tag}\n`);
  const path = join(folder, 'runners.csv');
  writeFileSync(path, `First,Last,Event,Band,Bib\n${rows.join('')}`);
  return path;
}

function isCrew(tag: number): boolean {
  return tag >= 99_995 && tag <= 99_998;
}

/** Where a tag was seen. */
interface Seen {
  readonly isOnTheWay: boolean;
  /** The first read at the start and finish. */
  readonly firstMs: number | undefined;
}

/** By the mats on the way, which only the marathon passes, else by the wave it started in. */
function chooseEvent({ isOnTheWay, firstMs }: Seen, guns: readonly number[]): EventCode {
  const [tenKMs = Infinity, fiveKMs = Infinity] = guns.slice(4, 6);
  const assemblingMs = 5 * MINUTE_MS;
  if (isOnTheWay || firstMs === undefined || firstMs < tenKMs - assemblingMs) return 'PB';
  if (firstMs < fiveKMs - assemblingMs) return 'BB';
  return firstMs < fiveKMs + 25 * MINUTE_MS ? 'UB' : 'PB';
}
