import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createTempFolder } from './temp-folder.ts';

/** A read file of a ChronoTrack controller, and the expected scans. */
export interface ControllerFile {
  readonly path: string;
  readonly lines: readonly string[];
  /** The number of lines that repeat an earlier read. */
  readonly duplicates: number;
  /** The distinct reads as `band time`, sorted; the box's clock shows UTC. */
  readonly expected: readonly string[];
}

const START_SECONDS = Date.UTC(2026, 5, 20, 8) / 1_000;

/** Writes `count` lines with about 3,700 bands: several reads per crossing, not in order, every 500th line twice. */
export function createControllerFile(count: number): ControllerFile {
  const lines: string[] = [];
  const expected = new Set<string>();
  for (let seq = 1; seq <= count; seq += 1) {
    const at = seq % 500 === 0 ? seq - 1 : seq;
    const band = 1_000 + ((at * 7_919) % 3_700);
    const hundredths = START_SECONDS * 100 + at * 40 - (at % 3) * 250;
    const time = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
    lines.push(`TO~${seq}~${band}~160~18~${time}~12000C~${(at % 8) + 1}~-63~${seq}~P~12`);
    expected.add(`${band} ${hundredths * 10}`);
  }
  const path = join(createTempFolder(), 'FINISH 1.csv');
  writeFileSync(path, `${lines.join('\r\n')}\r\n`);
  return {
    path,
    lines,
    duplicates: count - expected.size,
    expected: [...expected].toSorted(),
  };
}
