import { createHash } from 'node:crypto';

import { createRandom } from '#server/system/random.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

import {
  ALL_MATS,
  type Fault,
  type FaultScope,
  type Mat,
  MATS,
  planFaults,
  type Web,
  WEBS,
} from './plan-faults.ts';

/** Runners who are entered before the race, with the wristbands 1 … so many. */
export const FIELD = 40;
/** More wristbands than runners: some reads belong to nobody yet. */
const BANDS = 50;

/** A read that a mat is given at a moment of the race. */
export interface PlannedRead {
  readonly mat: Mat;
  readonly atMs: DurationMs;
  readonly band: number;
  readonly timeMs: EpochMs;
}

/** What an organiser at an instance saves: the race's title, or of the runners in the field the one at that place. */
export interface PlannedSave {
  readonly web: Web;
  readonly atMs: DurationMs;
  /** Stands in the record afterwards, and in no other save: by it the save is found again. */
  readonly mark: string;
  readonly kind: 'edit' | 'band' | 'create' | 'title';
  readonly runner: number;
  readonly band: number;
  readonly requestId: string;
}

/** A tap on a marshal's phone at an instance, of the runner in the field at that place. */
export interface PlannedTap {
  readonly web: Web;
  readonly atMs: DurationMs;
  readonly reportId: string;
  readonly runner: number;
}

/** All that a seed decides. */
export interface RacePlan extends Required<FaultScope> {
  readonly seed: number;
  readonly minutes: number;
  /** Of the second instance. */
  readonly workers: number;
  /** On how many copies a change has to be before it is acknowledged. */
  readonly wait: number;
  readonly faults: readonly Fault[];
  readonly reads: readonly PlannedRead[];
  readonly saves: readonly PlannedSave[];
  readonly taps: readonly PlannedTap[];
  /** The same for the same plan. */
  readonly digest: string;
}

/** So long after the gun the first mat begins to read, and each of the others after the one before. */
const FIRST_MS: DurationMs = 30 * MINUTE_MS;
/** Between two reads of a mat: runners come in groups. */
const GROUPED = 0.6;
const IN_GROUP_MS = [0, 20] as const;
const READ_PAUSE_MS = [100, 900] as const;
/** Between two saves of an organiser, and two taps of a marshal. */
const SAVE_PAUSE_MS = [200, 1_000] as const;
const TAP_PAUSE_MS = [200, 1_500] as const;
/** So many reads are given twice, as by a reader that repeats itself. */
const REPEATED = 0.05;

/** Where Redis has copies, a mat is busy for so long and then has nothing to send. */
const BUSY_MS = [1_000, 6_000] as const;
const QUIET_MS = [6_000, 15_000] as const;
/** Of so few runners organisers edit the same, so that those at both instances meet. */
const EDITED = FIELD / 4;

/** What else a race is about; it has copies or disks. */
export interface RaceKind extends Omit<FaultScope, 'mats'> {
  /** On how many copies a change has to be before it is acknowledged (FEED.md CF23). */
  readonly wait?: number;
  readonly workers?: number;
  /** From 1 to all of {@link ALL_MATS}. */
  readonly scanners?: number;
}

/** The whole course of a race: the same seed and length give the same plan. */
export function planRace(
  seed: number,
  minutes: number,
  {
    copies = false,
    disks = false,
    links = false,
    wait = 1,
    scanners = MATS.length,
    workers = 1,
  }: RaceKind = {},
): RacePlan {
  const scope = { mats: ALL_MATS.slice(0, scanners), copies, disks, links };
  const { mats } = scope;
  const course = {
    faults: planFaults(seed, minutes, scope),
    reads: mats.flatMap((mat, index) => {
      const reads = planReads(mat, seed + index + 1, minutes);
      return copies ? leaveQuiet(reads, seed + 40 + index) : reads;
    }),
    saves: WEBS.flatMap((web, index) => planSaves(web, seed + 10 + index, minutes)),
    taps: WEBS.flatMap((web, index) => planTaps(web, seed + 20 + index, minutes)),
  };
  return { seed, minutes, ...scope, wait, workers, ...course, digest: digestCourse(course) };
}

/** The same for the same course. */
export function digestCourse(course: unknown): string {
  return createHash('sha256').update(JSON.stringify(course)).digest('hex').slice(0, 16);
}

/** The reads of a mat without those of spans in which nobody comes by. */
function leaveQuiet(reads: readonly PlannedRead[], seed: number): readonly PlannedRead[] {
  const random = createRandom(seed);
  let busyMs = random.int(...BUSY_MS);
  let nextMs = busyMs + random.int(...QUIET_MS);
  return reads.filter(({ atMs }) => {
    if (atMs >= nextMs) {
      busyMs = nextMs + random.int(...BUSY_MS);
      nextMs = busyMs + random.int(...QUIET_MS);
    }
    return atMs < busyMs;
  });
}

function planReads(mat: Mat, seed: number, minutes: number): readonly PlannedRead[] {
  const random = createRandom(seed);
  const place = ALL_MATS.indexOf(mat) + 1;
  const beginMs = GUN_MS + place * FIRST_MS;
  const reads: PlannedRead[] = [];
  const nextMs = (): DurationMs =>
    random.chance(GROUPED) ? random.int(...IN_GROUP_MS) : random.int(...READ_PAUSE_MS);
  for (let atMs = 0; atMs < minutes * MINUTE_MS; atMs += nextMs()) {
    const earlier = reads.length > 0 && random.chance(REPEATED) ? random.pick(reads) : undefined;
    reads.push(
      earlier
        ? { ...earlier, atMs }
        : {
            mat,
            atMs,
            band: random.int(1, BANDS),
            // Each has a moment of its own, so that no two are the same read.
            timeMs: beginMs + reads.length * SECOND_MS + random.int(0, 999),
          },
    );
  }
  return reads;
}

function planSaves(web: Web, seed: number, minutes: number): readonly PlannedSave[] {
  const random = createRandom(seed);
  const saves: PlannedSave[] = [];
  for (let atMs = 0; atMs < minutes * MINUTE_MS; atMs += random.int(...SAVE_PAUSE_MS)) {
    saves.push({
      web,
      atMs,
      mark: `Clwb ${web} ${saves.length + 1}`,
      kind: random.pick(['edit', 'edit', 'edit', 'band', 'band', 'create', 'title'] as const),
      runner: random.int(0, EDITED - 1),
      band: random.int(1, BANDS),
      requestId: createId(random.int(0, 0xffff_ffff), saves.length),
    });
  }
  return saves;
}

function planTaps(web: Web, seed: number, minutes: number): readonly PlannedTap[] {
  const random = createRandom(seed);
  const taps: PlannedTap[] = [];
  for (let atMs = 0; atMs < minutes * MINUTE_MS; atMs += random.int(...TAP_PAUSE_MS)) {
    const reportId = createId(random.int(0, 0xffff_ffff), taps.length);
    taps.push({ web, atMs, reportId, runner: random.int(0, FIELD - 1) });
  }
  return taps;
}

/** In the form of a UUID, as pages and phones make them. */
function createId(chance: number, place: number): string {
  const digest = createHash('sha256').update(`${chance} ${place}`).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
