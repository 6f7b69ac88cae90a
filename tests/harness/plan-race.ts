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

/** Runners who are entered before the race, with the wristbands from 1 on. */
export const FIELD = 40;
/** More wristbands than runners: some reads are unassigned. */
const BANDS = 50;

/** A read that a mat is given at a moment of the race. */
export interface PlannedRead {
  readonly mat: Mat;
  readonly atMs: DurationMs;
  readonly band: number;
  readonly timeMs: EpochMs;
}

/** A save by an organiser at an instance, of the runner at that index of the field, or of a new one. */
export interface PlannedSave {
  readonly web: Web;
  readonly atMs: DurationMs;
  /** Is in the record afterwards, and in no other save: by it the save is found again. */
  readonly mark: string;
  readonly kind: 'edit' | 'band' | 'create';
  readonly runner: number;
  readonly band: number;
  readonly requestId: string;
}

/** All that a seed decides. */
export interface RacePlan extends Required<FaultScope> {
  readonly seed: number;
  readonly minutes: number;
  readonly faults: readonly Fault[];
  readonly reads: readonly PlannedRead[];
  readonly saves: readonly PlannedSave[];
  /** The same for the same plan. */
  readonly digest: string;
}

/** The first mat begins to read this long after the gun, each other mat this long after the one before. */
const FIRST_MS: DurationMs = 30 * MINUTE_MS;
/** The share of reads that follow the one before at once: runners come in groups. */
const GROUPED = 0.6;
const IN_GROUP_MS = [0, 20] as const;
const READ_PAUSE_MS = [100, 900] as const;
const SAVE_PAUSE_MS = [200, 1_000] as const;
/** The share of reads that are given twice, as by a reader that repeats itself. */
const REPEATED = 0.05;

/** Few enough that organisers at both instances edit the same runners. */
const EDITED = FIELD / 4;

/** The whole course of a race: the same seed, length and scope give the same plan. */
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
    // Each has a moment of its own, so that no two are the same read.
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
