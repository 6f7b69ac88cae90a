import { createHash } from 'node:crypto';

import { createRandom } from '#server/system/random.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

import {
  type Fault,
  type FaultScope,
  type Mat,
  MATS,
  planFaults,
  type Web,
  WEBS,
} from './plan-faults.ts';

/** The number of runners, with wristbands from 1 on. */
export const FIELD = 40;
/** More than runners, so that some reads are unassigned. */
const BANDS = 50;

/** A read given to the scanner of a mat at a moment of the race. */
export interface PlannedRead {
  readonly mat: Mat;
  readonly atMs: DurationMs;
  readonly band: number;
  readonly timeMs: EpochMs;
}

/** A save by an organiser at an instance, of the runner with an index, or of a new one. */
export interface PlannedSave {
  readonly web: Web;
  readonly atMs: DurationMs;
  /** A unique text by which the save is found in the record. */
  readonly mark: string;
  readonly kind: 'edit' | 'band' | 'create';
  readonly runner: number;
  readonly band: number;
  readonly requestId: string;
}

export interface RacePlan extends Required<FaultScope> {
  readonly seed: number;
  readonly minutes: number;
  readonly faults: readonly Fault[];
  readonly reads: readonly PlannedRead[];
  readonly saves: readonly PlannedSave[];
  /** Identifies the plan. */
  readonly digest: string;
}

/** The time from the gun to the first read of the first mat, and between the first reads of two mats. */
const FIRST_MS: DurationMs = 30 * MINUTE_MS;
/** The share of reads that follow the one before immediately, since runners come in groups. */
const GROUPED = 0.6;
const IN_GROUP_MS = [0, 20] as const;
const READ_PAUSE_MS = [100, 900] as const;
const SAVE_PAUSE_MS = [200, 1_000] as const;
/** The share of repeated reads. */
const REPEATED = 0.05;

/** Few, so that both organisers edit the same runners. */
const EDITED = FIELD / 4;

/** The plan of a race, which is the same for the same seed, length and scope. */
export function planRace(
  seed: number,
  minutes: number,
  { disks = false, links = false }: FaultScope = {},
): RacePlan {
  const scope = { disks, links };
  const course = {
    faults: planFaults(seed, minutes, scope),
    reads: MATS.flatMap((mat, index) => planReads(mat, seed + index + 1, minutes)),
    saves: WEBS.flatMap((web, index) => planSaves(web, seed + 10 + index, minutes)),
  };
  const digest = createHash('sha256').update(JSON.stringify(course)).digest('hex').slice(0, 16);
  return { seed, minutes, ...scope, ...course, digest };
}

function planReads(mat: Mat, seed: number, minutes: number): readonly PlannedRead[] {
  const random = createRandom(seed);
  const beginMs = GUN_MS + (MATS.indexOf(mat) + 1) * FIRST_MS;
  const reads: PlannedRead[] = [];
  const pauseMs = (): DurationMs =>
    random.chance(GROUPED) ? random.int(...IN_GROUP_MS) : random.int(...READ_PAUSE_MS);
  for (let atMs = 0; atMs < minutes * MINUTE_MS; atMs += pauseMs()) {
    if (reads.length > 0 && random.chance(REPEATED)) {
      reads.push({ ...random.pick(reads), atMs });
      continue;
    }
    // A unique moment, so that no two reads are the same.
    const timeMs = beginMs + reads.length * SECOND_MS + random.int(0, 999);
    reads.push({ mat, atMs, band: random.int(1, BANDS), timeMs });
  }
  return reads;
}

function planSaves(web: Web, seed: number, minutes: number): readonly PlannedSave[] {
  const random = createRandom(seed);
  const saves: PlannedSave[] = [];
  for (let atMs = 0; atMs < minutes * MINUTE_MS; atMs += random.int(...SAVE_PAUSE_MS)) {
    const place = String(saves.length).padStart(12, '0');
    saves.push({
      web,
      atMs,
      mark: `Clwb ${web} ${saves.length + 1}`,
      kind: random.pick(['edit', 'edit', 'edit', 'band', 'band', 'create'] as const),
      runner: random.int(0, EDITED - 1),
      band: random.int(1, BANDS),
      requestId: `${WEBS.indexOf(web)}0000000-0000-4000-8000-${place}`,
    });
  }
  return saves;
}
