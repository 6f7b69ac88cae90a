import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { parseTimePoints } from '#shared/model/time-point.ts';
import type { Result } from '#shared/model/result.ts';
import { scoreRace } from '#tests/support/score-race.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';

import {
  createSettings,
  readGuns,
  SESSIONS,
  unpackSessions,
  writeRunners,
} from './chronotrack-race.ts';

/** The results of the race whose controllers' files are kept, scored on the spot. */
export function scoreChronotrackRace(): Result[] {
  const folder = mkdtempSync(join(tmpdir(), 'splitcast-chronotrack-'));
  try {
    unpackSessions(folder);
    const guns = readGuns(folder);
    const [, ...lines] = readLines(writeRunners(folder, guns));
    const runners = lines.map((line) => {
      const [, , event, bandId = ''] = line.split(',');
      return buildRunner({ runnerId: `tag-${bandId}`, bandId, event: event as EventCode });
    });
    const scans = [SESSIONS['9K'], SESSIONS['19K'], SESSIONS.FINISH1, SESSIONS.FINISH2].flatMap(
      ({ file, source, point }) =>
        readLines(join(folder, file)).map((line) => {
          const [, , tag, , , seconds] = line.split('~');
          const timeMs = Math.round(Number(seconds) * 1_000);
          const points = parseTimePoints(point) ?? [];
          return buildScan({ bandId: String(Number(tag)), points, timeMs, source });
        }),
    );
    const config = { ...buildConfig(), ...createSettings(guns) } as RaceConfig;
    return scoreRace(runners, scans, config);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readLines(path: string): string[] {
  return readFileSync(path, 'latin1').trim().split(/\r?\n/);
}
